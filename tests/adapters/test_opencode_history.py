"""Which messages of an OpenCode session are one turn."""

from typing import Any

import pytest

from lineage.adapters.opencode.history import MARK, History, history_of

Message = dict[str, Any]


def message(name: str, role: str, *parts: dict[str, Any]) -> Message:
    return {"info": {"id": name, "role": role}, "parts": list(parts)}


def asked(name: str, mark: str | None = None) -> Message:
    return message(name, "user", {"type": "text", "text": name, **({"metadata": {MARK: {"message": mark}}} if mark else {})})


def answered(name: str) -> Message:
    return message(name, "assistant", {"type": "step-start"}, {"type": "text", "text": name})


COMPACTION = message("c", "user", {"type": "compaction", "auto": True})
GO_ON = message("g", "user", {"type": "text", "text": "Continue", "synthetic": True})


def test_a_turn_is_the_users_message_with_all_answers_to_it() -> None:
    history = history_of({}, [asked("u1"), answered("a1"), answered("b1"), asked("u2"), answered("a2")])
    assert (history.start_of("u1"), history.end_of("u1")) == (0, 3)
    assert (history.start_of("u2"), history.end_of("u2")) == (3, 5)
    assert history.from_on(3) == ("u2", "a2")


@pytest.mark.parametrize("name", ["a1", "u3", ""])
def test_what_is_no_users_message_is_no_turn(name: str) -> None:
    history = history_of({}, [asked("u1"), answered("a1")])
    assert (history.start_of(name), history.end_of(name)) == (None, None)


def test_a_compaction_belongs_to_the_turn_in_which_it_happened() -> None:
    history = history_of({}, [asked("u1"), COMPACTION, answered("summary"), GO_ON, answered("a1"), asked("u2")])
    assert history.end_of("u1") == 5
    assert history.start_of("c") is None and history.start_of("g") is None


def test_a_message_that_is_repeated_after_a_compaction_belongs_to_its_turn() -> None:
    history = history_of({}, [asked("u1", "m1"), COMPACTION, answered("summary"), asked("r", "m1"), answered("a1"), asked("u2", "m2")])
    assert history.end_of("u1") == 5
    assert history.start_of("r") is None


def test_a_message_that_was_not_written_whole_begins_a_turn_that_can_be_dropped() -> None:
    history = history_of({}, [asked("u1"), answered("a1"), message("u2", "user")])
    assert history.from_on(history.end_of("u1") or 0) == ("u2",)


def test_what_was_undone_is_no_longer_held_but_can_be_dropped() -> None:
    history = history_of({"revert": {"messageID": "u2"}}, [asked("u1"), answered("a1"), asked("u2"), answered("a2")])
    assert history.start_of("u2") is None
    assert history.end_of("u1") == 2
    assert history.from_on(2) == ("u2", "a2")


def test_a_revert_to_a_message_that_is_gone_undoes_nothing() -> None:
    assert history_of({"revert": {"messageID": "gone"}}, [asked("u1")]).start_of("u1") == 0


def test_turns_of_forks_are_found_by_all_their_older_names() -> None:
    source = history_of({}, [asked("u1"), answered("a1"), asked("u2"), answered("a2")])
    names = source.names_in(history_of({}, [asked("v1"), answered("b1"), asked("v2"), answered("b2")]))
    assert names == {"u1": "v1", "u2": "v2"}
    fork = history_of({"metadata": {MARK: {"turns": names}}}, [asked("v1"), answered("b1"), asked("v2"), answered("b2"), asked("v3")])
    assert (fork.end_of("u1"), fork.end_of("v1"), fork.end_of("u2"), fork.end_of("v3")) == (2, 2, 4, 5)
    copy = History(("w1", "x1", "w2", "x2"), (0, 2), (), {})
    assert fork.names_in(copy) == {"v1": "w1", "v2": "w2", "u1": "w1", "u2": "w2"}
    assert fork.names_in(copy.up_to(2)) == {"v1": "w1", "u1": "w1"}
