"""What the service says a session knows is what its program sends to the model: a short, fixed campaign.

Longer ones are `python -m tests.agents.truth.campaign`.
"""

from pathlib import Path

from tests.agents.installing import Programs
from tests.agents.truth.campaign import machine_of, run
from tests.agents.truth.settled import settled
from tests.running import RunningService

EXAMPLES, STEPS = 4, 8


def test_each_request_holds_exactly_what_the_service_says(service: RunningService, programs: Programs, tmp_path: Path) -> None:
    with settled(service.url, programs, tmp_path) as world:
        machine = machine_of(world, programs, tmp_path)
        run(machine, EXAMPLES, STEPS, derandomize=True)
        assert machine.turns >= EXAMPLES
