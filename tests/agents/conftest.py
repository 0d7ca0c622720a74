"""The agent programs for tests that drive them."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from lineage.adapters.opencode.server import serving
from lineage.app import Service
from lineage.settings import Settings
from tests.agents.installing import Programs, install
from tests.agents.models.completions import PROTOCOL
from tests.agents.models.server import serving_models
from tests.agents.opencode_runs import OpenCode, make_work_tree
from tests.running import RunningService, fresh
from tests.running import serving as serving_lineage


@pytest.fixture(scope="session")
def programs() -> Programs:
    """The real programs, from npm."""
    return install()


@pytest.fixture(scope="session")
def service(settings: Settings) -> Iterator[RunningService]:
    """A service in a workspace of its own, because the agents register profiles of what is installed here."""
    with serving_lineage(Service(settings.model_copy(update={"workspace": fresh("agents")}))) as running:
        yield running


@pytest.fixture(scope="session")
async def running_opencode(programs: Programs, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[OpenCode]:
    base = tmp_path_factory.mktemp("opencode")
    with serving_models(PROTOCOL) as models:
        place = OpenCode(programs.named("opencode"), base / "home", base / "work", models)
        make_work_tree(place.folder)
        async with serving(Path(place.program), place.folder, place.environment, 120, 60) as place.server:
            yield place


@pytest.fixture
def opencode(running_opencode: OpenCode) -> OpenCode:
    """OpenCode with a server that runs all the time, whose model answers anything."""
    running_opencode.answers()
    running_opencode.models.asked.clear()
    return running_opencode
