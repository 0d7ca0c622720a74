"""redactThread: deletes the texts of a thread on request, while its lineage stays.

What goes: the thread's title and metadata; its runs' messages, its items' texts and data, diff summaries and reasons; the texts of
handoffs into it and of those elsewhere that cover its runs, by which its content went on (design 6); results of subagents to and from
it; summaries of sessions that held its content; and all of that in the answers that receipts keep. What stays: ids, kinds, times,
ordinals, states, ranges and counts, so that coverage, staleness, impact and provenance answer as before. A fork's inherited history is
the parent's runs: redact the parent for that. What agents of other threads wrote after they had read it is those threads' own text.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from lineage.service.checks import ask, found_thread, no_active_run, version_is
from lineage.service.inputs import RedactThreadInput
from lineage.service.openings import THREAD
from lineage.service.payloads import ThreadPayload
from lineage.service.unit import Unit
from lineage.store.records.receipts import tree_receipts

MARK = "[redacted]"
"""What stands where a text or reason has to be there."""
_HANDOFF_TEXTS = ("summary_text", "failure_reason")


async def redact_thread(unit: Unit, command: RedactThreadInput) -> ThreadPayload:
    """The thread without its texts, at its next version. Doing it again deletes what came since.

    NOT_FOUND; CONFLICT for a stale version; ACTIVE_RUN while a run of the thread is active, which still needs its texts.
    """
    thread_id = command.thread_id
    loaded = await unit.open(THREAD, threadId=thread_id, asks=[ask(thread_id)])
    facts = found_thread(loaded, thread_id)
    version_is(facts, command.expected_version)
    no_active_run(facts)
    now = unit.changes.now
    await unit.load("redact_thread", threadId=thread_id, mark=MARK, now=now)
    handoffs = (await unit.load("redact_handoffs", threadId=thread_id, mark=MARK, now=now)).get("redactedHandoffs", [])
    await _redact_receipts(unit, thread_id, set(handoffs))
    unit.changes.change_thread(thread_id, facts.thread.version + 1, "thread.redacted", {"handoffIds": sorted(handoffs)})
    return ThreadPayload(thread=(await unit.save(threadIds=[thread_id])).threads[thread_id])


async def _redact_receipts(unit: Unit, thread_id: str, handoff_ids: set[str]) -> None:
    """Those of the tree, and those of commands that wrote to several: some at a time."""
    for root in (unit.root_id or "", ""):
        async for receipts in tree_receipts(unit.load, root):
            answers = {row["set"]["commandId"]: json.loads(row["set"]["answer"]) for row in receipts}
            runs = sorted({run for answer in answers.values() for run in _named(answer, "run_id")})
            own = set((await unit.load("runs_in_thread", threadId=thread_id, runIds=runs))["runsInThread"])
            redacted = {id: without_texts(answer, thread_id, own, handoff_ids) for id, answer in answers.items()}
            changed = [[id, _written(answer)] for id, answer in redacted.items() if answer != answers[id]]
            if changed:
                await unit.load("rewrite_receipts", answers=changed)


def without_texts(answer: Any, thread_id: str, run_ids: set[str], handoff_ids: set[str]) -> Any:
    """A receipt's answer without the texts of a thread, of its runs' items and of these handoffs. Everything else is as it was."""
    if isinstance(answer, list):
        return [without_texts(part, thread_id, run_ids, handoff_ids) for part in answer]
    if not isinstance(answer, dict):
        return answer
    changed = dict(answer)
    if "lineage" in answer and answer.get("id") == thread_id:
        return {**changed, "title": None, "metadata": None}
    if "kind" in answer and "data" in answer and answer.get("run_id") in run_ids:
        return {**changed, "text": None, "data": None}
    if "strategy" in answer and answer.get("id") in handoff_ids:
        return {**changed, "payload": None, **_marked(answer, _HANDOFF_TEXTS)}
    if thread_id in (answer.get("source_thread_id"), answer.get("target_thread_id")):
        changed |= _marked(answer, ("failure_reason",))
    elif "ordinal" in answer and "provider" in answer and answer.get("thread_id") == thread_id:
        changed |= {"message": None, **_marked(answer, ("failure_reason",))}
    elif "diff_summary" in answer and answer.get("thread_id") == thread_id:
        changed["diff_summary"] = None
    return {name: without_texts(value, thread_id, run_ids, handoff_ids) for name, value in changed.items()}


def _marked(answer: Mapping[str, Any], names: Sequence[str]) -> dict[str, str]:
    return {name: MARK for name in names if answer.get(name) is not None}


def _named(answer: Any, name: str) -> list[str]:
    """All values of this name in an answer that are text."""
    if isinstance(answer, list):
        return [found for part in answer for found in _named(part, name)]
    if not isinstance(answer, dict):
        return []
    own = [answer[name]] if isinstance(answer.get(name), str) else []
    return own + [found for part in answer.values() for found in _named(part, name)]


def _written(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
