"""The documented example for real: Codex takes runs 1 to 5 and 9 of a thread, Claude Code 6 to 8."""

from collections.abc import Iterator

import pytest

from lineage.client.models import Run
from lineage.domain.kinds import RunStatus
from tests.agents.installing import Programs
from tests.agents.models.server import Asked
from tests.agents.truth.settled import settled
from tests.agents.truth.tokens import tokens_in
from tests.agents.truth.world import Turn, World, check
from tests.running import RunningService, fresh

PROVIDERS = ["codex"] * 5 + ["claude"] * 3 + ["codex"]


@pytest.fixture(scope="module")
def world(service: RunningService, programs: Programs, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with settled(service.url, programs, tmp_path_factory.mktemp("nine-runs")) as world:
        yield world


@pytest.fixture(scope="module")
def turns(world: World) -> list[Turn]:
    """The nine runs, by ordinal from 0."""
    thread_id = world.do(world.client.create_thread(id=fresh("nine"))).thread.id
    return [world.say(thread_id, provider) for provider in PROVIDERS]


def token_of(turn: Turn) -> str:
    return turn.expected.own


def handoff_of(turn: Turn) -> str:
    """The text of the only handoff that the run consumed."""
    [handoff] = turn.starting[-1].started.handoffs
    return handoff.summary_text or ""


def request_of(turn: Turn) -> Asked:
    [asked] = turn.asked
    return asked


def joined(texts: tuple[str, ...]) -> str:
    return "".join(texts)


def test_every_run_completes_and_every_request_is_the_truth(turns: list[Turn]) -> None:
    assert [turn.run.status for turn in turns] == [RunStatus.COMPLETED] * 9
    for turn in turns:
        assert len(turn.asked) == 1
        check(turn)


def test_run_6_gets_its_handoff_and_its_message_and_no_other_text_of_runs_1_to_5(turns: list[Turn]) -> None:
    sixth = turns[5]
    asked, handoff = request_of(sixth), handoff_of(sixth)
    earlier = {token_of(turn) for turn in turns[:5]}
    assert tokens_in((handoff,)) == earlier
    assert tokens_in(asked.conversation) == {token_of(sixth)}
    assert handoff in joined(asked.beside)
    assert not earlier & tokens_in((joined(asked.beside).replace(handoff, ""),))


def test_run_9_goes_into_the_codex_session_of_runs_1_to_5(turns: list[Turn]) -> None:
    sessions = [(turn.run.provider_thread_id) for turn in turns]
    assert len(set(sessions)) == 2
    assert sessions[8] == sessions[0]


def test_run_9_reads_turns_1_to_5_then_its_handoff_then_its_message(turns: list[Turn]) -> None:
    ninth = turns[8]
    asked, handoff = request_of(ninth), handoff_of(ninth)
    assert tokens_in((handoff,)) == {token_of(turn) for turn in turns[5:8]}
    places = {token: place for place, (_, text) in enumerate(asked.order) for token in tokens_in((text,))}
    said = [places[token_of(turn)] for turn in (*turns[:5], ninth)]
    told = [places[token_of(turn)] for turn in turns[5:8]]
    assert said == sorted(said)
    assert said[4] < min(told) <= max(told) < said[5]


def test_handoffs_stand_apart_from_the_users_message(turns: list[Turn]) -> None:
    for turn in (turns[5], turns[8]):
        asked = request_of(turn)
        assert asked.conversation[-1].count("Remember tok") == 1
        assert tokens_in(asked.conversation[-1:]) == {token_of(turn)}
        assert tokens_in((handoff_of(turn),)) <= tokens_in(asked.beside)


def test_the_service_says_so_too(world: World, turns: list[Turn]) -> None:
    run: Run = turns[0].run
    thread = world.do(world.client.thread(run.thread_id))
    assert thread is not None
    known = {served.provider: served.coverage for served in thread.provider_threads}
    assert known["codex"].native_run_ordinals == (1, 2, 3, 4, 5, 9)
    assert known["claude"].native_run_ordinals == (6, 7, 8)
    assert [(part.first, part.last) for part in known["claude"].missing] == [(9, 9)]
    assert known["codex"].missing == ()
