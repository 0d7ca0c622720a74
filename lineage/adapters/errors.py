"""What can go wrong between lineage and an agent program.

AdapterError
├── CannotUse        the program cannot be used at all
│   ├── ProgramMissing   it is not installed
│   ├── WrongVersion     it is installed in a version that the adapter does not know how to drive
│   └── NotConfigured    it lacks something that it needs, such as an API key
├── ResumeFailed     the native session is gone, or does not hold what it is said to hold
├── ForkFailed       the native session cannot be forked there
├── RevertFailed     the native session did not drop the turns that it was told to drop
└── TurnFailed       the program did not take the message; nothing of it is in the native session
"""


class AdapterError(Exception):
    """Its text says what happened and, where a person can do something about it, what."""


class CannotUse(AdapterError): ...


class ProgramMissing(CannotUse): ...


class WrongVersion(CannotUse): ...


class NotConfigured(CannotUse): ...


class ResumeFailed(AdapterError): ...


class ForkFailed(AdapterError): ...


class RevertFailed(AdapterError): ...


class TurnFailed(AdapterError): ...
