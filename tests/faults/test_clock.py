"""A clock that jumps back an hour changes nothing but the times that are shown: order goes by versions and places, never by time."""

from datetime import datetime, timedelta, tzinfo

import pytest

from lineage.app import Service
from lineage.service import unit
from lineage.service.verify import verify
from lineage.settings import Settings
from tests.running import fresh, serving


class _Jumping:
    """The present time, or an hour before it."""

    back = timedelta(0)

    @classmethod
    def now(cls, zone: tzinfo | None = None) -> datetime:
        return datetime.now(zone) - cls.back


def test_order_stays_when_the_clock_jumps_back(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit, "datetime", _Jumping)
    with serving(Service(settings.model_copy(update={"workspace": fresh("clock")}))) as running:
        running.mutate("createThread", "thread { id }", id="T")
        for number in range(1, 5):
            monkeypatch.setattr(_Jumping, "back", timedelta(hours=number % 2))
            provider, run = ("codex", "claude")[number % 2], f"T{number}"
            running.mutate("startRun", "run { id }", id=run, threadId="T", provider=provider, commandId=run)
            running.mutate("beginRun", "run { id }", runId=run)
            running.mutate("appendItems", "items { id }", runId=run, items=[{"kind": "DECISION", "text": f"in {run}"}])
            running.mutate("finishRun", "run { id }", runId=run, checkpoint={"id": f"checkpoint {run}"})
        running.mutate("forkThread", "thread { id }", id="F", sourceThreadId="T", latestStable=True)
        asked = """{ thread(id: "T") { history { from to } latestStable { ordinal } runs { edges { node { ordinal createdAt } } }
            providerThreads { provider coverage { missing { from to } } } events(first: 100) { edges { node { version } } } } }"""
        found = running.query(asked)["thread"]
        times = [edge["node"]["createdAt"] for edge in found["runs"]["edges"]]
        assert times != sorted(times), "the clock did not jump"
        assert [edge["node"]["ordinal"] for edge in found["runs"]["edges"]] == [1, 2, 3, 4]
        assert (found["history"], found["latestStable"]) == ([{"from": 1, "to": 4}], {"ordinal": 4})
        missing = {one["provider"]: one["coverage"]["missing"] for one in found["providerThreads"]}
        assert missing == {"codex": [], "claude": [{"from": 4, "to": 4}]}
        versions = [edge["node"]["version"] for edge in found["events"]["edges"]]
        assert versions == list(range(1, len(versions) + 1))
        assert running.mutate("startRun", "run { id }", id="T1", threadId="T", provider="claude", commandId="T1")["run"] == {"id": "T1"}
        assert running.run(verify(running.service.store, running.service.settings.workspace)) == []
