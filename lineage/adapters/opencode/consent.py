"""What OpenCode asks a person in a turn. Nobody sits there to answer, so it is refused unless it was allowed beforehand, and noted."""

from contextlib import suppress

from lineage.adapters.errors import AdapterError
from lineage.adapters.opencode.server import Json, Server
from lineage.adapters.port import Observed
from lineage.domain.kinds import TurnItemKind

NOBODY = "Nobody is there to allow this. Do without it, or say what you need and end your turn."
"""With words OpenCode gives a refusal to the model, which goes on; without any it ends the turn."""


async def answer_permission(server: Server, asked: Json, allowing: bool) -> Observed:
    """Answers a `permission.asked`, of the session itself or of a subagent's."""
    answer = {"reply": "once"} if allowing else {"reply": "reject", "message": NOBODY}
    # It may have been settled with the answer to another one, or with the turn's end; that the server is gone shows by itself.
    with suppress(AdapterError):
        await server.post(f"/permission/{asked['id']}/reply", answer)
    wanted = " ".join([asked["permission"], *asked["patterns"]])
    data = {"id": asked["id"], "resolved": True, "decision": "allowed" if allowing else "declined"}
    return Observed(TurnItemKind.APPROVAL, f"{'Allowed' if allowing else 'Declined'}: {wanted}", data)


async def leave_questions(server: Server, asked: Json) -> list[Observed]:
    """Leaves the questions of a `question.asked` open, which ends the turn: the next message may answer them."""
    with suppress(AdapterError):
        await server.post(f"/question/{asked['id']}/reject")
    return [
        Observed(TurnItemKind.QUESTION, question["question"], {"id": f"{asked['id']}-{number}", "resolved": False})
        for number, question in enumerate(asked["questions"], 1)
    ]
