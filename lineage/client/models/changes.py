"""What subscriptions tell."""

from datetime import datetime
from typing import Any

from lineage.client.models.answer import Answer


class ThreadVersion(Answer):
    """A thread and one of its versions."""

    thread_id: str
    version: int


class ThreadChange(Answer):
    """One change of a thread; or, with up_to_date, the marker that everything up to version was told."""

    thread_id: str
    version: int
    type: str | None
    at: datetime | None
    payload: Any
    command: str | None
    actor: str | None
    up_to_date: bool


class TreeChange(Answer):
    """One change of a thread of a tree; or, with up_to_date, the marker that everything up to versions was told."""

    root_thread_id: str
    thread_id: str | None
    version: int | None
    type: str | None
    at: datetime | None
    payload: Any
    command: str | None
    actor: str | None
    up_to_date: bool
    versions: tuple[ThreadVersion, ...] | None
