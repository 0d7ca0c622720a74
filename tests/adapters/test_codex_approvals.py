"""What Codex gets for an answer when it asks its client for something."""

from lineage.adapters.codex.approvals import answer_to
from lineage.domain.kinds import TurnItemKind


def test_a_command_is_declined_and_noted() -> None:
    params = {"itemId": "call-1", "command": "/bin/bash -lc 'rm -r build'", "reason": "outside the sandbox"}
    answer, (noted,) = answer_to({"id": 1, "method": "item/commandExecution/requestApproval", "params": params})
    assert answer == {"decision": "decline"}
    assert (noted.kind, noted.text) == (TurnItemKind.APPROVAL, "Declined: to run rm -r build (outside the sandbox)")
    assert noted.data == {"id": "call-1", "resolved": True, "decision": "declined"}


def test_older_versions_are_answered_in_their_words() -> None:
    answer, (noted,) = answer_to({"id": 1, "method": "execCommandApproval", "params": {"callId": "c", "command": ["rm", "x"]}})
    assert answer == {"decision": "denied"}
    assert noted.text == "Declined: to run rm x"


def test_permissions_are_granted_none() -> None:
    answer, (noted,) = answer_to({"id": 1, "method": "item/permissions/requestApproval", "params": {"itemId": "p", "reason": None}})
    assert answer == {"permissions": {}, "scope": "turn"}
    assert noted.text == "Declined: more permissions"


def test_a_question_stays_open() -> None:
    questions = [{"id": "q1", "header": "Licence", "question": "Which licence?"}]
    answer, (noted,) = answer_to({"id": 1, "method": "item/tool/requestUserInput", "params": {"questions": questions}})
    assert answer == {"answers": {}}
    assert (noted.kind, noted.text, noted.data) == (TurnItemKind.QUESTION, "Which licence?", {"id": "q1", "resolved": False})


def test_what_is_not_known_is_not_supported() -> None:
    assert answer_to({"id": 1, "method": "attestation/generate", "params": {}}) == (None, [])
