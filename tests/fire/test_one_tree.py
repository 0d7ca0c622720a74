"""Eight writers of one lineage tree fork, roll back, run, merge, spawn and return results at once: it stays whole, and none hangs."""

from collections import Counter

from lineage.service.verify import verify
from tests.fire.tree import OPERATIONS, Tree
from tests.fire.writers import REFUSALS, Writer, at_once
from tests.running import RunningService

COMMANDS = 500
WRITERS = 8
SELDOM = {"reportProviderRollback", "reportResumeFailure"}
"""What may find nothing that it fits, as the writers happen to come."""


def test_a_tree_under_fire_stays_whole(busy: RunningService, writers: list[Writer]) -> None:
    tree = Tree(busy)

    def work(number: int, writer: Writer) -> list[tuple[str, str | None]]:
        """Sends its share of commands; each one's name, and the code that it was refused with."""
        return [tree.next_command(writer, seed) for seed in range(number, COMMANDS, WRITERS)]

    sent = [command for commands in at_once(writers[:WRITERS], work) for command in commands]
    assert len(sent) == COMMANDS
    assert {code for _, code in sent if code is not None} <= REFUSALS
    accepted = Counter(operation for operation, code in sent if code is None)
    assert set(accepted) >= set(OPERATIONS) - SELDOM, f"some commands were never accepted: {accepted}"
    assert busy.run(verify(busy.service.store, busy.service.settings.workspace)) == []
