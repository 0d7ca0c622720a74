"""Nothing in a file makes the reader raise, and what it gives holds together."""

import json
import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lineage.domain.kinds import RunStatus
from lineage.importers.recorded import RecordedRun, RolledBack
from tests.importers.t3code.reading import Reading, read_text
from tests.importers.t3code.scenarios import SCENARIOS

EXAMPLES = int(os.environ.get("LINEAGE_FUZZ_EXAMPLES", "60"))
QUICK = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
LINES = [line for scenario in SCENARIOS.values() for line in scenario().splitlines()]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(["", " ", "main", "r1", "running"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "type", "status", "runId", "from"]), inner, max_size=3)
    ),
    max_leaves=5,
)


def holds_together(found: Reading) -> None:
    """What the rest of the import relies on."""
    seen: set[str] = set()
    everyone = {outline.id for outline in found.outlines}
    for outline in found.outlines:
        thread = found.threads[outline.id.removeprefix("t3code:")]
        assert outline.departure == thread.departure
        assert outline.departure is None or outline.departure.thread_id in seen or outline.departure.thread_id not in everyone
        seen.add(outline.id)
        assert [run.id for run in thread.runs] == list(outline.run_ids)
        assert len(outline.places) == len(outline.run_ids)
        sessions = [session.id for session in thread.sessions]
        assert len(set(sessions)) == len(sessions)
        assert {run.session_id for run in thread.runs} == set(sessions)
        assert set(outline.spawns.values()) <= set(outline.run_ids)
        begun: list[str] = []
        for step in thread.steps:
            if isinstance(step, RecordedRun):
                assert step.turns and step.ended_as in (RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.INTERRUPTED)
                assert all(len(handoff.id) <= 256 for handoff in step.handoffs)
                begun.append(step.id)
            elif isinstance(step, RolledBack):
                begun = begun[: begun.index(step.first_dropped_run_id)]


@QUICK
@given(st.binary(max_size=400))
def test_random_bytes(content: bytes) -> None:
    holds_together(read_text(content))


@QUICK
@given(st.lists(st.sampled_from(LINES), max_size=80), st.integers(min_value=0, max_value=400))
def test_lines_of_several_files_dropped_swapped_repeated_and_cut(lines: list[str], cut: int) -> None:
    content = "\n".join(lines).encode()
    holds_together(read_text(content[: len(content) - cut] if cut else content))


@QUICK
@given(st.sampled_from(sorted(SCENARIOS)), st.data())
def test_values_replaced_by_anything(name: str, data: st.DataObject) -> None:
    lines = [line for line in SCENARIOS[name]().splitlines() if line.startswith("{") and line.endswith("}")]
    for _ in range(data.draw(st.integers(min_value=1, max_value=12))):
        number = data.draw(st.integers(min_value=0, max_value=len(lines) - 1))
        line = json.loads(lines[number])
        places: list[tuple[Any, Any]] = []
        _gather(line, places)
        holder, key = data.draw(st.sampled_from(places))
        holder[key] = data.draw(VALUES)
        lines[number] = json.dumps(line)
    holds_together(read_text("\n".join(lines)))


def _gather(value: Any, places: list[tuple[Any, Any]]) -> None:
    """Each place of a JSON value that holds something."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(entries):
        places.append((value, key))
        _gather(inner, places)
