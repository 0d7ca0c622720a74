"""A story of which every figure is known: what is recorded by commands, and what statistics have to say of it."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.api.recorder import Recorder
from tests.running import RunningService

FIGURES = """
  start end provider model isComplete
  runs { started completed failed interrupted neverBegan }
  providerSwitches resumeFailures rollbacks rolledBackRuns forks mergeBacks mergeBacksSuperseded mergedForks mergeBackRate subagents
  handoffs { created ready failed superseded supersededRate }
  handoffsByStrategy { strategy created ready failed superseded supersededRate }
  summarySizes { count mean max p50 p90 p99 classes { upTo count } }
"""


def ask(service: RunningService, bucket: str = "DAY", group_by: list[str] | None = None, **span: datetime) -> list[dict[str, Any]]:
    """The buckets of a range, of yesterday to tomorrow where none is given."""
    now = datetime.now(UTC)
    start, end = span.get("start", now - timedelta(days=1)), span.get("end", now + timedelta(days=1))
    text = f"""query($from: DateTime!, $to: DateTime!, $bucket: StatsInterval!, $groupBy: [StatsDimension!]) {{
      stats(from: $from, to: $to, bucket: $bucket, groupBy: $groupBy) {{ {FIGURES} }}
    }}"""
    found: list[dict[str, Any]] = service.query(
        text, **{"from": start.isoformat(), "to": end.isoformat(), "bucket": bucket, "groupBy": group_by}
    )["stats"]
    return found


def plain(bucket: dict[str, Any]) -> dict[str, Any]:
    """The counts of a bucket by their names, those that are 0 left out."""
    names = "providerSwitches resumeFailures rollbacks rolledBackRuns forks mergeBacks mergeBacksSuperseded mergedForks subagents".split()
    counts = {**bucket["runs"], **{name: bucket[name] for name in names}}
    counts |= {f"handoffs {name}": bucket["handoffs"][name] for name in ("created", "ready", "failed", "superseded")}
    return {name: count for name, count in counts.items() if count}


def together(buckets: list[dict[str, Any]]) -> dict[str, int]:
    """The counts of several buckets."""
    found: dict[str, int] = {}
    for bucket in buckets:
        for name, count in plain(bucket).items():
            found[name] = found.get(name, 0) + count
    return found


def tell(recorder: Recorder) -> dict[str, int]:
    """Records the story. What is to be counted of it."""
    main = recorder.thread()
    first = recorder.run(main, model="m1")
    # A switch with a handoff, and back with another.
    second = recorder.run(main, "claude")
    third = recorder.run(main, status="FAILED")
    # A run whose handoff comes from outside, fails, is made anew, and which ends before it begins.
    started = recorder.start(main, "claude", summarySource="PROVIDER_LEFT")
    waiting = started["handoffs"][0]["id"]
    recorder.service.mutate("failHandoff", "handoff { id }", handoffId=waiting, reason="no time")
    recorder.service.mutate("regenerateHandoff", "handoff { id }", handoffId=waiting)
    recorder.finish(started["run"]["id"], "INTERRUPTED", checkpoint=False)
    # A resume that fails: the handoff into the session is superseded by one into a new one.
    resumed = recorder.start(main, "claude")
    recorder.service.mutate("reportResumeFailure", "run { id }", runId=resumed["run"]["id"], reason="gone")
    recorder.begin(resumed["run"]["id"])
    recorder.finish(resumed["run"]["id"])
    # A fork on another provider, merged back twice, of which the first is superseded and the second consumed.
    fork = recorder.fork(main, first)
    recorder.run(fork, "claude")
    recorder.service.mutate("mergeBack", "transfer { id }", forkThreadId=fork)
    recorder.run(fork, "claude")
    recorder.service.mutate("mergeBack", "transfer { id }", forkThreadId=fork)
    last = recorder.running(main, "claude")
    recorder.spawn(last)
    recorder.finish(last)
    # A fork that nothing comes of, and a rollback that drops runs of two providers.
    recorder.fork(main, second)
    recorder.service.mutate("rollbackThread", "thread { id }", threadId=main, toOrdinal=2)
    assert third
    return {
        "started": 8,
        "completed": 6,
        "failed": 1,
        "interrupted": 1,
        "neverBegan": 1,
        # main: claude, codex, claude again; the fork: claude.
        "providerSwitches": 4,
        "resumeFailures": 1,
        "rollbacks": 1,
        "rolledBackRuns": 3,
        "forks": 2,
        "mergeBacks": 2,
        "mergeBacksSuperseded": 1,
        "mergedForks": 1,
        "subagents": 1,
    }
