"""What other sessions and agents say is no user's message, but what a run heard; the lead of a team asks, and so does who speaks first."""

from collections.abc import Mapping
from typing import Any

import pytest

from lineage.importers.claude_code.peers import is_of_peers
from tests.importers.claude_code.reading import read_lines, said

BANNER = "Another Claude session sent a message:\n"


def mate(name: str, words: str) -> str:
    return f'<teammate-message teammate_id="{name}" color="blue" summary="15% -> 96% & done">\n{words}\n</teammate-message>'


def chain(*lines: tuple[str, str | Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Lines of users (u…) and answers (a…) by their uuids, each behind the one before it; what they say, or other fields."""
    made: list[dict[str, Any]] = []
    for uuid, told in lines:
        fields = {"message": {"content": told}} if isinstance(told, str) else dict(told)
        type_ = {"u": "user", "a": "assistant", "q": "attachment"}[uuid[0]]
        made.append({"type": type_, "uuid": uuid, "parentUuid": made[-1]["uuid"] if made else None, **fields})
    return made


def test_reports_of_mates_are_heard_by_the_run_that_waits_for_them() -> None:
    reports = f"{BANNER}{mate('indexer', 'The index is new.')}\n\n{mate('reviewer', 'It is safe.')}\n\nThis came from another session."
    idle = '{"type":"idle_notification","from":"indexer"}'
    runs = read_lines(
        chain(
            ("u1", "Ask the team"),
            ("a1", "I ask."),
            ("u2", reports),
            ("u3", mate("indexer", idle)),
            ("a2", "All is done."),
            ("u4", "Thanks"),
        )
    ).runs()
    assert list(runs) == ["u1", "u4"]
    assert said(runs["u1"]) == [
        "USER_MESSAGE Ask the team",
        "ASSISTANT_MESSAGE I ask.",
        "SUBAGENT_RESULT The index is new.",
        "SUBAGENT_RESULT It is safe.",
        f"PROTOCOL {idle}",
        "ASSISTANT_MESSAGE All is done.",
    ]
    assert [item.data for item in runs["u1"].items[2:4]] == [{"description": "indexer"}, {"description": "reviewer"}]


def test_what_the_lead_of_a_team_says_is_what_its_mate_was_asked() -> None:
    runs = read_lines(
        chain(("u1", mate("team-lead", "Write tests")), ("a1", "Written."), ("u2", mate("team-lead", "Write more")), ("a2", "More."))
    ).runs()
    assert [run.message for run in runs.values()] == ["Write tests", "Write more"]


def test_a_session_that_a_peer_began_has_its_words_as_its_first_message() -> None:
    runs = read_lines(chain(("u1", BANNER + mate("coach", "Look here")), ("a1", "I look."), ("u2", mate("coach", "And?")))).runs()
    assert {id: said(run) for id, run in runs.items()} == {
        "u1": ["USER_MESSAGE Look here", "ASSISTANT_MESSAGE I look.", "SUBAGENT_RESULT And?"]
    }


def test_what_an_agent_hands_back_is_heard_in_whatever_words() -> None:
    handed = {"origin": {"kind": "peer", "from": "a7"}, "message": {"content": "[Subagent hand-back] All is well"}}
    (run,) = read_lines(chain(("u1", "Go"), ("a1", "I go."), ("u2", handed), ("a2", "Good."))).runs().values()
    assert said(run)[2] == "SUBAGENT_RESULT [Subagent hand-back] All is well"
    assert run.items[2].data == {"description": "a7"}


def test_what_an_agent_quotes_of_another_is_told_once() -> None:
    words = f"I was told: {mate('coach', 'Look here')}"
    handed = {"origin": {"kind": "peer", "from": "a7"}, "message": {"content": words}}
    (run,) = read_lines(chain(("u1", "Go"), ("a1", "I go."), ("u2", handed), ("a2", "Good."))).runs().values()
    assert said(run)[2:] == [f"SUBAGENT_RESULT {words}", "ASSISTANT_MESSAGE Good."]


def test_a_report_that_joined_a_running_turn_is_no_message_of_the_user() -> None:
    words = '<cross-session-message from="s2">I am ready</cross-session-message>'
    queued = {"attachment": {"type": "queued_command", "commandMode": "prompt", "prompt": words}}
    (run,) = read_lines(chain(("u1", "Go"), ("a1", "I go."), ("q1", queued))).runs().values()
    assert said(run) == ["USER_MESSAGE Go", "ASSISTANT_MESSAGE I go.", "SUBAGENT_RESULT I am ready"]


@pytest.mark.parametrize(
    "text", [BANNER + "what does that mean?", "See <teammate-message teammate_id='x'> in the log", "<teammate-messages>"]
)
def test_a_user_who_writes_about_such_messages_is_the_user(text: str) -> None:
    assert not is_of_peers(text)
    assert list(read_lines(chain(("u1", "Go"), ("a1", "Gone."), ("u2", text), ("a2", "So."))).runs()) == ["u1", "u2"]
