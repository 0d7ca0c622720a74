"""Decisions and impacts in words."""

from typing import Any

import pytest

from lineage.carrying.rolling_back import NativeRollback
from lineage.chat.words import impact_lines, native_lines, why
from lineage.client.models import NativeAction, RejectedStrategy, RollbackImpact, RunSegment, StalenessSignal, StartContextResolution
from lineage.client.words import headline
from lineage.domain.kinds import NativeActionKind, ProviderThreadStatus, StalenessSignalKind, StartStrategy


def action(kind: NativeActionKind, **more: Any) -> NativeAction:
    return NativeAction(**{**dict.fromkeys(NativeAction.model_fields), "kind": kind, **more})


def resolution(strategy: StartStrategy, *actions: NativeActionKind, **more: Any) -> StartContextResolution:
    given = {"provider_thread_id": None, "covers": (), "handoff_strategy": None, "signals": (), "transfer_ids": (), "rejected": (), **more}
    return StartContextResolution(strategy=strategy, actions=tuple(map(action, actions)), **given)


@pytest.mark.parametrize(
    ("decided", "said"),
    [
        (resolution(StartStrategy.NONE, NativeActionKind.CREATE_THREAD), "codex starts a new session"),
        (resolution(StartStrategy.NONE, NativeActionKind.RESUME_THREAD), "codex goes on in its session, which misses nothing"),
        (
            resolution(StartStrategy.DELTA_INTO_EXISTING, covers=(RunSegment(thread_id="T", first=6, last=8),)),
            "codex goes on in its session and is told what it missed (T 6-8)",
        ),
        (resolution(StartStrategy.UNSUPPORTED), "codex cannot start: there is no safe way to give it the context"),
    ],
)
def test_how_a_run_starts(decided: StartContextResolution, said: str) -> None:
    assert headline("codex", decided) == said


def test_every_strategy_has_words() -> None:
    assert all(headline("codex", resolution(strategy)).startswith("codex ") for strategy in StartStrategy)


def test_why_a_run_starts_so() -> None:
    signal = StalenessSignal(kind=StalenessSignalKind.OFF_PROVIDER_RUNS, message="30 runs went by elsewhere", value=30, threshold=20)
    decided = resolution(
        StartStrategy.FULL_INTO_NEW,
        NativeActionKind.CREATE_THREAD,
        NativeActionKind.SEND_TURN,
        signals=(signal,),
        rejected=(RejectedStrategy(strategy=StartStrategy.NATIVE, reason="the session is closed"),),
    )
    assert why("codex", decided) == [
        "codex starts a new session and is told the whole thread",
        "because 30 runs went by elsewhere",
        "not NATIVE: the session is closed",
        "steps: create a new session, send the message",
    ]


def test_what_a_rollback_does() -> None:
    impact = RollbackImpact.model_validate(
        {
            "thread_id": "T",
            "to_ordinal": 5,
            "rolled_back_ordinals": (6, 7),
            "superseded_handoff_ids": ("h",),
            "superseded_transfer_ids": (),
            "detached_thread_ids": ("F",),
            "checkpoint_id": None,
            "downstream_runs": (),
            "provider_threads": (
                {
                    "provider_thread_id": "C1",
                    "provider": "codex",
                    "status_after": ProviderThreadStatus.ROLLED_BACK,
                    "rolled_back_ordinals": (6, 7),
                    "retained_ordinals": (1, 2),
                    "action": action(NativeActionKind.ROLLBACK_TURNS, turns=2, native_thread_ref="ref"),
                    "reason": None,
                },
                {
                    "provider_thread_id": "L1",
                    "provider": "claude",
                    "status_after": ProviderThreadStatus.DIVERGENT,
                    "rolled_back_ordinals": (7,),
                    "retained_ordinals": (),
                    "action": None,
                    "reason": "it has no strong native reference",
                },
            ),
        }
    )
    assert impact_lines(impact) == [
        "runs rolled back: 6-7",
        "codex session C1: drops 6-7, keeps 1-2; drop the last 2 turns of session ref",
        "claude session L1: drops 7, keeps none; it has no strong native reference",
        "handoffs that no longer hold: 1",
        "threads that lose their source, and are left alone: F",
        "newest checkpoint that stays: none",
    ]


def test_how_native_sessions_took_it() -> None:
    told = [NativeRollback("C1", "codex", done=True), NativeRollback("L1", "claude"), NativeRollback("C2", "codex", failure="it is gone")]
    assert native_lines(told) == [
        "codex session C1: dropped the runs",
        "claude session L1: drops the runs with its next turn",
        "codex session C2: could not drop the runs and is not used any more (it is gone)",
    ]
