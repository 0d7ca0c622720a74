"""What a tool answers: text for the model, the same as structured content, and a word about what was left out."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel, ConfigDict, Field

SHOWN_OF_A_TEXT = 300


class Rest(BaseModel):
    """What an answer leaves out, so that it stays within its size."""

    model_config = ConfigDict(frozen=True)

    left_out: dict[str, int] = Field(description="How many entries of each list follow.")
    after: str = Field(description="Call the tool again with the same arguments and this as `after` to get them.")


class Answer(BaseModel):
    """Structured content. Its lists hold what is shown; rest says what follows."""

    model_config = ConfigDict(frozen=True)

    rest: Rest | None = Field(default=None, description="What was left out and how to get it; null when nothing was.")


@dataclass(frozen=True)
class Entry:
    """One entry of a list, as structured content and as a line of text."""

    value: Any
    line: str

    @property
    def size(self) -> int:
        """Characters that it takes, with what separates it from the next."""
        return len(as_json(self.value)) + len(self.line) + len(",\n- ")


@dataclass(frozen=True)
class Listing:
    """A list of an answer: the name of its field, its heading, and all of its entries."""

    name: str
    heading: str
    entries: Sequence[Entry]


def as_json(value: Any) -> str:
    """JSON as it goes over the wire."""
    plain = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def result_of(answer: Answer, lines: Sequence[str]) -> CallToolResult:
    """An answer as the protocol carries it. The last line tells what is left out."""
    text = [*lines]
    if answer.rest:
        left = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in answer.rest.left_out.items())
        text.append(f'Not shown: {left}. Call again with after="{answer.rest.after}" for more.')
    content = [TextContent(type="text", text="\n".join(text))]
    return CallToolResult(content=list(content), structured_content=answer.model_dump(mode="json"))


def size_of(result: CallToolResult) -> int:
    """Characters of text and of structured content, as JSON."""
    texts = sum(len(block.text) for block in result.content if isinstance(block, TextContent))
    return texts + len(as_json(result.structured_content))


def counted(number: int, what: str) -> str:
    """A number of things: "1 run", "2 runs"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def shortened(text: str | None, most: int = SHOWN_OF_A_TEXT) -> str | None:
    """A text in one line; what is longer than most characters ends with a word about how much is left out."""
    if text is None:
        return None
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}… ({len(line) - most} more characters)"
