"""Documents that are named by their hash (automatic persisted queries)."""

import hashlib
import json
from typing import Any

import pytest
from strawberry.http import GraphQLRequestData

from lineage.api.persisted import PersistedDocuments, PersistedQueryNotFound
from tests.running import RunningService, fresh


def hash_of(document: str) -> str:
    return hashlib.sha256(document.encode()).hexdigest()


def asked(service: RunningService, query: str | None, hash: Any, version: Any = 1, **variables: Any) -> Any:
    body: dict[str, Any] = {"variables": variables, "extensions": {"persistedQuery": {"version": version, "sha256Hash": hash}}}
    if query is not None:
        body["query"] = query
    answer = service._http.post(service.url, json=body)
    return {"status": answer.status_code, **json.loads(answer.text)}


def code(answer: Any) -> str:
    return str(answer["errors"][0]["extensions"]["code"])


def test_a_document_is_asked_for_once_and_named_from_then_on(service: RunningService) -> None:
    document = f"query($id: ID!) {{ thread(id: $id) {{ title }} }} # {fresh('once')}"
    thread = fresh("named")
    service.mutate("createThread", "thread { id }", id=thread, title="Named")
    first = asked(service, None, hash_of(document), id=thread)
    assert (first["status"], code(first)) == (200, "PERSISTED_QUERY_NOT_FOUND")
    assert asked(service, document, hash_of(document), id=thread)["data"] == {"thread": {"title": "Named"}}
    assert asked(service, None, hash_of(document), id=thread)["data"] == {"thread": {"title": "Named"}}
    assert asked(service, None, hash_of(document), id="no such thread")["data"] == {"thread": None}


def test_a_hash_of_something_else_keeps_nothing(service: RunningService) -> None:
    document = f"{{ providers {{ kind }} }} # {fresh('other')}"
    wrong = hash_of("{ threads { totalCount } }" + document)
    assert code(asked(service, document, wrong)) == "BAD_INPUT"
    assert code(asked(service, None, wrong)) == "PERSISTED_QUERY_NOT_FOUND"
    assert code(asked(service, None, hash_of(document))) == "PERSISTED_QUERY_NOT_FOUND"


@pytest.mark.parametrize(("hash", "version"), [(5, 1), (None, 1), ("0" * 64, 2), ("0" * 64, None)])
def test_an_extension_of_another_kind_is_bad_input(service: RunningService, hash: Any, version: Any) -> None:
    assert code(asked(service, "{ providers { kind } }", hash, version)) == "BAD_INPUT"


def test_a_kept_document_is_checked_like_any_other(service: RunningService) -> None:
    document = f"{{ nothing }} # {fresh('unknown field')}"
    assert asked(service, document, hash_of(document))["errors"]
    assert "nothing" in asked(service, None, hash_of(document))["errors"][0]["message"]


def request(query: str | None, hash: str) -> GraphQLRequestData:
    return GraphQLRequestData(query, None, None, {"persistedQuery": {"version": 1, "sha256Hash": hash}})


def test_the_documents_that_were_used_last_are_kept() -> None:
    documents = PersistedDocuments(most=2, most_characters=100)
    for text in ("{ a }", "{ b }"):
        documents.resolved(request(text, hash_of(text)))
    documents.resolved(request(None, hash_of("{ a }")))
    documents.resolved(request("{ c }", hash_of("{ c }")))
    assert documents.resolved(request(None, hash_of("{ a }"))).query == "{ a }"
    with pytest.raises(PersistedQueryNotFound):
        documents.resolved(request(None, hash_of("{ b }")))


def test_long_documents_make_room_for_each_other() -> None:
    documents = PersistedDocuments(most=10, most_characters=100)
    first, second, endless = "{ a }" + " " * 60, "{ b }" + " " * 60, "{ c }" + " " * 200
    for text in (first, second, endless):
        documents.resolved(request(text, hash_of(text)))
    assert len(documents) == 1
    assert documents.resolved(request(None, hash_of(second))).query == second
