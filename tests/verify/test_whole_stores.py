"""What the service recorded is whole, whatever it was told to record; and what verify says of stores that are not."""

from pathlib import Path

import yaml

from lineage.app import Service
from lineage.service.verify import MOST_FAULTS, Checked, check, checks, named, verify, workspaces
from lineage.settings import Settings
from tests.conformance import conformance
from tests.running import RunningService, fresh, serving
from tests.verify.planting import Planting

CASES = Path(conformance.__file__).parent


def test_conformance_cases_leave_a_whole_store(settings: Settings) -> None:
    workspace = fresh("cases")
    with serving(Service(settings.model_copy(update={"workspace": workspace}))) as running:
        for name in ("cases/05-subagents", "cases/08-native-boundaries", "random/random-05", "random/random-09"):
            for spec in yaml.safe_load_all((CASES / f"{name}.yaml").read_text(encoding="utf-8")):
                conformance.Case(conformance.Http(running.url, timeout=120), spec).go()
        assert running.run(verify(running.service.store, workspace)) == []


def test_faults_of_every_workspace_are_found(service: RunningService, planting: Planting) -> None:
    planted = {planting.thread_without_events().workspace for _ in range(2)}

    async def first_two_workspaces() -> list[tuple[str, str]]:
        """The faults of the workspaces that come first, by their names: the others may hold a great deal."""
        found = []
        async for checked in checks(service.service.store):
            if checked.workspace not in planted:
                break
            found += [(violation.workspace, violation.kind) for violation in checked.violations]
        return found

    assert service.run(first_two_workspaces()) == [(workspace, "thread_events") for workspace in sorted(planted)]
    assert planted < set(service.run(workspaces(service.service.store)))


def test_faults_beyond_those_that_are_named_are_counted(service: RunningService, planting: Planting) -> None:
    planted = planting.thread_without_events(MOST_FAULTS + 20)
    checked: Checked = service.run(check(service.service.store, planted.workspace, "thread_events"))
    assert (len(checked.violations), checked.total) == (MOST_FAULTS, MOST_FAULTS + 20)
    assert named(checked)[-1].about == {"unnamed": 20}


def test_each_invariant_is_one_round_trip(storied: RunningService) -> None:
    store = storied.service.store
    before = store.round_trips
    storied.run(check(store, storied.service.settings.workspace, "run_links"))
    assert store.round_trips - before == 1
