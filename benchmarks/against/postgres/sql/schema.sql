-- The facts of the graph as tables. Columns are named as the graph's properties, so that rows can be given to the same code.
CREATE TABLE provider (
  workspace text, kind text, "nativeFork" boolean, "nativeRollback" boolean, "nativeRevert" boolean, "acceptsHandoff" boolean,
  "handoffDelivery" text, "resumeAcrossModels" boolean, "resumeAcrossRuntimeModes" boolean, "maxHandoffChars" bigint,
  PRIMARY KEY (workspace, kind)
);
CREATE TABLE thread_lock (workspace text, id text, made bigint NOT NULL, PRIMARY KEY (workspace, id));
CREATE TABLE thread (
  workspace text, id text, title text, "createdBy" text, "createdAt" timestamptz, "updatedAt" timestamptz, version bigint,
  "rootId" text, depth bigint, made bigint, "parentId" text, "relationshipToParent" text, metadata text, "importedVersion" bigint,
  "importedDigest" text, "awaitedParentId" text, "redactedAt" timestamptz, "toldDeparture" text,
  "sourceRunId" text, "sourceThreadId" text, "sourceOrdinal" bigint, "sourceVersion" bigint,
  PRIMARY KEY (workspace, id)
);
CREATE TABLE provider_thread (
  workspace text, id text, provider text, status text, "nativeRefStrength" text, "historyMode" text, "madeVersion" bigint, made bigint,
  "createdAt" timestamptz, "nativeThreadRef" text, model text, "runtimeMode" text, "madeForRunId" text, "failureReason" text,
  "nativeRollback" text, "nativeRollbackKind" text, "nativeRollbackTo" bigint,
  "threadId" text, "forkedFromId" text, adopts text,
  PRIMARY KEY (workspace, id)
);
CREATE TABLE inherits (workspace text, "providerThreadId" text, "threadId" text, "from" bigint, "to" bigint);
CREATE TABLE run (
  workspace text, id text, "threadId" text, ordinal bigint, status text, "endedAs" text, provider text, model text, "runtimeMode" text,
  message text, "failureReason" text, "cleanContext" boolean, "maxOffProviderRuns" bigint, "maxChainedHandoffs" bigint,
  "maxDeltaRanges" bigint, "maxCompactedRuns" bigint, "droppedNatively" boolean, "nativeStartFailed" boolean, "itemCount" bigint,
  characters bigint, "begunVersion" bigint, "finishedVersion" bigint, "checkpointVersion" bigint, "rolledBackVersion" bigint,
  place bigint, spawns text, "createdAt" timestamptz, "startedAt" timestamptz, "finishedAt" timestamptz,
  "providerThreadId" text, "continuesThreadId" text, "continuesOrdinal" bigint,
  PRIMARY KEY (workspace, id)
);
CREATE TABLE provider_turn (workspace text, "runId" text, index bigint, "nativeTurnRef" text, PRIMARY KEY (workspace, "runId", index));
CREATE TABLE checkpoint (
  workspace text, id text, "workspaceRef" text, "diffSummary" text, "createdAt" timestamptz, "runId" text, PRIMARY KEY (workspace, id)
);
CREATE TABLE turn_item (
  workspace text, id text, "runId" text, index bigint, kind text, text text, data text, "createdAt" timestamptz, PRIMARY KEY (workspace, id)
);
CREATE TABLE transfer (
  workspace text, id text, type text, status text, "createdBy" text, "createdAt" timestamptz, made bigint, "consumedAt" timestamptz,
  "consumedByRunId" text, "takenUpByRunId" text, "sourceKind" text, "sourceProvider" text, "sourcePointThreadId" text,
  "sourcePointOrdinal" bigint, "sourcePointRunId" text, "sourcePointCheckpointId" text, "sourcePointProviderThreadRef" text,
  "basePointThreadId" text, "basePointOrdinal" bigint, "basePointRunId" text, "targetProvider" text, "spawnProvider" text,
  resolution text, "resolutionRef" text, "resolutionHandoffId" text, "resultText" text, "failureReason" text,
  "sourceThreadId" text, "targetThreadId" text,
  PRIMARY KEY (workspace, id)
);
CREATE TABLE carries (workspace text, "transferId" text, position bigint, "threadId" text, "from" bigint, "to" bigint);
CREATE TABLE handoff (
  workspace text, id text, "threadId" text, "targetRunId" text, strategy text, kind text, status text, "createdAt" timestamptz,
  "updatedAt" timestamptz, made bigint, "summarySource" text, "summaryText" text, payload text, "checkpointId" text,
  "createdByProvider" text, "failureReason" text,
  "transferId" text, "toProviderThreadId" text, "runId" text, position bigint, "supersedesId" text,
  PRIMARY KEY (workspace, id)
);
CREATE TABLE covers (workspace text, "handoffId" text, position bigint, "threadId" text, "from" bigint, "to" bigint);
CREATE TABLE event (
  workspace text, "threadId" text, version bigint, type text, at timestamptz, payload text, command text, actor text,
  PRIMARY KEY (workspace, "threadId", version)
);
CREATE TABLE receipt (
  workspace text, "commandId" text, fingerprint text, answer text, at timestamptz, "rootId" text, command text, actor text,
  PRIMARY KEY (workspace, "commandId")
);
