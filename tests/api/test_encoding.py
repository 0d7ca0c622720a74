"""Answers as JSON: whole numbers and texts come back as they were, whatever their size."""

import json
from typing import Any

import pytest

from tests.running import RunningService, fresh

NASTY = {
    "large": 10**40,
    "negative": -(2**64),
    "edge": 2**64 - 1,
    "text": "ü\u2028\U0001f600",
    "quotes": '"\\\n',
    "number": 0.1,
    "none": None,
}


@pytest.mark.parametrize("only", [None, *NASTY])
def test_json_in_an_answer_is_what_was_given(service: RunningService, only: str | None) -> None:
    metadata: Any = NASTY if only is None else {only: NASTY[only]}
    thread = fresh("encoded")
    made = service.mutate("createThread", "thread { metadata }", id=thread, metadata=metadata)
    assert made["thread"]["metadata"] == metadata
    assert service.query("query($id: ID!) { thread(id: $id) { metadata } }", id=thread) == {"thread": {"metadata": metadata}}


def test_half_a_character_in_an_error_is_answered(service: RunningService) -> None:
    body = '{"query": "{ nothing }", "variables": {"\\ud800": 1}, "operationName": "\\ud800"}'
    answer = service._http.post(service.url, content=body, headers={"Content-Type": "application/json"})
    assert json.loads(answer.text)["errors"]
