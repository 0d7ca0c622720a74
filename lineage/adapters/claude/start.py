"""How a turn's program is started so that it goes on where it should, and how that is checked afterwards."""

from dataclasses import dataclass
from uuid import uuid4

from lineage.adapters.claude.session_file import SessionFile
from lineage.adapters.errors import AdapterError, ForkFailed, ResumeFailed, RevertFailed, TurnFailed


@dataclass(frozen=True)
class Start:
    """The session of the next turn, the options that lead there, and the turns that are to be before it in the session's file.

    failed is the error when the program does not go on there.
    """

    thread_ref: str
    options: tuple[str, ...]
    turns: tuple[str, ...]
    failed: type[AdapterError]


def anew() -> Start:
    """In a new session."""
    thread_ref = str(uuid4())
    return Start(thread_ref, ("--session-id", thread_ref), (), TurnFailed)


def resumed(file: SessionFile, thread_ref: str, last_turn_ref: str | None) -> Start:
    """In this session right behind a turn, or at its end; what lies behind that turn is dropped at once. ResumeFailed."""
    turns = file.turns_to(file.leaf())
    if last_turn_ref is None or turns[-1:] == (last_turn_ref,):
        return Start(thread_ref, ("--resume", thread_ref), turns, ResumeFailed)
    return _rewound(file, thread_ref, last_turn_ref, ResumeFailed)


def reverted(file: SessionFile, thread_ref: str, before_turn_ref: str, kept_turn_ref: str | None) -> Start:
    """In this session, rewound at once to the end of a turn, or to nothing. RevertFailed."""
    if kept_turn_ref is None:
        _move(file, None, RevertFailed)
        return Start(thread_ref, ("--resume", thread_ref), (), RevertFailed)
    start = _rewound(file, thread_ref, kept_turn_ref, RevertFailed)
    if before_turn_ref in start.turns:
        raise RevertFailed(
            f"turn {before_turn_ref} comes before turn {kept_turn_ref} in session {thread_ref}, so it cannot go while that stays"
        )
    return start


def forked(file: SessionFile, thread_ref: str, last_turn_ref: str | None) -> Start:
    """In a new session that has this one's turns up to one of them, or all. ForkFailed."""
    turns, end = file.turns_to(file.leaf()), file.leaf()
    if not turns and last_turn_ref is None:
        return anew()
    new = str(uuid4())
    options: tuple[str, ...] = ("--resume", thread_ref, "--fork-session", "--session-id", new)
    if last_turn_ref is not None and turns[-1:] != (last_turn_ref,):
        if last_turn_ref not in turns:
            raise ForkFailed(f"session {thread_ref} does not hold turn {last_turn_ref}, or it was rewound to before it")
        end = _end(file, thread_ref, last_turn_ref, ForkFailed)
        options = (*options, "--resume-session-at", end)
    return Start(new, options, file.loaded_turns_to(end), ForkFailed)


def _rewound(file: SessionFile, thread_ref: str, last_turn_ref: str, failed: type[AdapterError]) -> Start:
    end = _end(file, thread_ref, last_turn_ref, failed)
    if end != file.leaf():
        _move(file, end, failed)
    return Start(thread_ref, ("--resume", thread_ref, "--resume-session-at", end), file.turns_to(end), failed)


def _end(file: SessionFile, thread_ref: str, turn_ref: str, failed: type[AdapterError]) -> str:
    if not file.holds(turn_ref):
        raise failed(f"session {thread_ref} does not hold turn {turn_ref}")
    end = file.end_of(turn_ref)
    if file.is_compacted_behind(end):
        raise failed(f"session {thread_ref} was compacted after turn {turn_ref}, so Claude Code cannot go back there")
    return end


def _move(file: SessionFile, line_ref: str | None, failed: type[AdapterError]) -> None:
    try:
        file.go_on_behind(line_ref)
    except OSError as error:
        raise failed(f"session {file.path} cannot be written: {error.strerror or error}") from error
