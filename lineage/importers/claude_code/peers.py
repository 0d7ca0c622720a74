"""What other sessions and agents say in a session: the mates of a team, agents that are asked to report, sessions beside it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BANNER = "Another Claude session sent a message"
_TAG = r"<(teammate-message|agent-message|cross-session-message)\b((?:[^>\"]|\"[^\"]*\")*)>"
_BEGINNING = re.compile(rf"(?:{_BANNER}[^\n<]*:\s*)?{_TAG}")
_REPORT = re.compile(rf"{_TAG}(.*?)</\1>", re.DOTALL)
_SENDER = re.compile(r"\b(?:teammate_id|from|name)=\"([^\"]*)\"")
_LEADS = frozenset({"team-lead", "leader"})


@dataclass(frozen=True, slots=True)
class Report:
    """What one of them said. is_of_machines tells that it is for programs, such as that a mate is idle."""

    sender: str | None
    said: str

    @property
    def is_of_machines(self) -> bool:
        return self.said.startswith("{")


def is_of_peers(text: str) -> bool:
    """Whether a text begins with what another session or agent said, not with what a user did who only mentions one."""
    return _BEGINNING.match(text) is not None


def is_of_lead(text: str) -> bool:
    """Whether the lead of a team says it: to the members of the team that is what they are asked."""
    beginning = _BEGINNING.match(text)
    return beginning is not None and _sender(beginning[2]) in _LEADS


def reports_in(text: str, sender: str | None = None) -> Iterator[Report]:
    """All that is said in a text, by whom; a text that names nobody is one report of the sender."""
    if not is_of_peers(text):
        yield Report(sender, text.strip())
        return
    for found in _REPORT.finditer(text):
        if said := found[3].strip():
            yield Report(_sender(found[2]), said)


def _sender(attributes: str) -> str | None:
    found = _SENDER.search(attributes)
    return found[1] or None if found else None
