"""staleProviderThreads: of random histories exactly those that ProviderThread.staleness says it of, with the same signals, in pages."""

from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from lineage.app import Service
from lineage.service import stale_provider_threads
from lineage.settings import Settings
from tests.api.recorder import Recorder
from tests.running import Refused, RunningService, serving

STALENESS = "stale recommended offProviderRuns chainedHandoffs signals { kind message value threshold }"
PROVIDERS = ("codex", "claude", "gemini")
STEPS = 90


@pytest.fixture(scope="module")
def made(settings: Settings) -> Iterator[RunningService]:
    """A workspace with random histories, in which little makes a provider thread stale."""
    strict = {"max_off_provider_runs": 2, "max_chained_handoffs": 2, "max_compacted_runs": 3, "workspace": f"tests-{uuid4().hex}"}
    with serving(Service(settings.model_copy(update=strict))) as running:
        recorder = Recorder(running)
        short = recorder.provider(maxHandoffChars=120, acceptsHandoff=True)
        threads = [recorder.thread() for _ in range(3)]
        dice = Random(7)
        runs: dict[str, list[str]] = {}
        for _ in range(STEPS):
            _step(recorder, dice, threads, runs, (*PROVIDERS, short))
        yield running


def _step(recorder: Recorder, dice: Random, threads: list[str], runs: dict[str, list[str]], providers: tuple[str, ...]) -> None:
    """One random command, or none where that is refused."""
    thread = dice.choice(threads)
    chosen = dice.random()
    mutate = recorder.service.mutate
    try:
        if chosen < 0.62:
            started = recorder.start(thread, dice.choice(providers), message="a message " * dice.choice([1, 40]))
            if dice.random() < 0.15:
                mutate("reportResumeFailure", "run { id }", runId=started["run"]["id"], reason="gone")
            if dice.random() < 0.1:
                recorder.finish(started["run"]["id"], "FAILED", checkpoint=False)
                return
            recorder.begin(started["run"]["id"])
            recorder.finish(started["run"]["id"])
            runs.setdefault(thread, []).append(started["run"]["id"])
        elif chosen < 0.72:
            threads.append(recorder.fork(thread, dice.choice(runs.get(thread, [""]))))
        elif chosen < 0.82:
            mutate("rollbackThread", "thread { id }", threadId=thread, toOrdinal=dice.randrange(6))
        elif chosen < 0.9:
            run = dice.choice(runs.get(thread, [""]))
            mutate("recordCompaction", "providerThread { id }", providerThreadId=recorder.provider_thread_of(run), throughRunId=run)
        else:
            running = recorder.running(thread, dice.choice(providers))
            threads.append(recorder.spawn(running))
            recorder.finish(running)
    except (Refused, TypeError):
        return


def one_by_one(service: RunningService) -> dict[str, Any]:
    """The stale provider threads of the workspace, by id, each asked for itself."""
    text = f"{{ threads(first: 500) {{ edges {{ node {{ providerThreads {{ id provider staleness {{ {STALENESS} }} }} }} }} }} }}"
    found = [one for edge in service.query(text)["threads"]["edges"] for one in edge["node"]["providerThreads"]]
    assert len(found) > 10
    assert any(not one["staleness"]["stale"] for one in found)
    return {one["id"]: one for one in found if one["staleness"]["stale"]}


def page(service: RunningService, **arguments: Any) -> Any:
    text = f"""query($first: Int, $after: String, $provider: String) {{
      staleProviderThreads(first: $first, after: $after, provider: $provider) {{
        edges {{ cursor node {{ providerThread {{ id provider }} staleness {{ {STALENESS} }} causes {{ kind value threshold }} }} }}
        pageInfo {{ hasNextPage hasPreviousPage startCursor endCursor }}
      }}
    }}"""
    return service.query(text, **arguments)["staleProviderThreads"]


def by_pages(service: RunningService, **arguments: Any) -> list[Any]:
    """The nodes of all pages."""
    found, after = [], None
    for _ in range(200):
        part = page(service, after=after, **arguments)
        assert len(part["edges"]) <= arguments["first"]
        found += [edge["node"] for edge in part["edges"]]
        if not part["pageInfo"]["hasNextPage"]:
            return found
        assert part["pageInfo"]["endCursor"] != after
        after = part["pageInfo"]["endCursor"]
    raise AssertionError("the pages do not end")


@pytest.mark.parametrize("first", [1, 3, 500])
def test_the_pages_hold_exactly_what_each_says_of_itself(made: RunningService, first: int) -> None:
    expected = one_by_one(made)
    found = by_pages(made, first=first)
    assert [node["providerThread"]["id"] for node in found] == sorted(expected)
    for node in found:
        assert node["staleness"] == expected[node["providerThread"]["id"]]["staleness"]


def test_the_causes_are_the_signals_without_those_that_only_inform(made: RunningService) -> None:
    found = by_pages(made, first=500)
    for node in found:
        signals = [
            {name: signal[name] for name in ("kind", "value", "threshold")}
            for signal in node["staleness"]["signals"]
            if signal["kind"] != "COMPACTED" or signal["value"] > signal["threshold"]
        ]
        assert node["causes"] == signals != []
    kinds = {cause["kind"] for node in found for cause in node["causes"]}
    assert {"OFF_PROVIDER_RUNS", "RESUME_FAILED", "NOTHING_RETAINED"} <= kinds


def test_only_those_of_a_provider(made: RunningService) -> None:
    expected = sorted(id for id, one in one_by_one(made).items() if one["provider"] == "claude")
    assert [node["providerThread"]["id"] for node in by_pages(made, first=2, provider="claude")] == expected != []
    assert by_pages(made, first=2, provider="nobody") == []


@pytest.mark.parametrize("limit", ["JUDGED_AT_MOST", "RUNS_AT_MOST", "CHARACTERS_AT_MOST"])
def test_pages_that_end_early_go_on_where_they_ended(made: RunningService, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    expected = sorted(one_by_one(made))
    monkeypatch.setattr(stale_provider_threads, limit, 2)
    assert [node["providerThread"]["id"] for node in by_pages(made, first=500)] == expected


def test_a_cursor_of_another_list_is_refused(made: RunningService) -> None:
    cursor = made.query("{ threads(first: 1) { pageInfo { endCursor } } }")["threads"]["pageInfo"]["endCursor"]
    with pytest.raises(Refused) as refused:
        page(made, after=cursor)
    assert refused.value.code == "BAD_INPUT"
