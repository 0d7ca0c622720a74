"""The documented example, as an orchestrator records it: Codex takes runs 1-5, Claude 6-8, Codex 9, and a fork tries another way."""

from collections.abc import Awaitable, Callable
from typing import Any

from lineage.domain.kinds import TurnItemKind
from lineage.service import inputs, payloads
from lineage.service.append_items import append_items
from lineage.service.begin_run import begin_run
from lineage.service.finish_run import finish_run
from lineage.service.start_run import start_run
from lineage.service.threads import create_thread, fork_thread
from lineage.service.unit import Commands

THREAD_ID = "demo"
FORK_ID = "demo-fork"

_PLAN: tuple[tuple[str, str, TurnItemKind, str], ...] = (
    ("codex", "Write a parser for the configuration files", TurnItemKind.GOAL, "A parser for the configuration files"),
    ("codex", "No new dependencies, please", TurnItemKind.CONSTRAINT, "No new dependencies"),
    ("codex", "Recursive descent or a table?", TurnItemKind.DECISION, "Recursive descent: the grammar is small"),
    ("codex", "Write it", TurnItemKind.FILE_CHANGE, "src/parser.py"),
    ("codex", "Run the tests", TurnItemKind.TEST, "pytest -q"),
    ("claude", "Two tests fail on non-ASCII keys, look into it", TurnItemKind.FAILURE, "Keys with combining characters are cut"),
    ("claude", "Fix it", TurnItemKind.FILE_CHANGE, "src/parser.py"),
    ("claude", "Which licence does the test data have?", TurnItemKind.QUESTION, "Which licence does the test data have?"),
    ("codex", "Write the documentation", TurnItemKind.TODO, "Document the grammar"),
)


_TOLD_BY_DATA = (TurnItemKind.FILE_CHANGE, TurnItemKind.TEST, TurnItemKind.TODO)


async def load_demo(commands: Commands, workspace: str) -> None:
    """Records the example under fixed ids. CONFLICT when it is there already."""

    async def do(use_case: Callable[..., Awaitable[Any]], payload: Any, command: inputs.Command) -> Any:
        return await commands.carry_out(workspace, command, use_case, payload)

    await do(create_thread, payloads.ThreadPayload, inputs.CreateThreadInput(id=THREAD_ID, title="A parser, by two agents"))
    for ordinal, (provider, message, kind, text) in enumerate(_PLAN, 1):
        await _run(do, THREAD_ID, f"demo-run-{ordinal}", provider, message, kind, text)
    fork = inputs.ForkThreadInput(id=FORK_ID, source_thread_id=THREAD_ID, run_id="demo-run-5", title="What if it were table-driven?")
    await do(fork_thread, payloads.ForkThreadPayload, fork)
    await _run(
        do,
        FORK_ID,
        "demo-fork-run-1",
        "codex",
        "Try a table-driven parser",
        TurnItemKind.DECISION,
        "The table is larger than the code it replaces",
    )


async def _run(
    do: Callable[..., Awaitable[Any]], thread_id: str, run_id: str, provider: str, message: str, kind: TurnItemKind, text: str
) -> None:
    started = await do(
        start_run, payloads.StartRunPayload, inputs.StartRunInput(id=run_id, thread_id=thread_id, provider=provider, message=message)
    )
    reference = started.provider_thread.native_thread_ref or f"{provider}-session-of-{run_id}"
    await do(
        begin_run,
        payloads.RunPayload,
        inputs.BeginRunInput(run_id=run_id, native_thread_ref=reference, native_turn_ref=f"turn-of-{run_id}"),
    )
    item = inputs.TurnItemInput(kind=kind, text=None if kind in _TOLD_BY_DATA else text, data=_data(kind, text))
    await do(append_items, payloads.AppendItemsPayload, inputs.AppendItemsInput(run_id=run_id, items=[item]))
    checkpoint = inputs.CheckpointInput(id=f"checkpoint-of-{run_id}", workspace_ref=f"commit-of-{run_id}", diff_summary={"files": 1})
    await do(finish_run, payloads.RunPayload, inputs.FinishRunInput(run_id=run_id, checkpoint=checkpoint))


def _data(kind: TurnItemKind, text: str) -> Any:
    if kind is TurnItemKind.FILE_CHANGE:
        return {"path": text, "change": "modified", "additions": 40, "deletions": 2}
    if kind is TurnItemKind.TEST:
        return {"command": text, "exitCode": 1, "summary": "2 failed, 31 passed"}
    if kind is TurnItemKind.TODO:
        return {"items": [{"text": text, "status": "pending"}]}
    if kind is TurnItemKind.QUESTION:
        return {"resolved": False}
    return None
