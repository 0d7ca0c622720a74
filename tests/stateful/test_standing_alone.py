"""No example changes what others begin with, and a fault is looked for with any of its commands left out."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from lineage.service.verify import Violation
from tests.model.model import Model
from tests.model.state import State
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


def test_an_example_ends_when_what_is_stored_is_not_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = _Drawing()
    wrong = Violation("no_gaps_in_ordinals", "some", {"threadId": "T1"}, "ordinals 1, 3", "1, 2, 3")
    machine.twins = SimpleNamespace(model=Model(), journal=[])  # type: ignore[assignment]
    monkeypatch.setattr(_Drawing, "world", SimpleNamespace(violations=lambda: [wrong]), raising=False)
    monkeypatch.setattr(_Drawing, "_compare", lambda *_: None)
    monkeypatch.setattr("tests.stateful.machine_base.after_step", lambda *_: [])
    for verifying in (False, True):
        monkeypatch.setattr(_Drawing, "verifying", verifying)
        machine.seen, machine.failed = State(), False
        with pytest.raises(AssertionError, match="no_gaps_in_ordinals") if verifying else nullcontext():
            machine.they_agree()
        assert machine.failed == verifying
