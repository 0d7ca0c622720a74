"""A short, fixed campaign against the running service; the long ones are `python -m tests.stateful.campaign`."""

import pytest

from lineage.settings import Settings
from tests.stateful.campaign import machine_of, run, told
from tests.stateful.twins import Disagreement
from tests.stateful.world import world

EXAMPLES, STEPS = 5, 20


def test_service_and_model_agree_and_all_is_whole_after_each_step_of_random_examples(settings: Settings) -> None:
    with world(settings) as given:
        try:
            run(given, machine_of(given, verifying=True), EXAMPLES, STEPS, derandomize=True)
        except Disagreement as found:
            pytest.fail(told(given, found, seconds=60), pytrace=False)
        assert given.examples >= EXAMPLES
        assert given.commands > EXAMPLES * STEPS / 2
