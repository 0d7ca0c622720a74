"""Lineage trees made by hand, in the parts that an exporter is given."""

from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from lineage.exporters.streaming import Exporter, Part
from lineage.store.records.model import Records

Row = dict[str, Any]

BEGINNING = datetime(2026, 1, 31, 9, 30, 0, 250, tzinfo=UTC)
NASTY = [
    'a "quoted" id',
    "line\nbreak\r\nand\ttab",
    "<b>&amp;</b> & 'apostrophe'",
    "emoji 🧵 and ünïcödé 漢字",
    "colon:slash/percent%3A#hash;",
    "]bracket[ {brace} (paren) |pipe|",
    "`tick` **bold** _under_ ~tilde~",
    "%%{init: {'theme': 'dark'}}%% %% no comment",
    "back\\slash \\N \\G ends in \\",
    "=SUM(A1) +1 -1 @x",
    "#34; &#35; #quot; ﬂ°°34¶ß",
    "1. list end style click subgraph",
    "\x1b[31mred\x1b[0m \x07",
    " blanks around ",
    "ends in a dot.",
    "--> -.-> ==> --",
    "x" * 256,
]


def at(minute: int) -> datetime:
    """A time so many minutes after the beginning."""
    return BEGINNING + timedelta(minutes=minute)


def thread(id: str, *, parent: str | None = None, by: str | None = None, source: str | None = None, **properties: Any) -> Row:
    set = {"id": id, "rootId": parent or id, "depth": 1 if parent else 0, "made": 1, "version": 1, "createdBy": "USER"}
    set |= {"createdAt": at(0), "updatedAt": at(1), **properties}
    if parent is not None:
        set |= {"parentId": parent, "relationshipToParent": by}
    return {"set": set, "parentId": parent, "by": by, "sourceRunId": source, "sourceVersion": 3 if by == "FORK" else None, "lockMade": 9}


def provider_thread(id: str, thread_id: str, provider: str, **links: Any) -> Row:
    set = {"id": id, "provider": provider, "status": "ACTIVE", "nativeThreadRef": f"ref {id}", "nativeRefStrength": "STRONG"}
    set |= {"historyMode": "LEGACY", "made": 2, "createdAt": at(0), "nativeRollback": "DONE"}
    return {"set": set, "threadId": thread_id, "forkOf": None, "adopts": None, "inherits": [], **links}


def run(thread_id: str, ordinal: int, provider: str = "codex", id: str | None = None, *, session: str = "p1", **other: Any) -> Row:
    """A completed run that began at the version 2 * ordinal, unless its properties say otherwise; None takes a property away."""
    links = {name: other.pop(name) for name in ("continues", "turns", "checkpoint") if name in other}
    set: Row = {
        "id": id or f"{thread_id} run {ordinal}",
        "threadId": thread_id,
        "ordinal": ordinal,
        "status": "COMPLETED",
        "endedAs": "COMPLETED",
    }
    set |= {"provider": provider, "begunVersion": 2 * ordinal, "droppedNatively": False, "cleanContext": False, "itemCount": 0}
    set |= {"createdAt": at(ordinal), "startedAt": at(ordinal), "finishedAt": at(ordinal + 1), **other}
    set = {name: value for name, value in set.items() if value is not None}
    return {"set": set, "providerThreadId": session, "continues": None, "turns": ["turn", None], "checkpoint": None, **links}


def item(run_id: str, index: int, **properties: Any) -> Row:
    set = {"id": f"{run_id} item {index}", "runId": run_id, "index": index, "kind": "COMMAND", "data": '{"exitCode":0}', "createdAt": at(2)}
    return {"set": {**set, **properties}}


def transfer(
    id: str, type: str, source: Row, target_thread_id: str, *, status: str = "CONSUMED", taken_by: str | None = None, **other: Any
) -> Row:
    """From the point of a run (a row) to a thread."""
    at_run = source["set"]
    carries = other.pop("carries", [])
    set = {"id": id, "type": type, "status": status, "createdBy": "SYSTEM", "made": 5, "createdAt": at(3), "consumedAt": at(4)}
    set |= {"sourcePointThreadId": at_run["threadId"], "sourcePointOrdinal": at_run["ordinal"], "sourcePointRunId": at_run["id"], **other}
    set |= {"takenUpByRunId": taken_by} if taken_by else {}
    return {"set": set, "sourceThreadId": at_run["threadId"], "targetThreadId": target_thread_id, "carries": carries}


