"""Which properties and links the rows of each kind have, and what their values are when they are written as JSON.

An export writes a row as {"type", "properties": {name: value}, link: value, ...}: times as text, properties that hold JSON as that JSON.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from lineage.domain.kinds import (
    Actor,
    ContextTransferStatus,
    HandoffDelivery,
    HandoffKind,
    HandoffStatus,
    HandoffStrategy,
    HistoryMode,
    NativeActionKind,
    NativeRefStrength,
    NativeRollbackState,
    ParentRelationship,
    ProviderThreadStatus,
    ResolutionStrategy,
    RunStatus,
    SourceKind,
    SummarySource,
    ThreadRelationshipKind,
    TurnItemKind,
)
from lineage.store.changes import to_json

Read = Callable[[Any], Any]
"""From a value of JSON to that of a row. ValueError, whose text says what was expected, for one that is not of the type."""

MAX_ID_CHARACTERS = 256
MAX_INTEGER = 2**63 - 1


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("text")
    return value


def id(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= MAX_ID_CHARACTERS:
        raise ValueError(f"an id, text of 1 to {MAX_ID_CHARACTERS} characters")
    return value


def number(value: Any) -> int:
    """A whole number from 0 on."""
    if type(value) is not int or not 0 <= value <= MAX_INTEGER:
        raise ValueError("a whole number from 0 on")
    return value


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def time(value: Any) -> datetime:
    """A time with its offset, in UTC."""
    try:
        at = datetime.fromisoformat(value)
        if at.tzinfo is None:
            raise ValueError
        return at.astimezone(UTC)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError("a time in ISO 8601 with an offset") from error


def json(value: Any) -> str:
    """Any JSON but null, as the text that a property holds."""
    if (written := to_json(value)) is None:
        raise ValueError("JSON other than null")
    return written


def word_of(words: type[StrEnum]) -> Read:
    known = {word.value: word.value for word in words}

    def word(value: Any) -> str:
        try:
            return known[value]
        except (KeyError, TypeError) as error:
            raise ValueError(f"one of {', '.join(known)}") from error

    return word


@dataclass(frozen=True, slots=True)
class Shape:
    """The properties that a thing of a kind always has, and those that it may have."""

    always: Mapping[str, Read]
    maybe: Mapping[str, Read] = field(default_factory=dict)

    @property
    def json_names(self) -> frozenset[str]:
        """The properties that hold JSON."""
        return frozenset(name for reads in (self.always, self.maybe) for name, read in reads.items() if read is json)

    def read(self, properties: Any) -> dict[str, Any]:
        """A row's set from its JSON. ValueError says of one property what is wrong, without its value."""
        if not isinstance(properties, dict):
            raise ValueError("has no object of properties")
        found = {}
        for name, value in properties.items():
            read = self.always.get(name) or self.maybe.get(name)
            if read is None:
                raise ValueError(f"has a property {name!r}, which is not known")
            try:
                found[name] = read(value)
            except ValueError as error:
                raise ValueError(f"has a property {name!r} that is not {error}") from error
        for name in self.always:
            if name not in found:
                raise ValueError(f"has no property {name!r}")
        return found


PROVIDER = Shape(
    {
        "kind": id,
        "nativeFork": flag,
        "nativeRollback": flag,
        "nativeRevert": flag,
        "acceptsHandoff": flag,
        "handoffDelivery": word_of(HandoffDelivery),
        "resumeAcrossModels": flag,
        "resumeAcrossRuntimeModes": flag,
        "maxHandoffChars": number,
    }
)
THREAD = Shape(
    {
        "id": id,
        "createdBy": word_of(Actor),
        "createdAt": time,
        "updatedAt": time,
        "version": number,
        "rootId": id,
        "depth": number,
        "made": number,
    },
    {
        "title": text,
        "parentId": id,
        "relationshipToParent": word_of(ParentRelationship),
        "metadata": json,
        "importedVersion": number,
        "importedDigest": text,
        "awaitedParentId": text,
        "redactedAt": time,
        "toldDeparture": json,
    },
)
PROVIDER_THREAD = Shape(
    {
        "id": id,
        "provider": text,
        "status": word_of(ProviderThreadStatus),
        "nativeRefStrength": word_of(NativeRefStrength),
        "historyMode": word_of(HistoryMode),
        "madeVersion": number,
        "made": number,
        "createdAt": time,
    },
    {
        "nativeThreadRef": text,
        "model": text,
        "runtimeMode": text,
        "madeForRunId": id,
        "failureReason": text,
        "nativeRollback": word_of(NativeRollbackState),
        "nativeRollbackKind": word_of(NativeActionKind),
        "nativeRollbackTo": number,
    },
)
RUN = Shape(
    {
        "id": id,
        "threadId": id,
        "ordinal": number,
        "status": word_of(RunStatus),
        "provider": text,
        "cleanContext": flag,
        "maxOffProviderRuns": number,
        "maxChainedHandoffs": number,
        "maxDeltaRanges": number,
        "droppedNatively": flag,
        "nativeStartFailed": flag,
        "itemCount": number,
        "characters": number,
        "createdAt": time,
    },
    {
        "maxCompactedRuns": number,
        "endedAs": word_of(RunStatus),
        "model": text,
        "runtimeMode": text,
        "message": text,
        "failureReason": text,
        "startedAt": time,
        "finishedAt": time,
        "begunVersion": number,
        "finishedVersion": number,
        "checkpointVersion": number,
        "rolledBackVersion": number,
        "place": number,
        "spawns": json,
    },
)
CHECKPOINT = Shape({"id": id, "createdAt": time}, {"workspaceRef": text, "diffSummary": json})
ITEM = Shape(
    {"id": id, "runId": id, "index": number, "kind": word_of(TurnItemKind), "createdAt": time},
    {"text": text, "data": json},
)
COMPACTION = Shape(
    {"at": time, "version": number, "made": number},
    {"summary": text, "tokensBefore": number, "tokensAfter": number},
)
TRANSFER = Shape(
    {
        "id": id,
        "type": word_of(ThreadRelationshipKind),
        "status": word_of(ContextTransferStatus),
        "createdBy": word_of(Actor),
        "createdAt": time,
        "made": number,
    },
    {
        "consumedAt": time,
        "consumedByRunId": id,
        "takenUpByRunId": id,
        "sourceKind": word_of(SourceKind),
        "sourceProvider": text,
        "sourcePointThreadId": id,
        "sourcePointOrdinal": number,
        "sourcePointRunId": id,
        "sourcePointCheckpointId": id,
        "sourcePointProviderThreadRef": text,
        "basePointThreadId": id,
        "basePointOrdinal": number,
        "basePointRunId": id,
        "targetProvider": text,
        "spawnProvider": text,
        "resolution": word_of(ResolutionStrategy),
        "resolutionRef": text,
        "resolutionHandoffId": id,
        "resultText": text,
        "failureReason": text,
    },
)
HANDOFF = Shape(
    {
        "id": id,
        "threadId": id,
        "targetRunId": id,
        "strategy": word_of(HandoffStrategy),
        "kind": word_of(HandoffKind),
        "status": word_of(HandoffStatus),
        "createdAt": time,
        "updatedAt": time,
        "made": number,
    },
    {
        "summarySource": word_of(SummarySource),
        "summaryText": text,
        "payload": json,
        "checkpointId": id,
        "createdByProvider": text,
        "failureReason": text,
    },
)
EVENT = Shape({"threadId": id, "version": number, "type": text, "at": time}, {"payload": json, "command": text, "actor": text})
