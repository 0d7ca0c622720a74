"""Reading a chat completion: a whole and usable summary, or the reason why there is none."""

import json
from typing import Any

from lineage.summarizer.failure import SummarizerError


def summary_in(body: bytes, limit: int) -> str:
    """The answer's text without white space around it.

    Raises SummarizerError when the body is not a chat completion, when the model stopped before its end, and when the text is
    empty or longer than limit characters: it is never cut.
    """
    choice = _first_choice(body)
    message = choice.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if content is not None and not isinstance(content, str):
        raise SummarizerError("the summarizer's answer has a content that is not text")
    finished = choice.get("finish_reason")
    if finished not in (None, "stop"):
        raise SummarizerError(f"the summarizer's answer is not whole: finish_reason is {str(finished)[:50]!r}, expected 'stop'")
    text = (content or "").strip()
    if not text:
        raise SummarizerError("the summarizer's answer is empty")
    if len(text) > limit:
        raise SummarizerError(f"the summarizer's answer has {len(text)} characters, at most {limit} are allowed")
    return text


def _first_choice(body: bytes) -> dict[str, Any]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise SummarizerError("the summarizer's answer is not JSON") from None
    choices = data.get("choices") if isinstance(data, dict) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise SummarizerError("the summarizer's answer is not a chat completion: it has no choices")
    choice: dict[str, Any] = choices[0]
    return choice
