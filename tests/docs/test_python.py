"""The program of the README that uses the client runs, and prints what it is there for."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from lineage.app import Service
from lineage.client import LineageClient
from lineage.demo import load_demo
from lineage.settings import Settings
from tests.docs.page import README
from tests.running import RunningService, fresh, serving

ADDRESS = "http://127.0.0.1:8080/graphql"


@pytest.fixture(scope="module")
def demo(settings: Settings) -> Iterator[RunningService]:
    """A service that holds the example."""
    own = settings.model_copy(update={"workspace": fresh("docs"), "query_timeout_seconds": 300})
    with serving(Service(own)) as running:
        running.run(load_demo(running.service.commands, own.workspace))
        yield running


def test_the_program_prints_how_the_next_run_would_start(demo: RunningService) -> None:
    [program] = [block for block in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL) if ADDRESS in block]
    done = subprocess.run(
        [sys.executable, "-c", program.replace(ADDRESS, demo.url)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr

    async def asked() -> str:
        async with LineageClient(demo.url) as client:
            decided = await client.resolve_start_context(thread_id="demo", provider="claude")
        return f"{decided.strategy} {[action.kind.value for action in decided.actions]}\n"

    assert done.stdout == asyncio.run(asked())
    assert done.stdout.startswith("DELTA_INTO_EXISTING ")
