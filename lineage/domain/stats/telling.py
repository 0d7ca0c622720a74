"""What is told of the sums of a bucket."""

from datetime import datetime

from lineage.domain.kinds import HandoffStrategy
from lineage.domain.models import Model
from lineage.domain.stats.figures import HANDOFF_CHANGES, SIZE_BOUNDS, Tally
from lineage.domain.stats.sizes import percentile


class RunStats(Model):
    """Runs, by what happened to them in the bucket; one that started in it and ended in a later one counts in both.

    started goes by startRun; completed, failed and interrupted by finishRun, and stay what they are when the run is rolled back.
    neverBegan are those of failed and interrupted that never reached the provider.
    """

    started: int
    completed: int
    failed: int
    interrupted: int
    never_began: int


class HandoffStats(Model):
    """Handoffs of one strategy, or of all, by what happened to them in the bucket: each counts where it was made, where its summary came
    (at once for one of the local summarizer), where it failed and where it was superseded.

    supersededRate is superseded / created, null where none was created; it can pass 1, as older ones are superseded too.
    """

    strategy: HandoffStrategy | None = None
    created: int
    ready: int
    failed: int
    superseded: int
    superseded_rate: float | None = None


class SizeClass(Model):
    """Summaries longer than the class before and at most upTo characters long, of any length above for null."""

    up_to: int | None
    count: int


class SummarySizeStats(Model):
    """Lengths in characters of the summaries of handoffs that came in the bucket.

    count, mean and max are exact. The percentiles are taken from the classes, as if lengths lay evenly in a class; null without summaries.
    """

    count: int
    mean: float | None
    max: int | None
    p50: float | None
    p90: float | None
    p99: float | None
    classes: tuple[SizeClass, ...]


class StatsBucket(Model):
    """What happened from start to before end. Everything counts at the moment when it happened, and so does not change later.

    provider and model are those of the run that it happened to: the run itself, the one that a handoff was made for, the source run of
    a fork and of all that is told of its merge-backs, the run that spawned a subagent, the first run that a rollback dropped. They are
    null where statistics are not grouped by them; model is null too where the run named none.

    isComplete is false while imported threads wait to be counted, a minute or so: figures may still be too small then.
    """

    start: datetime
    end: datetime
    provider: str | None = None
    model: str | None = None
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
    merge_back_rate: float | None = None
    subagents: int
    is_complete: bool


def bucket_of(start: datetime, end: datetime, provider: str | None, model: str | None, tally: Tally, is_complete: bool) -> StatsBucket:
    """The sums of a bucket as they are told."""
    forks, merged = tally.plain("FORK"), tally.plain("MERGED_FORK")
    return StatsBucket(
        start=start,
        end=end,
        provider=provider,
        model=model,
        runs=RunStats(
            started=tally.plain("RUN_STARTED"),
            completed=tally.plain("RUN_COMPLETED"),
            failed=tally.plain("RUN_FAILED"),
            interrupted=tally.plain("RUN_INTERRUPTED"),
            never_began=tally.plain("NEVER_BEGAN"),
        ),
        provider_switches=tally.plain("SWITCH"),
        handoffs=_handoffs(None, tally),
        handoffs_by_strategy=tuple(_handoffs(strategy, tally) for strategy in HandoffStrategy),
        summary_sizes=_summary_sizes(tally),
        resume_failures=tally.plain("RESUME_FAILURE"),
        rollbacks=tally.plain("ROLLBACK"),
        rolled_back_runs=tally.plain("ROLLED_BACK_RUN"),
        forks=forks,
        merge_backs=tally.plain("MERGE_BACK"),
        merge_backs_superseded=tally.plain("MERGE_BACK_SUPERSEDED"),
        merged_forks=merged,
        merge_back_rate=merged / forks if forks else None,
        subagents=tally.plain("SUBAGENT"),
        is_complete=is_complete,
    )


def _handoffs(strategy: HandoffStrategy | None, tally: Tally) -> HandoffStats:
    of = list(HandoffStrategy) if strategy is None else [strategy]
    created, ready, failed, superseded = (sum(tally.handoffs(change, one) for one in of) for change in HANDOFF_CHANGES)
    return HandoffStats(
        strategy=strategy,
        created=created,
        ready=ready,
        failed=failed,
        superseded=superseded,
        superseded_rate=superseded / created if created else None,
    )


def _summary_sizes(tally: Tally) -> SummarySizeStats:
    sizes, count = tally.sizes, sum(tally.sizes)
    p50, p90, p99 = (percentile(sizes, tally.longest, part) for part in (0.5, 0.9, 0.99))
    bounds = (*SIZE_BOUNDS, None)
    return SummarySizeStats(
        count=count,
        mean=tally.characters / count if count else None,
        max=tally.longest if count else None,
        p50=p50,
        p90=p90,
        p99=p99,
        classes=tuple(SizeClass(up_to=bound, count=found) for bound, found in zip(bounds, sizes, strict=True) if found),
    )
