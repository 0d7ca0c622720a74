"""The kinds of events, by what becomes of them here."""

from enum import IntEnum, auto


class Kind(IntEnum):
    """What an event's payload is a snapshot of. A LOOSE one belongs to no run: native subagents and imported threads have only such."""

    THREAD = auto()
    SEEN = auto()
    RUN = auto()
    ATTEMPT = auto()
    NODE = auto()
    SUBAGENT = auto()
    SESSION = auto()
    PROVIDER_THREAD = auto()
    TURN = auto()
    REQUEST = auto()
    MESSAGE = auto()
    ITEM = auto()
    LOOSE_ITEM = auto()
    LOOSE_MESSAGE = auto()
    PLAN = auto()
    CHECKPOINT = auto()
    ROLLBACK = auto()
    HANDOFF = auto()
    TRANSFER = auto()


KINDS = {
    "run.created": Kind.RUN,
    "run.updated": Kind.RUN,
    "run-attempt.created": Kind.ATTEMPT,
    "run-attempt.updated": Kind.ATTEMPT,
    "node.updated": Kind.NODE,
    "subagent.updated": Kind.SUBAGENT,
    "provider-session.attached": Kind.SESSION,
    "provider-session.updated": Kind.SESSION,
    "provider-thread.updated": Kind.PROVIDER_THREAD,
    "provider-turn.updated": Kind.TURN,
    "runtime-request.updated": Kind.REQUEST,
    "message.updated": Kind.MESSAGE,
    "turn-item.updated": Kind.ITEM,
    "plan.updated": Kind.PLAN,
    "checkpoint.captured": Kind.CHECKPOINT,
    "checkpoint.rollback-requested": Kind.ROLLBACK,
    "context-handoff.updated": Kind.HANDOFF,
    "context-transfer.created": Kind.TRANSFER,
    "context-transfer.updated": Kind.TRANSFER,
    "thread.visited": Kind.SEEN,
    "thread.marked-unread": Kind.SEEN,
    **{
        f"thread.{change}": Kind.THREAD
        for change in (
            "created", "archived", "unarchived", "deleted", "settled", "unsettled", "snoozed", "unsnoozed", "pinned", "unpinned",
            "pin-reordered", "metadata-updated", "runtime-mode-updated", "interaction-mode-updated", "model-selection-updated",
            "provider-switched",
        )
    },
}  # fmt: skip

SAY_NOTHING = frozenset({"provider-session.detached", "checkpoint-scope.created", "run.background-work-cancelled"})
"""Types that are known, and that change nothing of what is recorded."""

WITH_HISTORY = frozenset({Kind.THREAD, Kind.RUN, Kind.PROVIDER_THREAD, Kind.HANDOFF, Kind.ROLLBACK})
"""Kinds of which each snapshot counts; of the others only the last one of each thing does."""

FOR_OUTLINES = frozenset(
    {Kind.THREAD, Kind.SEEN, Kind.RUN, Kind.PROVIDER_THREAD, Kind.SUBAGENT, Kind.HANDOFF, Kind.ROLLBACK, Kind.TRANSFER, Kind.LOOSE_MESSAGE}
)
"""What has to be looked at to tell how threads belong together."""

FOR_CONTENT = frozenset(Kind) - {Kind.NODE}
"""What a thread's content is made of. Nodes repeat what items say, and are looked up where they do not."""

ITEM_TYPES = frozenset(
    {
        "user_message", "assistant_message", "reasoning", "proposed_plan", "todo_list", "user_input_request", "file_change",
        "command_execution", "file_search", "web_search", "approval_request", "checkpoint", "run_interrupt_request",
        "run_interrupt_result", "system_notice", "error", "compaction", "handoff", "fork", "thread_created", "subagent", "dynamic_tool",
    }
)  # fmt: skip


def of_item(payload: object) -> Kind:
    """Which kind of item it is: a message without a run that is no steering of one begins a turn of its own."""
    if not isinstance(payload, dict) or isinstance(payload.get("runId"), str):
        return Kind.ITEM
    begins = payload.get("type") == "user_message" and payload.get("inputIntent") not in ("steer", "promoted_queued_to_steer")
    return Kind.LOOSE_MESSAGE if begins else Kind.LOOSE_ITEM
