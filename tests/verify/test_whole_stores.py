"""What the service recorded is whole, whatever it was told to record; and what verify says of stores that are not."""

from pathlib import Path

import pytest
import yaml

from lineage.app import Service
from lineage.service.verify import MOST_FAULTS, Checked, check, named, verify, workspaces
from lineage.settings import Settings
from tests.conformance import conformance
from tests.running import RunningService, fresh, serving
from tests.verify.planting import Planting

CASES = Path(conformance.__file__).parent


@pytest.mark.parametrize("names", [["cases/05-subagents", "cases/08-native-boundaries"], ["random/random-05", "random/random-09"]], ids=str)
def test_conformance_cases_leave_a_whole_store(settings: Settings, names: list[str]) -> None:
    workspace = fresh("cases")
    with serving(Service(settings.model_copy(update={"workspace": workspace}))) as running:
        for name in names:
            for spec in yaml.safe_load_all((CASES / f"{name}.yaml").read_text(encoding="utf-8")):
                conformance.Case(conformance.Http(running.url, timeout=120), spec).go()
        assert running.run(verify(running.service.store, workspace)) == []


def test_faults_of_every_workspace_are_found(service: RunningService, planting: Planting) -> None:
    first, second = planting.thread_without_events(), planting.thread_without_events()
    found = service.run(verify(service.service.store))
    assert {first.workspace, second.workspace} <= {violation.workspace for violation in found}
    assert {first.workspace, second.workspace} <= set(service.run(workspaces(service.service.store)))
    assert [v.kind for v in service.run(verify(service.service.store, first.workspace))] == ["thread_events"]


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
