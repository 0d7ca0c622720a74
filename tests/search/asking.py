"""Searching a running service, and words that no other test's texts hold."""

from typing import Any
from uuid import uuid4

from tests.running import RunningService

HIT = """
  kind id score rolledBack threadId runId
  snippet { text offset highlights { start end } }
  thread { id title } run { id status message } handoff { id summaryText } item { id text }
"""


def unique() -> str:
    """A word that nothing else holds."""
    return f"w{uuid4().hex[:12]}"


def search(service: RunningService, query: str, **given: Any) -> Any:
    """The connection, with its hits' nodes as hits."""
    text = f"""query($query: String!, $kinds: [SearchKind!], $threadId: ID, $rootThreadId: ID, $first: Int, $after: String) {{
      search(query: $query, kinds: $kinds, threadId: $threadId, rootThreadId: $rootThreadId, first: $first, after: $after) {{
        totalCount ignored pageInfo {{ hasNextPage hasPreviousPage endCursor }} edges {{ cursor node {{ {HIT} }} }}
      }}
    }}"""
    found = service.query(text, query=query, **given)["search"]
    return {**found, "hits": [edge["node"] for edge in found["edges"]]}


def found(service: RunningService, query: str, **given: Any) -> list[tuple[str, str]]:
    """The kinds and ids of what is found."""
    return [(hit["kind"], hit["id"]) for hit in search(service, query, **given)["hits"]]
