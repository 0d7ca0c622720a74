"""Each fault, planted in a graph that is whole otherwise, is named with the things that it is a fault of."""

import re

import pytest

from lineage.service.verify import check, invariants
from lineage.store.queries import text_of
from tests.running import RunningService
from tests.verify.conftest import Spoiled
from tests.verify.faults import FAULTS

PLANTED = [pytest.param(kind, wrong, text, id=f"{kind}: {wrong}") for kind, faults in sorted(FAULTS.items()) for wrong, text in faults]


async def test_the_story_is_whole(storied: RunningService, spoiled: Spoiled) -> None:
    for kind in invariants():
        checked = await check(spoiled, spoiled.workspace, kind)  # type: ignore[arg-type]
        assert checked.violations == ()
        assert checked.things > 0, f"the story has nothing that {kind} looks at"


@pytest.mark.parametrize(("kind", "wrong", "text"), PLANTED)
async def test_a_planted_fault_is_named(spoiled: Spoiled, kind: str, wrong: str, text: str) -> None:
    planted = await spoiled.plant(text.replace("$W", "workspace: $workspace"))
    assert len(planted) == 1, "the story has not exactly one place for the fault"
    checked = await check(spoiled, spoiled.workspace, kind)  # type: ignore[arg-type]
    found = [violation for violation in checked.violations if violation.wrong == wrong]
    about = planted[0]["about"]
    assert [violation for violation in found if about.items() <= violation.about.items()], checked.violations


def test_each_fault_that_a_query_can_tell_is_planted() -> None:
    told = {
        (kind, wrong.replace("\\'", "'"))
        for kind in invariants()
        for wrong in re.findall(r"(?:THEN|ELSE|wrong:) '((?:[^'\\]|\\.)+)'", text_of(kind))
    }
    assert told == {(kind, wrong) for kind, faults in FAULTS.items() for wrong, _ in faults}
    assert {kind for kind, _ in told} == set(invariants())


def test_each_query_says_in_a_sentence_what_has_to_hold() -> None:
    for kind, expected in invariants().items():
        assert expected[0].isupper() and "params:" not in expected and "\n" not in expected, kind
