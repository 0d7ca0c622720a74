"""The check of requests against what the service says finds each kind of untruth."""

import pytest

from tests.agents.models.server import Asked
from tests.agents.truth.tokens import Expected, faults, new_token, tokens_in

OWN, NATIVE, HANDED, STRANGE = (new_token() for _ in range(4))
EXPECTED = Expected(OWN, frozenset({NATIVE}), frozenset({HANDED}))


def asked(conversation: list[str], beside: list[str]) -> Asked:
    return Asked("any", tuple(conversation), tuple(beside), {})


@pytest.mark.parametrize(
    ("conversation", "beside", "said"),
    [
        ([NATIVE, OWN], [HANDED], []),
        ([NATIVE, OWN], [], []),
        ([OWN], [HANDED], ["known natively, but not in the conversation"]),
        ([NATIVE], [HANDED], ["known natively, but not in the conversation"]),
        ([NATIVE, OWN, STRANGE], [], ["in the conversation, but not known natively"]),
        ([NATIVE, OWN, HANDED], [], ["in the conversation, but not known natively"]),
        ([NATIVE, OWN], [STRANGE], ["in texts beside the conversation, but covered by no handoff in effect"]),
        ([NATIVE, OWN], [NATIVE], ["in texts beside the conversation, but covered by no handoff in effect"]),
    ],
)
def test_what_is_not_the_truth_is_told(conversation: list[str], beside: list[str], said: list[str]) -> None:
    found = faults(asked([f"Remember {token}." for token in conversation], beside), EXPECTED)
    assert [fault.split(":")[0] for fault in found] == said


def test_tokens_are_found_wherever_they_stand() -> None:
    assert tokens_in((f"({OWN})", f"x{NATIVE}", f"run 1: {HANDED}, {STRANGE}")) == {OWN, HANDED, STRANGE}
