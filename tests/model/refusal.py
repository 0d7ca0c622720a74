"""How the model refuses. The codes are those of section 8; the order of the checks in each command is the order given there."""

from __future__ import annotations


class Refused(Exception):
    """A command or question was refused, and nothing was changed. `code` is one of the stable error codes."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message = code, message


def refuse_if(wrong: bool, code: str, message: str) -> None:
    """Raises Refused with the code when `wrong` holds."""
    if wrong:
        raise Refused(code, message)
