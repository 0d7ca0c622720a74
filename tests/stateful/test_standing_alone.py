"""No example changes what others begin with, and a fault is looked for with any of its commands left out."""

from tests.model.model import Model
from tests.stateful.drawing import Dice
from tests.stateful.machine import LineageMachine
from tests.stateful.profiles import CHANGELING, PROFILES
from tests.stateful.questions import ask_model


def test_a_profile_that_all_examples_share_is_never_registered_anew() -> None:
    for draw in (LineageMachine.another, LineageMachine.wrong):
        drawn = {draw(_Drawing(), Dice(f"{seed}"), "kind", CHANGELING) for seed in range(300)}
        assert drawn
        assert not drawn & PROFILES.keys()


def test_what_is_not_there_is_told_as_nothing() -> None:
    model = Model()
    assert ask_model(model, ("thread", "left out")) is None
    assert ask_model(model, ("providerThread", "left out")) is None


class _Drawing(LineageMachine):
    """Draws values without a service."""

    def __init__(self) -> None:
        pass
