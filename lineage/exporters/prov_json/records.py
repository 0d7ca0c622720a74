"""What each row is in PROV: runs, transfers and rollbacks are activities; threads, contents, checkpoints and handoffs entities."""

from typing import Any

from lineage.exporters.properties import instant
from lineage.exporters.prov_json.document import Document, attributes, name, qualified
from lineage.store.records.model import Row

PERSON, SOFTWARE = "prov:Person", "prov:SoftwareAgent"


class Agents:
    """Who did something. Each is declared when it is first named; there are as many as kinds of providers."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: set[str] = set()

    def actor(self, word: str) -> str:
        """USER, AGENT or SYSTEM."""
        return self._agent(name("actor", word), PERSON if word == "USER" else SOFTWARE, word)

    def provider(self, kind: str) -> str:
        return self._agent(name("provider", kind), SOFTWARE, kind)

    def _agent(self, id: str, type: str, label: str) -> str:
        if id not in self._known:
            self._known.add(id)
            self._document.add("agent", id, {"prov:type": qualified(type), "prov:label": label})
        return id


def add_thread(document: Document, agents: Agents, row: Row) -> None:
    """A thread is a collection of what its runs made; a fork is derived from what it was forked at, a subagent's is made by a run."""
    thread = row["set"]
    id = name("thread", thread["id"])
    told = {key: thread.get(key) for key in ("title", "rootId", "parentId", "relationshipToParent", "version", "createdAt")}
    _entity(document, id, "Thread", thread.get("title") or thread["id"], {"id": thread["id"], **told}, qualified("prov:Collection"))
    document.relate("wasAttributedTo", entity=id, agent=agents.actor(thread["createdBy"]))
    if (source := row.get("sourceRunId")) is None:
        return
    if thread["relationshipToParent"] == "SUBAGENT":
        document.relate("wasGeneratedBy", entity=id, activity=name("run", source), time=instant(thread["createdAt"]))
    else:
        document.relate("wasDerivedFrom", generatedEntity=id, usedEntity=name("content", source), type=qualified("lineage:Fork"))


def add_run(document: Document, agents: Agents, row: Row) -> None:
    """A run, and once it reached its provider the content that it made."""
    run = row["set"]
    activity, begun = name("run", run["id"]), run.get("begunVersion") is not None
    keys = ("id", "threadId", "ordinal", "status", "endedAs", "provider", "model", "runtimeMode", "rolledBackVersion", "failureReason")
    told = {**{key: run.get(key) for key in keys}, "providerThreadId": row.get("providerThreadId"), "begun": begun}
    _activity(document, activity, "Run", run.get("startedAt") or run["createdAt"], run.get("finishedAt"), told)
    document.relate("wasAssociatedWith", activity=activity, agent=agents.provider(run["provider"]))
    if not begun:
        return
    content = name("content", run["id"])
    place = {"threadId": run["threadId"], "ordinal": run["ordinal"]}
    _entity(document, content, "Content", f"{run['threadId']} {run['ordinal']}", place)
    document.relate("wasGeneratedBy", entity=content, activity=activity, time=_time(run.get("finishedAt")))
    document.relate("hadMember", collection=name("thread", run["threadId"]), entity=content)
    if (before := row.get("continues")) is not None:
        document.relate("wasInformedBy", informed=activity, informant=name("run", before))
        document.relate("used", activity=activity, entity=name("content", before))
        _derive(document, content, name("content", before), activity)
    if checkpoint := row.get("checkpoint"):
        taken = name("checkpoint", checkpoint["id"])
        told = {key: checkpoint.get(key) for key in ("id", "workspaceRef", "createdAt")}
        _entity(document, taken, "Checkpoint", checkpoint["id"], told)
        document.relate("wasGeneratedBy", entity=taken, activity=activity, time=_time(checkpoint.get("createdAt")))
    if (version := run.get("rolledBackVersion")) is not None:
        document.relate("wasInvalidatedBy", entity=content, activity=name("rollback", run["threadId"], version))


def add_rollback(document: Document, thread_id: str, version: int, event: Row | None) -> None:
    """What a thread's version rolled back; event is the one that says when."""
    at = event["at"] if event else None
    _activity(document, name("rollback", thread_id, version), "Rollback", at, at, {"threadId": thread_id, "version": version})


def add_transfer(document: Document, agents: Agents, row: Row, begun: bool) -> None:
    """What moved context from one thread to another. begun: whether the run at its source point reached the provider."""
    transfer = row["set"]
    id = name("transfer", transfer["id"])
    keys = ("id", "type", "status", "resolution", "sourceProvider", "targetProvider", "failureReason")
    told = {key: transfer.get(key) for key in keys}
    told |= {"sourceThreadId": row["sourceThreadId"], "targetThreadId": row["targetThreadId"]}
    _activity(document, id, "Transfer", transfer.get("createdAt"), transfer.get("consumedAt"), told)
    document.relate("wasAssociatedWith", activity=id, agent=agents.actor(transfer["createdBy"]))
    if begun and (source := transfer.get("sourcePointRunId")) is not None:
        document.relate("used", activity=id, entity=name("content", source))


def add_handoff(document: Document, agents: Agents, row: Row, begun: bool) -> None:
    """A handoff: derived from the ranges that it covers, made by its transfer, used by its run, a revision of what it superseded.

    begun: whether its run reached the provider, so that there is content that came of it.
    """
    handoff = row["set"]
    id, transfer = name("handoff", handoff["id"]), name("transfer", row["transferId"])
    keys = ("id", "threadId", "strategy", "kind", "status", "checkpointId", "failureReason", "createdAt")
    _entity(document, id, "Handoff", handoff["id"], {key: handoff.get(key) for key in keys})
    document.relate("wasGeneratedBy", entity=id, activity=transfer, time=_time(handoff.get("createdAt")))
    if (provider := handoff.get("createdByProvider")) is not None:
        document.relate("wasAttributedTo", entity=id, agent=agents.provider(provider))
    for position, (thread_id, first, last) in enumerate(row["covers"]):
        covered = name("range", handoff["id"], position)
        _entity(document, covered, "Range", f"{thread_id} {first}-{last}", {"threadId": thread_id, "from": first, "to": last})
        document.relate("specializationOf", specificEntity=covered, generalEntity=name("thread", thread_id))
        _derive(document, id, covered, transfer)
    if (run := row.get("runId")) is not None:
        document.relate("used", activity=name("run", run), entity=id)
        if begun:
            _derive(document, name("content", run), id, name("run", run))
    if (old := row.get("supersedes")) is not None:
        old_id = name("handoff", old)
        document.relate("wasDerivedFrom", generatedEntity=id, usedEntity=old_id, type=qualified("prov:Revision"))
        document.relate("wasInvalidatedBy", entity=old_id, activity=transfer, time=_time(handoff.get("createdAt")))


def _derive(document: Document, made: str, source: str, activity: str) -> None:
    document.relate("wasDerivedFrom", generatedEntity=made, usedEntity=source, activity=activity)


def _entity(document: Document, id: str, type: str, label: str, told: Row, *types: Row) -> None:
    of_type = qualified(f"lineage:{type}")
    document.add("entity", id, {"prov:type": [of_type, *types] if types else of_type, "prov:label": label, **attributes(told)})


def _activity(document: Document, id: str, type: str, start: Any, end: Any, told: Row) -> None:
    times = {key: instant(at) for key, at in (("prov:startTime", start), ("prov:endTime", end)) if at is not None}
    document.add("activity", id, {**times, "prov:type": qualified(f"lineage:{type}"), **attributes(told)})


def _time(value: Any) -> str | None:
    return instant(value) if value is not None else None
