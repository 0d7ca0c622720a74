"""No answer is longer than its limit, and asking on with `after` brings all of it, each entry once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult

from lineage.client.models import Page
from lineage.client.questions import Questions
from lineage.mcp.answers import Answer, Entry, Listing, shortened, size_of
from lineage.mcp.bounding import Bound
from lineage.mcp.server import build_server
from tests.api.recorder import Recorder
from tests.mcp.serving import agent, text_of, together
from tests.running import RunningService, fresh

LIMIT = 8_000


class Numbers(Answer):
    odd: tuple[str, ...] = ()
    even: tuple[str, ...] = ()


entries = st.lists(st.integers(1, 1200), max_size=60).map(
    lambda sizes: [Entry(f"{n}:{'x' * size}", f"{n}:{'é' * (size // 2)}") for n, size in enumerate(sizes)]
)


def values(of: Sequence[Entry]) -> list[Any]:
    return [entry.value for entry in of]


def read(result: CallToolResult) -> dict[str, Any]:
    assert size_of(result) <= LIMIT
    content: dict[str, Any] | None = result.structured_content
    assert content is not None
    assert (content["rest"] is not None) == ("Not shown: " in text_of(result))
    return content


@given(entries, entries, st.integers(1, 50))
def test_lists_come_whole_in_parts(odd: list[Entry], even: list[Entry], first: int) -> None:
    listings = [Listing("odd", "Odd", odd), Listing("even", "Even", even)]
    parts = [read(Bound(LIMIT).lists("tool", Numbers(), ["head"], listings, first, None))]
    while rest := parts[-1]["rest"]:
        assert sum(rest["left_out"].values()) == len(odd) + len(even) - len(together(parts, "odd")) - len(together(parts, "even"))
        parts.append(read(Bound(LIMIT).lists("tool", Numbers(), ["head"], listings, first, rest["after"])))
        assert len(parts) <= len(odd) + len(even)
    assert together(parts, "odd") == values(odd)
    assert together(parts, "even") == values(even)
    assert all(len(part[name]) <= first for part in parts for name in ("odd", "even"))


@dataclass(frozen=True)
class Store:
    """Pages of entries as the service gives them; a cursor is the number of entries before."""

    entries: Sequence[Entry]

    async def ask(self, first: int, after: str | None) -> Page[Entry]:
        start = int(after or 0)
        end = start + first
        return Page[Any](
            nodes=tuple(self.entries[start:end]),
            total_count=len(self.entries),
            has_next_page=end < len(self.entries),
            has_previous_page=start > 0,
            start_cursor=None,
            end_cursor=str(end),
        )


@given(entries, st.integers(1, 50))
async def test_pages_come_whole_in_parts(odd: list[Entry], first: int) -> None:
    async def page(after: str | None) -> dict[str, Any]:
        answered = lambda page: (Numbers(), [f"of {page.total_count}"], Listing("odd", "Odd", page.nodes))  # noqa: E731
        return read(await Bound(LIMIT).page("tool", Store(odd).ask, answered, first, after))

    parts = [await page(None)]
    while rest := parts[-1]["rest"]:
        assert rest["left_out"] == {"odd": len(odd) - len(together(parts, "odd"))}
        parts.append(await page(rest["after"]))
        assert len(parts) <= len(odd)
    assert together(parts, "odd") == values(odd)


def test_an_entry_that_can_never_fit_is_refused() -> None:
    listing = Listing("odd", "Odd", [Entry("x" * LIMIT, "x")])
    with pytest.raises(ToolError, match="TOO_LARGE: one entry alone takes"):
        Bound(LIMIT).lists("tool", Numbers(), [], [listing], 10, None)


def test_a_long_text_says_how_much_is_left_out() -> None:
    assert shortened("one\n two", 7) == "one two"
    assert shortened("one two three", 7) == "one two… (6 more characters)"
    assert shortened(None) is None


async def test_answers_of_a_large_tree_are_cut_and_say_so(address: str, asked: RunningService) -> None:
    recorder = Recorder(asked)
    title = fresh("A title that is long") + " and longer" * 400
    thread_id = recorder.thread(title=title)
    run_id = recorder.run(thread_id, message="a message " * 1000)
    forks = [recorder.fork(thread_id, run_id, title=title) for _ in range(25)]

    async with agent(address) as asking:
        result = await asking.call("fork_tree", thread_id=thread_id)
        assert size_of(result) <= LIMIT
        last_line = text_of(result).splitlines()[-1]
        assert last_line.startswith("Not shown: ") and 'Call again with after="' in last_line
        parts = await asking.all_parts("fork_tree", thread_id=thread_id)
        assert len(parts) > 2
        assert {thread["thread_id"] for thread in together(parts, "threads")} == {thread_id, *forks}
        assert len(together(parts, "threads")) == len(forks) + 1
        parts = await asking.all_parts("find_threads", title_contains=title[:30])
        assert [thread["thread_id"] for thread in together(parts, "threads")] == [*reversed(forks), thread_id]
        parts = await asking.all_parts("rollback_impact", thread_id=thread_id, to_ordinal=0, first=10)
        assert len(parts) == 3 and together(parts, "detached_threads") == forks
        text, runs = await asking.ask("list_runs", thread_id=thread_id)
        assert "more characters)" in runs["runs"][0]["message"] and "more characters)" in text


async def test_a_larger_limit_shows_more(asked: RunningService) -> None:
    recorder = Recorder(asked)
    title = fresh("Another long title") + " and longer" * 100
    for _ in range(12):
        recorder.thread(title=title)
    async with agent(build_server(Questions(asked.url), 20_000)) as asking:
        _, found = await asking.ask("find_threads", title_contains=title[:28])
        assert len(found["threads"]) == 12 and found["rest"] is None
    async with agent(build_server(Questions(asked.url), 8_000)) as asking:
        _, found = await asking.ask("find_threads", title_contains=title[:28])
        assert 0 < len(found["threads"]) < 12 and found["rest"] is not None
