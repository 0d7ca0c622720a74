"""The service and its Neo4j, killed under load: what was acknowledged is there, nothing is half there, and retries are answered alike.

`python -m tests.faults.campaign --kills 100` does this at length.
"""

from tests.faults.killing import EACH, Machine, campaign


async def test_nothing_acknowledged_is_lost(killable: Machine) -> None:
    figures = await campaign(killable, ["both"], seed=1, writers=3, load_seconds=1.0)
    assert figures.faults == []
    assert figures.acknowledged >= EACH
    assert figures.interrupted, "no command was under way when something was killed"
