"""What can go wrong between a client and its service.

ClientError
├── Refused           the service answered with an error; code is one of its stable codes
├── Unreachable       no answer came: no connection, one that broke, or none in time
└── UnexpectedAnswer  what answered is not a service of this version
"""


class ClientError(Exception):
    """A question or command that brought no answer; message says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Refused(ClientError):
    """The service said no. Nothing was done; code is stable (NOT_FOUND, CONFLICT, …), message says what was wrong."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Unreachable(ClientError):
    """No answer came. Whether a command was carried out is not known; sent again with its command_id it is, once."""


class UnexpectedAnswer(ClientError):
    """An answer that is none of this API, or of another version of it. What a command did is not known."""
