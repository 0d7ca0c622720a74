"""A page of documentation taken apart: its blocks, generated parts, tables and links."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block. line is the one where its text begins, counted from 1; start and end are places in the page."""

    language: str
    text: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Example:
    """A GraphQL document and the answer that stands right below it, where one does."""

    document: Block
    answer: Block | None


def blocks(page: str) -> list[Block]:
    """The fenced blocks, in order."""
    return [
        Block(match[1], match[2], page.count("\n", 0, match.start(2)) + 1, match.start(), match.end()) for match in _BLOCK.finditer(page)
    ]


def examples(page: str) -> list[Example]:
    """The GraphQL blocks, each with the JSON block that follows it with nothing in between."""
    found = blocks(page)
    return [
        Example(block, below if below is not None and below.language == "json" and not page[block.end : below.start].strip() else None)
        for block, below in zip(found, [*found[1:], None], strict=True)
        if block.language == "graphql"
    ]


def generated(name: str, page: str) -> str:
    """The part between the marks of this name. AssertionError when there are no such marks."""
    match = _between_marks(name).search(page)
    assert match is not None, f"no part is marked {name!r}"
    return match[2].strip()


def with_generated(name: str, content: str, page: str) -> str:
    """The page with the part of this name written anew."""
    return _between_marks(name).sub(lambda match: f"{match[1]}\n{content}\n{match[3]}", page)


def _between_marks(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- begin {name} -->)\n(.*?)(<!-- end {name} -->)", re.DOTALL)


def section(title: str, page: str) -> str:
    """What stands below a heading, up to the next one of its level or above. AssertionError when there is no such heading."""
    match = re.search(rf"^(#+) {re.escape(title)}\n", page, re.MULTILINE)
    assert match is not None, f"there is no heading {title!r}"
    following = re.compile(rf"^#{{1,{len(match[1])}}} ", re.MULTILINE).search(page, match.end())
    return page[match.end() : following.start() if following else len(page)]


def first_cells(part: str) -> list[str]:
    """The code that each row of a table begins with, in order."""
    return [code[1] for row in part.splitlines() if row.startswith("| `") and (code := _CODE.search(row))]


def links(page: str) -> list[str]:
    """The targets of links, those in code left out."""
    return _LINK.findall(_prose(page))


def anchors(page: str) -> set[str]:
    """The names by which a link reaches a heading."""
    titles = re.findall(r"^#+ (.+)$", _BLOCK.sub("", page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def code_in(page: str) -> set[str]:
    """What is written as code in running text and tables."""
    return set(_CODE.findall(_BLOCK.sub("", page)))


def _prose(page: str) -> str:
    return _CODE.sub("", _BLOCK.sub("", page))
