"""Threads, now and at their earlier versions."""

from datetime import datetime
from typing import Any

from lineage.client.models.answer import Answer
from lineage.client.models.points import ContextSourcePoint, RunSegment
from lineage.client.models.providers import ProviderThread, ProviderThreadCoverage
from lineage.client.models.runs import Run
from lineage.domain.kinds import Actor, ParentRelationship


class AppThreadLineage(Answer):
    """Where a thread came from."""

    parent_thread_id: str | None
    relationship_to_parent: ParentRelationship | None
    root_thread_id: str


class Thread(Answer):
    """A conversation. version counts its changes from 1, run_count its own runs and fork_count its forks, those rolled back included.
    redacted_at is when its texts were deleted."""

    id: str
    title: str | None
    created_by: Actor
    created_at: datetime
    updated_at: datetime
    version: int
    depth: int
    metadata: Any
    run_count: int
    fork_count: int
    redacted_at: datetime | None
    lineage: AppThreadLineage


class ThreadDetails(Thread):
    """A thread that was asked for by its id: also its history, newest stable point, active run and agents' sessions."""

    history: tuple[RunSegment, ...]
    head_ordinal: int
    latest_stable: ContextSourcePoint | None
    active_run: Run | None
    provider_threads: tuple[ProviderThread, ...]


class ThreadAsOf(Answer):
    """A thread at one of its versions."""

    thread_id: str
    version: int
    history: tuple[RunSegment, ...]
    head_ordinal: int
    latest_stable: ContextSourcePoint | None
    coverage: tuple[ProviderThreadCoverage, ...]


class LineageEvent(Answer):
    """What changed a thread at one version of it, and who sent the command; None where nobody was asked for credentials."""

    thread_id: str
    version: int
    type: str
    at: datetime
    payload: Any
    command: str | None
    actor: str | None
