"""What mutations answer."""

from lineage.client.models.answer import Answer
from lineage.client.models.handoffs import ContextHandoff, ContextTransfer
from lineage.client.models.lineage import RollbackImpact
from lineage.client.models.providers import Provider, ProviderThread
from lineage.client.models.runs import Checkpoint, Run, TurnItem
from lineage.client.models.start import StartContextResolution
from lineage.client.models.threads import Thread


class RegisterProviderPayload(Answer):
    provider: Provider


class ThreadPayload(Answer):
    thread: Thread


class ForkThreadPayload(Answer):
    thread: Thread
    transfer: ContextTransfer


class TransferPayload(Answer):
    transfer: ContextTransfer


class SpawnSubagentPayload(Answer):
    thread: Thread
    transfer: ContextTransfer
    provider_thread: ProviderThread | None


class StartRunPayload(Answer):
    """The run, how it starts, the session that it starts in, and the handoffs that it consumes, with their texts."""

    run: Run
    resolution: StartContextResolution
    provider_thread: ProviderThread
    handoffs: tuple[ContextHandoff, ...]


class RunPayload(Answer):
    run: Run


class CheckpointPayload(Answer):
    checkpoint: Checkpoint


class AppendItemsPayload(Answer):
    items: tuple[TurnItem, ...]


class RollbackThreadPayload(Answer):
    thread: Thread
    impact: RollbackImpact


class ProviderThreadPayload(Answer):
    provider_thread: ProviderThread


class HandoffPayload(Answer):
    handoff: ContextHandoff


class RecordHistoryPayload(Answer):
    """The threads as they are now, in the order of the input, and how many of the runs were new."""

    threads: tuple[Thread, ...]
    recorded_runs: int
