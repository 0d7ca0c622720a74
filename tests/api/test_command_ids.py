"""commandId makes a retry safe (design 8): the work is done once and the first answer given again."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from graphql import build_schema

from tests.api.commands import COMMANDS, Command
from tests.api.graph import Graph
from tests.api.recorder import Recorder
from tests.running import Refused, RunningService, fresh

EACH = pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.operation)
ANY = next(command for command in COMMANDS if command.operation == "createThread")
SCHEMA = Path(__file__).parents[2] / "schema.graphql"


def code_of(command: Command, recorder: Recorder, given: dict[str, object]) -> str:
    with pytest.raises(Refused) as refused:
        command.carry_out(recorder, given)
    return refused.value.code


def test_every_mutation_is_tried() -> None:
    mutations = build_schema(SCHEMA.read_text(encoding="utf-8")).mutation_type
    assert mutations is not None
    assert sorted(mutations.fields) == sorted(command.operation for command in COMMANDS)


@EACH
def test_a_retry_gives_the_first_answer_again_and_anything_else_is_a_conflict(
    command: Command, alone: RunningService, graph: Graph
) -> None:
    recorder = Recorder(alone)
    given = {**command.prepare(recorder), "commandId": fresh("command")}
    first = command.carry_out(recorder, given)
    command.later(recorder, given, first)
    before = graph.content()
    assert command.carry_out(recorder, given) == first
    assert command.carry_out(recorder, {**given, **command.defaults}) == first, "defaults that are filled in make no other input"
    assert code_of(command, recorder, {**given, **command.other}) == "CONFLICT"
    other = ANY if command is not ANY else COMMANDS[0]
    assert code_of(other, recorder, {**other.prepare(recorder), "commandId": given["commandId"]}) == "CONFLICT"
    assert graph.content() == before


@pytest.mark.parametrize(
    ("operation", "given", "code"),
    [
        ("startRun", {"threadId": "nowhere", "provider": "codex"}, "NOT_FOUND"),
        ("beginRun", {"runId": "nowhere"}, "NOT_FOUND"),
        ("createThread", {"id": ""}, "BAD_INPUT"),
    ],
)
def test_a_command_that_failed_leaves_no_receipt(recorder: Recorder, operation: str, given: dict[str, str], code: str) -> None:
    command_id = fresh("command")
    failing = next(command for command in COMMANDS if command.operation == operation)
    assert code_of(failing, recorder, {**given, "commandId": command_id}) == code
    thread = recorder.service.mutate("createThread", "thread { title }", title="made after all", commandId=command_id)
    assert thread["thread"]["title"] == "made after all"


def test_a_used_command_id_is_looked_at_before_anything_else(recorder: Recorder) -> None:
    command_id, run_id = fresh("command"), recorder.start(recorder.thread())["run"]["id"]
    recorder.service.mutate("beginRun", "run { id }", runId=run_id, commandId=command_id)
    with pytest.raises(Refused) as refused:
        recorder.service.mutate("beginRun", "run { id }", runId="nowhere", commandId=command_id)
    assert refused.value.code == "CONFLICT"
    recorder.finish(run_id)
    answer = recorder.service.mutate("beginRun", "run { status }", runId=run_id, commandId=command_id)
    assert answer["run"]["status"] == "RUNNING"


def test_the_same_command_id_in_another_workspace_is_another_command(alone: RunningService, recorder: Recorder) -> None:
    command_id = fresh("command")
    ids = {service.mutate("createThread", "thread { id }", commandId=command_id)["thread"]["id"] for service in (alone, recorder.service)}
    assert len(ids) == 2


def test_one_id_that_many_take_at_the_same_moment_is_taken_once(recorder: Recorder) -> None:
    id = fresh("T")

    def create(number: int) -> str:
        try:
            return recorder.thread(id=id, title=f"{number}")
        except Refused as refused:
            return refused.code

    with ThreadPoolExecutor(16) as writers:
        answers = Counter(writers.map(create, range(16), timeout=120))
    assert answers == {id: 1, "CONFLICT": 15}
