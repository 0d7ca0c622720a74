"""What the service answers: one frozen model a type of the API. Times are UTC, ordinals count from 1, ranges are inclusive.

A thing that was asked for by its id has more fields than one in a list or a payload; its model is named …Details.
"""

from lineage.client.models.answer import Answer, Page, Part
from lineage.client.models.changes import ThreadChange, ThreadVersion, TreeChange
from lineage.client.models.dashboards import (
    HandoffStats,
    RunStats,
    SizeClass,
    StaleProviderThread,
    StaleSession,
    StatsBucket,
    SummarySizeStats,
)
from lineage.client.models.handoffs import ContextHandoff, ContextTransfer, ContextTransferResolution
from lineage.client.models.lineage import (
    ForkTree,
    ForkTreeNode,
    Provenance,
    ProvenanceEdge,
    ProviderThreadImpact,
    RollbackImpact,
    ThreadDiff,
)
from lineage.client.models.payloads import (
    AppendItemsPayload,
    CheckpointPayload,
    ForkThreadPayload,
    HandoffPayload,
    ProviderThreadPayload,
    RecordHistoryPayload,
    RegisterProviderPayload,
    RollbackThreadPayload,
    RunPayload,
    SpawnSubagentPayload,
    StartRunPayload,
    ThreadPayload,
    TransferPayload,
)
from lineage.client.models.points import ContextSourcePoint, OrdinalRange, Reference, RunSegment
from lineage.client.models.providers import (
    Compaction,
    CoveringHandoff,
    Provider,
    ProviderThread,
    ProviderThreadCoverage,
    ProviderThreadDetails,
    Staleness,
    StalenessSignal,
)
from lineage.client.models.runs import Checkpoint, Run, RunDetails, TurnItem
from lineage.client.models.search import SearchHit, SearchPage, SearchSnippet, TextRange
from lineage.client.models.start import HandoffPreview, NativeAction, RejectedStrategy, StartContextResolution
from lineage.client.models.threads import AppThreadLineage, LineageEvent, Thread, ThreadAsOf, ThreadDetails

__all__ = [
    "Answer",
    "AppThreadLineage",
    "AppendItemsPayload",
    "Checkpoint",
    "CheckpointPayload",
    "Compaction",
    "ContextHandoff",
    "ContextSourcePoint",
    "ContextTransfer",
    "ContextTransferResolution",
    "CoveringHandoff",
    "ForkThreadPayload",
    "ForkTree",
    "ForkTreeNode",
    "HandoffPayload",
    "HandoffPreview",
    "HandoffStats",
    "LineageEvent",
    "NativeAction",
    "OrdinalRange",
    "Page",
    "Part",
    "Provenance",
    "ProvenanceEdge",
    "Provider",
    "ProviderThread",
    "ProviderThreadCoverage",
    "ProviderThreadDetails",
    "ProviderThreadImpact",
    "ProviderThreadPayload",
    "RecordHistoryPayload",
    "Reference",
    "RegisterProviderPayload",
    "RejectedStrategy",
    "RollbackImpact",
    "RollbackThreadPayload",
    "Run",
    "RunDetails",
    "RunPayload",
    "RunSegment",
    "RunStats",
    "SearchHit",
    "SearchPage",
    "SearchSnippet",
    "SizeClass",
    "SpawnSubagentPayload",
    "StaleProviderThread",
    "StaleSession",
    "Staleness",
    "StalenessSignal",
    "StartContextResolution",
    "StartRunPayload",
    "StatsBucket",
    "SummarySizeStats",
    "TextRange",
    "Thread",
    "ThreadAsOf",
    "ThreadChange",
    "ThreadDetails",
    "ThreadDiff",
    "ThreadPayload",
    "ThreadVersion",
    "TransferPayload",
    "TreeChange",
    "TurnItem",
]
