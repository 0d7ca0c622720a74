"""A workspace with one thing of each kind, all of whose texts can be told from those of others."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from tests.api.recorder import Recorder
from tests.running import RunningService, fresh


@dataclass(frozen=True)
class World:
    """Ids by kinds, and the word that stands in each text."""

    ids: dict[str, str]
    word: str


def recorded(service: RunningService) -> World:
    """A thread that went from one provider to another, with a fork and a subagent's thread."""
    word = f"secret{uuid4().hex[:8]}"
    recorder = Recorder(service)
    command_id, thread = fresh("command"), fresh("T")
    service.mutate("createThread", "thread { id }", id=thread, title=f"a title, {word}", commandId=command_id)
    run = recorder.running(thread, message=f"a message, {word}")
    recorder.append(run, f"an item, {word}")
    item = service.mutate("appendItems", "items { id }", runId=run, items=[{"id": fresh("item"), "kind": "GOAL", "text": word}])["items"][
        0
    ]["id"]
    recorder.finish(run)
    started: Any = recorder.start(thread, "claude", message=word)
    recorder.begin(started["run"]["id"])
    child = recorder.spawn(started["run"]["id"], title=word)
    recorder.finish(started["run"]["id"])
    return World(
        {
            "thread": thread,
            "run": run,
            "provider thread": recorder.provider_thread_of(run),
            "transfer": started["handoffs"][0]["transferId"],
            "handoff": started["handoffs"][0]["id"],
            "checkpoint": f"checkpoint of {run}",
            "item": item,
            "fork": recorder.fork(thread, run, title=word),
            "child": child,
            "command": command_id,
        },
        word,
    )
