"""The facets of events: standard ones of OpenLineage, and this project's own, whose schemas are in docs/openlineage."""

from collections.abc import Mapping
from typing import Any

from lineage import __version__
from lineage.store.records.model import Row

PRODUCER = f"urn:lineage:service:{__version__}"
STANDARD = "https://openlineage.io/spec/facets"
OWN = "urn:lineage:openlineage:1-0-0"

Facet = dict[str, Any]
Facets = dict[str, Facet]


def own(name: str, /, **values: Any) -> Facet:
    """A facet of this project; name is that of its schema. What is None is left out."""
    return _facet(f"{OWN}:{name}.json#/$defs/{name}", values)


def standard(name: str, version: str, /, **values: Any) -> Facet:
    """A facet of OpenLineage itself."""
    return _facet(f"{STANDARD}/{version}/{name}.json#/$defs/{name}", values)


def _facet(schema: str, values: Mapping[str, Any]) -> Facet:
    return {"_producer": PRODUCER, "_schemaURL": schema} | {name: value for name, value in values.items() if value is not None}


def thread_facets(thread: Row, row: Row) -> Facets:
    """Of the job that a thread is. row has the links of the thread's properties."""
    facets = {
        "jobType": standard("JobTypeJobFacet", "2-0-4", processingType="BATCH", integration="LINEAGE", jobType="AGENT_THREAD"),
        "lineage_thread": own(
            "LineageThreadJobFacet",
            thread=thread["id"],
            rootThread=thread["rootId"],
            parentThread=thread.get("parentId"),
            relationshipToParent=thread.get("relationshipToParent"),
            sourceRun=row.get("sourceRunId"),
            sourceVersion=row.get("sourceVersion"),
            createdBy=thread.get("createdBy"),
            title=thread.get("title"),
        ),
    }
    if title := thread.get("title"):
        facets["documentation"] = standard("DocumentationJobFacet", "1-1-0", description=title)
    return facets


def run_facets(row: Row, parent: Facet | None) -> Facets:
    """Of a run; parent is the facet of the run that spawned its thread."""
    run, checkpoint = row["set"], row.get("checkpoint") or {}
    facets = {
        "lineage_run": own(
            "LineageRunFacet",
            run=run["id"],
            thread=run["threadId"],
            ordinal=run["ordinal"],
            status=run["status"],
            endedAs=run.get("endedAs"),
            begun=run.get("begunVersion") is not None,
            provider=run["provider"],
            model=run.get("model"),
            runtimeMode=run.get("runtimeMode"),
            providerThread=row.get("providerThreadId"),
            continues=row.get("continues"),
            rolledBackVersion=run.get("rolledBackVersion"),
            droppedNatively=run.get("droppedNatively"),
            checkpoint=checkpoint.get("id"),
            workspaceRef=checkpoint.get("workspaceRef"),
        )
    }
    if parent is not None:
        facets["parent"] = parent
    if model := run.get("model"):
        facets["processing_engine"] = standard("ProcessingEngineRunFacet", "1-1-1", name=run["provider"], version=model)
    if reason := run.get("failureReason"):
        facets["errorMessage"] = standard("ErrorMessageRunFacet", "1-0-1", message=reason, programmingLanguage="UNKNOWN")
    return facets


def handoff_facet(row: Row, type: str | None) -> Facet:
    """Of the dataset that a handoff is; type is that of its transfer."""
    handoff = row["set"]
    return own(
        "LineageHandoffDatasetFacet",
        handoff=handoff["id"],
        transfer=row["transferId"],
        transferType=type,
        strategy=handoff["strategy"],
        kind=handoff["kind"],
        status=handoff["status"],
        run=row.get("runId"),
        supersedes=row.get("supersedes"),
        checkpoint=handoff.get("checkpointId"),
    )
