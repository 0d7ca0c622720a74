"""What happened in parts of time, and which provider threads are stale."""

from datetime import datetime

from lineage.client.models.answer import Answer
from lineage.client.models.providers import Staleness, StalenessSignal
from lineage.domain.kinds import HandoffStrategy, ProviderThreadStatus


class RunStats(Answer):
    """Runs by when they started and how they ended; never_began are those of the failed and interrupted that did not reach a provider."""

    started: int
    completed: int
    failed: int
    interrupted: int
    never_began: int


class HandoffStats(Answer):
    """Handoffs of a strategy, of all for None, by when they were made, got their summary, failed and were superseded."""

    strategy: HandoffStrategy | None
    created: int
    ready: int
    failed: int
    superseded: int
    superseded_rate: float | None


class SizeClass(Answer):
    """Summaries longer than the class before and at most up_to characters long."""

    up_to: int | None
    count: int


class SummarySizeStats(Answer):
    """Lengths of summaries in characters; percentiles are taken from the classes."""

    count: int
    mean: float | None
    max: int | None
    p50: float | None
    p90: float | None
    p99: float | None
    classes: tuple[SizeClass, ...]


class StatsBucket(Answer):
    """What happened from start to before end; provider and model are None where statistics are not grouped by them."""

    start: datetime
    end: datetime
    provider: str | None
    model: str | None
    runs: RunStats
    provider_switches: int
    handoffs: HandoffStats
    handoffs_by_strategy: tuple[HandoffStats, ...]
    summary_sizes: SummarySizeStats
    resume_failures: int
    rollbacks: int
    rolled_back_runs: int
    forks: int
    merge_backs: int
    merge_backs_superseded: int
    merged_forks: int
    merge_back_rate: float | None
    subagents: int
    is_complete: bool


class StaleSession(Answer):
    """A provider thread as a list of stale ones names it."""

    id: str
    thread_id: str
    provider: str
    status: ProviderThreadStatus
    native_thread_ref: str | None
    model: str | None
    runtime_mode: str | None


class StaleProviderThread(Answer):
    """A provider thread that is not fit to be resumed; causes are the signals that keep it from that."""

    provider_thread: StaleSession
    causes: tuple[StalenessSignal, ...]
    staleness: Staleness
