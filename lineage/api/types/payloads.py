"""What mutations answer."""

from lineage.api.exposing import exposes
from lineage.api.types import handoff as handoff
from lineage.api.types import impact as impact
from lineage.api.types import provider as provider
from lineage.api.types import run as run
from lineage.api.types import start as start
from lineage.api.types import thread as thread
from lineage.api.types import transfer as transfer
from lineage.service import payloads


@exposes(payloads.RegisterProviderPayload)
class RegisterProviderPayload:
    pass


@exposes(payloads.ThreadPayload)
class ThreadPayload:
    pass


@exposes(payloads.ForkThreadPayload)
class ForkThreadPayload:
    pass


@exposes(payloads.TransferPayload)
class TransferPayload:
    pass


@exposes(payloads.SpawnSubagentPayload)
class SpawnSubagentPayload:
    pass


@exposes(payloads.StartRunPayload)
class StartRunPayload:
    pass


@exposes(payloads.RunPayload)
class RunPayload:
    pass


@exposes(payloads.CheckpointPayload)
class CheckpointPayload:
    pass


@exposes(payloads.AppendItemsPayload)
class AppendItemsPayload:
    pass


@exposes(payloads.RollbackThreadPayload)
class RollbackThreadPayload:
    pass


@exposes(payloads.ProviderThreadPayload)
class ProviderThreadPayload:
    pass


@exposes(payloads.HandoffPayload)
class HandoffPayload:
    pass


@exposes(payloads.RecordHistoryPayload)
class RecordHistoryPayload:
    pass
