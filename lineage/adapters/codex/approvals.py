"""What Codex asks its client in a turn. Nobody sits there to answer, so whatever needs a person's consent is declined, and noted."""

from typing import Any

from lineage.adapters.codex.app_server import Message
from lineage.adapters.commands import spoken
from lineage.adapters.port import Observed
from lineage.domain.kinds import TurnItemKind

_DECLINED: dict[str, dict[str, Any]] = {
    "item/commandExecution/requestApproval": {"decision": "decline"},
    "item/fileChange/requestApproval": {"decision": "decline"},
    "item/permissions/requestApproval": {"permissions": {}, "scope": "turn"},
    "mcpServer/elicitation/request": {"action": "decline", "content": None},
    # How versions with LEGACY history ask.
    "execCommandApproval": {"decision": "denied"},
    "applyPatchApproval": {"decision": "denied"},
}
_FOR = {
    "item/fileChange/requestApproval": "a change of files",
    "applyPatchApproval": "a change of files",
    "item/permissions/requestApproval": "more permissions",
}


def answer_to(request: Message) -> tuple[Message | None, list[Observed]]:
    """The answer, None where there is none to give, and what is noted of it."""
    method, params = request["method"], request.get("params") or {}
    if method == "item/tool/requestUserInput":
        return {"answers": {}}, [_question(question) for question in params["questions"]]
    declined = _DECLINED.get(method)
    if declined is None:
        return None, []
    data = {"id": params.get("itemId") or params.get("callId"), "resolved": True, "decision": "declined"}
    return declined, [Observed(TurnItemKind.APPROVAL, f"Declined: {_asked_for(method, params)}", data)]


def _asked_for(method: str, params: dict[str, Any]) -> str:
    command = params.get("command")
    if command:
        asked = f"to run {spoken(command) if isinstance(command, str) else ' '.join(command)}"
    else:
        asked = _FOR.get(method) or params.get("message") or "something that needs consent"
    reason = params.get("reason")
    return f"{asked} ({reason})" if reason else asked


def _question(question: dict[str, Any]) -> Observed:
    return Observed(TurnItemKind.QUESTION, question["question"], {"id": question["id"], "resolved": False})
