"""What commands answer, as it is given to the caller and kept in receipts."""

from lineage.domain.models import (
    Checkpoint,
    ContextHandoff,
    ContextTransfer,
    Model,
    Provider,
    ProviderThread,
    RollbackImpact,
    Run,
    StartContextResolution,
    Thread,
    TurnItem,
)


class RegisterProviderPayload(Model):
    provider: Provider


class ThreadPayload(Model):
    thread: Thread


class ForkThreadPayload(Model):
    thread: Thread
    transfer: ContextTransfer


class TransferPayload(Model):
    transfer: ContextTransfer


class SpawnSubagentPayload(Model):
    thread: Thread
    transfer: ContextTransfer
    provider_thread: ProviderThread | None = None


class StartRunPayload(Model):
    run: Run
    resolution: StartContextResolution
    provider_thread: ProviderThread
    handoffs: tuple[ContextHandoff, ...]


class RunPayload(Model):
    run: Run


class CheckpointPayload(Model):
    checkpoint: Checkpoint


class AppendItemsPayload(Model):
    items: tuple[TurnItem, ...]


class RollbackThreadPayload(Model):
    thread: Thread
    impact: RollbackImpact


class ProviderThreadPayload(Model):
    provider_thread: ProviderThread


class HandoffPayload(Model):
    handoff: ContextHandoff


class RecordHistoryPayload(Model):
    """The threads as they are now, in the order of the input, and how many of the runs were new."""

    threads: tuple[Thread, ...]
    recorded_runs: int
