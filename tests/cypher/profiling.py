"""What the statements of the service cost Neo4j, in db hits, asked by PROFILE while they are carried out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from neo4j import AsyncResult

from lineage.store.queries import statement

PROFILE = "PROFILE "


class Profile:
    """The db hits of a workspace's statements, by the queries that each is made of, since the last time that they were taken."""

    def __init__(self, workspace: str) -> None:
        self._workspace = workspace
        self._names: dict[str, str] = {}
        self._hits: Counter[str] = Counter()

    def asked(self, *names: str) -> str:
        """The statement of these queries, as one that tells its db hits."""
        text = PROFILE + statement(*names)
        self._names[text] = "+".join(names)
        return text

    def saw(self, text: str, parameters: Mapping[str, Any], plan: Mapping[str, Any]) -> None:
        if parameters.get("given", {}).get("workspace") == self._workspace:
            self._hits[self._names[text]] += _hits(plan)

    def taken(self) -> dict[str, int]:
        taken, self._hits = dict(sorted(self._hits.items())), Counter()
        return taken


@contextmanager
def profiled(workspace: str) -> Iterator[Profile]:
    """Meanwhile every statement that a store of this process sends is profiled."""
    profile, single = Profile(workspace), AsyncResult.single

    async def noted(result: AsyncResult) -> Any:
        record = await single(result)
        summary = await result.consume()
        if summary.profile is not None and summary.query is not None:
            profile.saw(summary.query, summary.parameters or {}, summary.profile)
        return record

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lineage.store.store.statement", profile.asked)
        patch.setattr(AsyncResult, "single", noted)
        yield profile


def _hits(plan: Mapping[str, Any]) -> int:
    return int(plan.get("dbHits", 0)) + sum(_hits(child) for child in plan.get("children", ()))
