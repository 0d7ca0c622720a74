"""The events that a run or a handoff makes: START, and COMPLETE, FAIL or ABORT once it ended.

Jobs are threads (thread/ID) and what hands context into them (handoffs-into/ID). Data sets are what runs made: run/ID is the content
of one run, thread/ID that of all runs of a thread (its version is the ordinal that wrote it last), handoff/ID the text of a
handoff. A handoff reads the threads that it covers, each with a facet that says from which ordinal to which.
"""

from collections.abc import Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from lineage.exporters.openlineage.facets import PRODUCER, Facet, Facets, handoff_facet, own, run_facets, standard
from lineage.exporters.properties import instant
from lineage.store.records.model import Row

SCHEMA = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"
NAMESPACE = "lineage"
ENDS = {"COMPLETED": "COMPLETE", "FAILED": "FAIL", "INTERRUPTED": "ABORT"}

Event = dict[str, Any]
Dataset = dict[str, Any]


def run_id(kind: str, id: str) -> str:
    """The UUID that stands for a run or handoff: the same in every workspace and every export."""
    return str(uuid5(NAMESPACE_URL, f"urn:lineage:{kind}:{id}"))


def dataset(name: str, **facets: Any) -> Dataset:
    return {"namespace": NAMESPACE, "name": name, **facets}


def parent_facet(thread_id: str, spawning_run_id: str) -> Facet:
    """Of the runs of a subagent's thread: the run that spawned it, in the parent's thread."""
    job = {"namespace": NAMESPACE, "name": f"thread/{thread_id}"}
    return standard("ParentRunFacet", "1-2-0", run={"runId": run_id("run", spawning_run_id)}, job=job)


def events_of_run(row: Row, of_thread: Facets, parent: Facet | None) -> list[Event]:
    """Of one run, without the handoffs that it was given. One that never reached the provider has no output."""
    run = row["set"]
    job = {"namespace": NAMESPACE, "name": f"thread/{run['threadId']}", "facets": of_thread}
    about = {"runId": run_id("run", run["id"]), "facets": run_facets(row, parent)}
    inputs = [dataset(f"run/{row['continues']}")] if row.get("continues") is not None else []
    started = run.get("startedAt") or run["createdAt"]
    events = [_event("START", instant(started), about, job, inputs, [])]
    if ended := ENDS.get(run.get("endedAs") or run["status"]):
        outputs = _written_by(run) if run.get("begunVersion") is not None else []
        events.append(_event(ended, instant(run.get("finishedAt") or started), about, job, inputs, outputs))
    return events


def _written_by(run: Row) -> list[Dataset]:
    version = standard("DatasetVersionDatasetFacet", "1-0-1", datasetVersion=str(run["ordinal"]))
    return [dataset(f"run/{run['id']}"), dataset(f"thread/{run['threadId']}", facets={"version": version})]


def events_of_handoff(row: Row, type: str | None) -> list[Event]:
    """Of one handoff; type is that of its transfer. A superseded one completed if it was ready before, else it is aborted."""
    handoff = row["set"]
    job = {"namespace": NAMESPACE, "name": f"handoffs-into/{handoff['threadId']}", "facets": {}}
    about = {"runId": run_id("handoff", handoff["id"]), "facets": {}}
    if reason := handoff.get("failureReason"):
        about["facets"] = {"errorMessage": standard("ErrorMessageRunFacet", "1-0-1", message=reason, programmingLanguage="UNKNOWN")}
    inputs = [_range(*covered) for covered in row["covers"]]
    events = [_event("START", instant(handoff["createdAt"]), about, job, inputs, [])]
    if ended := _end_of(handoff):
        facet = {"lineage_handoff": handoff_facet(row, type)}
        outputs = [dataset(f"handoff/{handoff['id']}", facets=facet)] if ended == "COMPLETE" else []
        events.append(_event(ended, instant(handoff.get("updatedAt") or handoff["createdAt"]), about, job, inputs, outputs))
    return events


def _end_of(handoff: Row) -> str | None:
    match handoff["status"]:
        case "PENDING":
            return None
        case "FAILED":
            return "FAIL"
        case "SUPERSEDED" if handoff.get("summaryText") is None:
            return "ABORT"
        case _:
            return "COMPLETE"


def _range(thread_id: str, first: int, last: int) -> Dataset:
    facet = own("LineageRangeInputDatasetFacet", thread=thread_id, **{"from": first, "to": last})
    return dataset(f"thread/{thread_id}", inputFacets={"lineage_range": facet})


def given_handoffs(event: Event, handoff_ids: Sequence[str]) -> Event:
    """An event of a run with the handoffs that it was given among its inputs."""
    return {**event, "inputs": [*event["inputs"], *(dataset(f"handoff/{id}") for id in handoff_ids)]}


def _event(type: str, time: str, run: Row, job: Row, inputs: list[Dataset], outputs: list[Dataset]) -> Event:
    return {
        "eventType": type,
        "eventTime": time,
        "run": run,
        "job": job,
        "inputs": inputs,
        "outputs": outputs,
        "producer": PRODUCER,
        "schemaURL": SCHEMA,
    }
