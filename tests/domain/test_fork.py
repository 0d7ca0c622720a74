"""What a thread may be forked from (design 5)."""

import pytest

from lineage.domain.facts import ProviderThreadFacts, RunFact, ThreadFacts
from lineage.domain.fork import fork_from_latest_stable, fork_from_provider_thread, fork_from_run
from lineage.domain.kinds import ProviderThreadStatus, RunStatus
from lineage.errors import BadInput, LineageError, RolledBackSource, UnstableSource
from tests.domain.builders import left, point, provider_thread, ran, root, run, thread

FORK = thread(
    provider_thread("F1", ran("1-2"), ran("3", rolled_back_at=5), thread="F"),
    line=(left("F", "T", "T 2"), root()),
    inherited={"T": (ran("1-4"),)},
)
"""F, forked from T after run 2, with two runs of its own and one that was rolled back."""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(run("F 2"), id="an own run"),
        pytest.param(run("T 2"), id="an inherited run"),
        pytest.param(run("T 2", rolled_back_at=9), id="an inherited run that the parent rolled back since"),
        pytest.param(run("F 2", status=RunStatus.FAILED), id="a failed run with a checkpoint"),
    ],
)
def test_a_run_of_the_history_that_is_stable(source: RunFact) -> None:
    assert fork_from_run(FORK, source).point == source.point


@pytest.mark.parametrize(
    ("source", "error"),
    [
        pytest.param(run("T 3"), BadInput, id="a run of the parent after the source point"),
        pytest.param(run("G 1"), BadInput, id="a run of another thread"),
        pytest.param(run("G 1", status=RunStatus.RUNNING), BadInput, id="an active run of another thread"),
        pytest.param(run("F 4", status=RunStatus.PREPARING, begun=False), UnstableSource, id="one that is preparing"),
        pytest.param(run("F 2", status=RunStatus.RUNNING), UnstableSource, id="one that is running"),
        pytest.param(run("F 4", status=RunStatus.FAILED, begun=False), UnstableSource, id="one that never began"),
        pytest.param(
            run("F 2", status=RunStatus.INTERRUPTED, checkpoint=False), UnstableSource, id="an interrupted one without checkpoint"
        ),
        pytest.param(run("F 3", rolled_back_at=5), RolledBackSource, id="a rolled-back one"),
        pytest.param(
            run("F 3", status=RunStatus.FAILED, checkpoint=False, rolled_back_at=5), UnstableSource, id="unstable before rolled back"
        ),
    ],
)
def test_any_other_run_is_refused(source: RunFact, error: type[LineageError]) -> None:
    with pytest.raises(error):
        fork_from_run(FORK, source)


def test_the_latest_stable_point() -> None:
    assert fork_from_latest_stable(FORK).point == point("F 2")
    with pytest.raises(UnstableSource):
        fork_from_latest_stable(thread(provider_thread("C1", ran("1", checkpoints=False))))


def test_an_idle_provider_thread_is_stable_by_itself() -> None:
    idle = provider_thread("C1", ran("1"), ran("2", ended=RunStatus.FAILED, checkpoints=False))
    found = fork_from_provider_thread(thread(idle), idle)
    assert (found.point, found.provider_thread) == (point("T 2"), idle)


@pytest.mark.parametrize(
    ("facts", "source"),
    [
        pytest.param(thread(active=RunStatus.RUNNING), provider_thread("C1", ran("1")), id="a run is active on it"),
        pytest.param(thread(), provider_thread("C1", ran("1"), status=ProviderThreadStatus.ROLLED_BACK), id="it is not ACTIVE"),
        pytest.param(thread(), provider_thread("C1", ran("1", rolled_back_at=5)), id="what it ran was rolled back"),
        pytest.param(thread(), provider_thread("C1"), id="it ran nothing"),
    ],
)
def test_any_other_provider_thread_is_refused(facts: ThreadFacts, source: ProviderThreadFacts) -> None:
    with pytest.raises(UnstableSource):
        fork_from_provider_thread(facts, source)


def test_a_run_that_is_active_elsewhere_in_the_thread_does_not_disturb() -> None:
    idle = provider_thread("C1", ran("1"))
    facts = thread(idle, provider_thread("L1"), active=RunStatus.RUNNING, active_on="L1")
    assert fork_from_provider_thread(facts, idle).point == point("T 1")
