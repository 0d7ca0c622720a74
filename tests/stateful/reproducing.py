"""From a failing example to the few commands that it takes to see the fault."""

import time
from collections.abc import Sequence

from tests.running import Refused
from tests.stateful.questions import Question
from tests.stateful.twins import Command, Disagreement, Twins
from tests.stateful.world import World

NUMBERED = ("impact", "asOf", "provenance")
"""Questions about an ordinal or a version, which means another one when commands are left out."""


def replayed(world: World, commands: Sequence[Command], wanted: Disagreement, question: Question | None) -> Disagreement | None:
    """The fault as it shows after these commands alone, carried out beside a model in its first state; None when it does not."""
    twins = world.twins()
    try:
        for command in commands:
            twins.replay(command)
        if question is not None:
            twins.compare(asked_again(twins, twins.named(question)))
    except Disagreement as found:
        return found if found.alike(wanted) else None
    except (KeyError, Refused):
        return None
    return None


def asked_again(twins: Twins, question: Question) -> list[Question]:
    """The question; for one about an ordinal or a version those about all that there are now."""
    kind, name = question[:2]
    state = twins.model.state
    if kind == "asOf" and name in state.threads:
        return [(kind, name, version) for version in range(1, state.threads[name].version + 1)]
    if kind == "impact" and name in state.threads:
        return [(kind, name, ordinal) for ordinal in range(len(state.runs_of(name)) + 1)]
    return [question]


def minimal(world: World, journal: Sequence[Command], wanted: Disagreement, seconds: float) -> tuple[list[Command], Disagreement]:
    """Commands without which the fault no longer shows, as far as they are found in the time; and the fault as it shows after them."""
    until = time.monotonic() + seconds
    question = None if isinstance(wanted.about, int) else Twins.symbolic(world.last[0], wanted.about)
    kept, shown, size = list(journal), wanted, max(len(journal) // 2, 1)
    while True:
        at, dropped = len(kept), False
        while at > 0 and time.monotonic() < until:
            rest = kept[: max(at - size, 0)] + kept[at:]
            if (found := replayed(world, rest, wanted, question)) is not None:
                kept, shown, dropped = rest, found, True
            at -= size
        if time.monotonic() >= until or (size == 1 and not dropped):
            return kept, shown
        size = max(size // 2, 1)