def handoff(id: str, transfer_id: str, thread_id: str, run_id: str | None, covers: list[list[Any]], **other: Any) -> Row:
    supersedes, position, session = other.pop("supersedes", None), other.pop("position", 0), other.pop("session", "p1")
    set = {"id": id, "threadId": thread_id, "strategy": "FULL_THREAD_SUMMARY", "kind": "PORTABLE_CONTEXT", "status": "READY"}
    set |= {"summaryText": "what came before", "made": 6, "createdAt": at(3), "updatedAt": at(4), **other}
    links = {"runId": run_id, "position": position if run_id else None, "supersedes": supersedes}
    return {"set": set, "transferId": transfer_id, "providerThreadId": session, "covers": covers, **links}


def event(thread_id: str, version: int, type: str, minute: int = 0) -> Row:
    return {"set": {"threadId": thread_id, "version": version, "type": type, "at": at(minute), "payload": '{"a":1}'}}


async def given(parts: Iterable[Part]) -> AsyncIterator[Part]:
    for part in parts:
        yield part


async def exported(exporter: Exporter, parts: Iterable[Part]) -> bytes:
    """What the exporter writes of the parts."""
    return b"".join([chunk async for chunk in exporter.export(given(parts))])


def profiles(*kinds: str) -> Part:
    return Part(
        None, None, Records(providers=[{"set": {"kind": kind, "nativeRollback": True, "maxHandoffChars": 24000}} for kind in kinds])
    )


def of_thread(root_id: str, row: Row, **rows: list[Row]) -> Part:
    """A thread in one part."""
    return Part(root_id, row["set"]["id"], Records(threads=[row], **rows))


def end_of_tree(root_id: str, transfers: Iterable[Row] = (), handoffs: Iterable[Row] = ()) -> Part:
    return Part(root_id, None, Records(transfers=list(transfers), handoffs=list(handoffs)), ends_tree=True)


def nasty_tree(name: str) -> list[Part]:
    """A tree whose every id, title, text and provider is this text: a root with a fork that has one run, which was given a handoff."""
    run_id = f"{name}|run"
    root = thread(name, title=name, metadata='{"folder":"x"}')
    first = run(
        name,
        1,
        name,
        run_id,
        session=name,
        model=name,
        message=name,
        failureReason=name,
        checkpoint={"id": name, "workspaceRef": name, "createdAt": at(2)},
    )
    fork = thread(f"{name}|fork", parent=name, by="FORK", source=run_id, title=name)
    second = run(f"{name}|fork", 1, name, f"{name}|run 2", session=name, turns=[name])
    moved = transfer(name, "FORK", first, f"{name}|fork", taken_by=f"{name}|run 2", resolution="PORTABLE_CONTEXT")
    return [
        of_thread(name, root, provider_threads=[provider_thread(name, name, name)], runs=[first], items=[item(run_id, 0, text=name)]),
        of_thread(name, fork, runs=[second], events=[event(f"{name}|fork", 1, name)]),
        end_of_tree(name, [moved], [handoff(name, name, f"{name}|fork", f"{name}|run 2", [[name, 1, 1]], summaryText=name, session=name)]),
    ]


def nasty() -> list[Part]:
    """A tree for each text that formats stumble over."""
    return [profiles(*NASTY), *(part for name in NASTY for part in nasty_tree(name))]


def in_a_picture(text: str) -> str:
    """What a picture shows of a text: in one line, with pictures of control characters, and at most 60 characters of it."""
    line = " ".join("".join(chr(0x2400 + ord(sign)) if ord(sign) < 0x20 and not sign.isspace() else sign for sign in text).split())
    return line if len(line) <= 60 else f"{line[:59]}…"
