"""What each tool answers about the example, and what it says when it cannot."""

from typing import Any

import pytest

from lineage.client.commands import Commands
from lineage.client.questions import Questions
from lineage.mcp.tools.sessions import SessionTools
from tests.api.graph import Graph
from tests.api.recorder import Recorder
from tests.mcp.serving import Agent, agent
from tests.running import Neo4jAddress, RunningService

TOOLS = {"find_threads", "show_thread", "list_runs", "session_coverage", "explain_start", "rollback_impact", "run_provenance", "fork_tree"}


async def session_of(asking: Agent, provider: str) -> str:
    _, thread = await asking.ask("show_thread", thread_id="demo")
    return next(str(session["provider_thread_id"]) for session in thread["sessions"] if session["provider"] == provider)


async def test_every_tool_says_that_it_only_reads_and_what_it_is_for(address: str) -> None:
    async with agent(address) as asking:
        tools = (await asking.client.list_tools()).tools
        assert {tool.name for tool in tools} == TOOLS
        for tool in tools:
            assert tool.annotations and tool.annotations.read_only_hint and not tool.annotations.destructive_hint
            assert tool.title and tool.description and tool.output_schema
            for name, argument in tool.input_schema["properties"].items():
                assert argument.get("description"), f"{tool.name}: {name}"
        assert "find_threads" in (asking.client.instructions or "")


async def test_finding_threads(address: str) -> None:
    async with agent(address) as asking:
        text, found = await asking.ask("find_threads", title_contains="two AGENTS")
        assert [thread["thread_id"] for thread in found["threads"]] == ["demo"]
        assert 'demo "A parser, by two agents": a root' in text
        assert found["rest"] is None
        _, forks = await asking.ask("find_threads", title_contains="table-driven")
        assert (forks["threads"][0]["how"], forks["threads"][0]["parent_thread_id"]) == ("FORK", "demo")
        text, none = await asking.ask("find_threads", title_contains="no such title")
        assert (none["total"], none["threads"], text) == (0, [], "Found 0 threads.")


async def test_showing_a_thread(address: str) -> None:
    async with agent(address) as asking:
        text, thread = await asking.ask("show_thread", thread_id="demo")
        assert (thread["head_ordinal"], thread["history"], thread["latest_stable_run_id"]) == (9, ["demo 1-9"], "demo-run-9")
        assert [(session["provider"], session["ran"], session["misses"]) for session in thread["sessions"]] == [
            ("codex", "1-5, 9", "nothing"),
            ("claude", "6-8", "demo 9"),
        ]
        assert "ran 6-8; misses demo 9" in text
        _, fork = await asking.ask("show_thread", thread_id="demo-fork")
        assert (fork["parent_thread_id"], fork["history"]) == ("demo", ["demo 1-5", "demo-fork 1"])


async def test_listing_runs(address: str) -> None:
    async with agent(address) as asking:
        text, runs = await asking.ask("list_runs", thread_id="demo", first=2)
        assert [(run["ordinal"], run["run_id"], run["provider"]) for run in runs["runs"]] == [
            (1, "demo-run-1", "codex"),
            (2, "demo-run-2", "codex"),
        ]
        assert (runs["total"], runs["rest"]["left_out"]) == (9, {"runs": 7})
        assert text.endswith(f'Not shown: 7 runs. Call again with after="{runs["rest"]["after"]}" for more.')
        _, more = await asking.ask("list_runs", thread_id="demo", first=2, after=runs["rest"]["after"])
        assert ([run["ordinal"] for run in more["runs"]], more["rest"]["left_out"]) == ([3, 4], {"runs": 5})


async def test_what_a_session_knows(address: str) -> None:
    async with agent(address) as asking:
        text, known = await asking.ask("session_coverage", provider_thread_id=await session_of(asking, "claude"))
        assert (known["ran"], [told["covers"] for told in known["told"]], known["misses"]) == (["6-8"], ["demo 1-5"], ["demo 9"])
        assert (known["fit_to_resume"], known["recommended"]) == (True, "DELTA_INTO_EXISTING")
        assert "ran 3 of its runs, got 1 handoff and misses a part of its history. It is fit to be resumed" in text
        _, codex = await asking.ask("session_coverage", provider_thread_id=await session_of(asking, "codex"))
        assert (codex["ran"], codex["misses"]) == (["1-5", "9"], [])


async def test_what_a_compacted_session_knows(asked: RunningService, address: str) -> None:
    recorder = Recorder(asked)
    thread_id = recorder.thread()
    recorder.run(thread_id)
    session = recorder.provider_thread_of(recorder.run(thread_id))
    async with agent(address) as asking:
        _, whole = await asking.ask("session_coverage", provider_thread_id=session)
        assert (whole["summary_through"], whole["signals"]) == (None, [])
        asked.mutate("recordCompaction", "providerThread { id }", providerThreadId=session)
        text, known = await asking.ask("session_coverage", provider_thread_id=session)
        assert (known["summary_through"], known["ran"], known["fit_to_resume"]) == (f"{thread_id} 2", ["1-2"], True)
        assert [signal["kind"] for signal in known["signals"]] == ["COMPACTED"]
        assert f"It was compacted: up to {thread_id} 2 it knows a summary of what it ran. It is fit to be resumed" in text


async def test_why_a_run_would_start_so(address: str) -> None:
    async with agent(address) as asking:
        text, start = await asking.ask("explain_start", thread_id="demo", provider="claude")
        assert (start["strategy"], start["told"], start["rejected"]) == ("DELTA_INTO_EXISTING", ["demo 9"], [])
        assert start["provider_thread_id"] == await session_of(asking, "claude")
        assert [step["kind"] for step in start["steps"]] == ["RESUME_THREAD", "DELIVER_HANDOFF", "SEND_TURN"]
        assert text.startswith("claude goes on in its session and is told what it missed (demo 9).\n")

        text, clean = await asking.ask("explain_start", thread_id="demo", provider="claude", clean_context=True)
        assert [signal["kind"] for signal in clean["signals"]] == ["CLEAN_CONTEXT"]
        assert clean["rejected"] == [{"strategy": "DELTA_INTO_EXISTING", "reason": "clean context was asked for"}]
        assert "Why not better:\n- DELTA_INTO_EXISTING (goes on in its session and is told what it missed): clean context" in text


async def test_what_a_rollback_would_invalidate(address: str) -> None:
    async with agent(address) as asking:
        text, impact = await asking.ask("rollback_impact", thread_id="demo", to_ordinal=4)
        assert (impact["rolled_back"], impact["detached_threads"]) == (["5-9"], ["demo-fork"])
        assert [run["run_id"] for run in impact["reached_runs"]] == ["demo-fork-run-1"]
        assert [(session["drops"], session["keeps"]) for session in impact["sessions"]] == [("5, 9", "1-4"), ("6-8", "none")]
        assert "takes back 5 runs; the newest checkpoint that stays is checkpoint-of-demo-run-4." in text


async def test_where_the_content_of_a_run_came_from(address: str) -> None:
    async with agent(address) as asking:
        text, origins = await asking.ask("run_provenance", run_id="demo-run-9", max_depth=1)
        assert [source["ordinal"] for source in origins["sources"]] == [5, 6, 7, 8]
        assert [(step["from_run_id"], step["via"], step["native"]) for step in origins["steps"][:2]] == [
            ("demo-run-5", None, True),
            ("demo-run-6", "PROVIDER_HANDOFF", False),
        ]
        assert origins["more_beyond"] and "Further steps lead to more." in text
        _, all_of_it = await asking.ask("run_provenance", run_id="demo-run-9")
        assert not all_of_it["more_beyond"] and len(all_of_it["sources"]) == 8


async def test_the_tree(address: str) -> None:
    async with agent(address) as asking:
        text, tree = await asking.ask("fork_tree", thread_id="demo")
        assert [(thread["thread_id"], thread["depth"], thread["left_at"]) for thread in tree["threads"]] == [
            ("demo", 0, None),
            ("demo-fork", 1, 5),
        ]
        assert 'depth 1: demo-fork "What if it were table-driven?", FORK of demo; left at run 5; 1 run by codex' in text
        _, root = await asking.ask("fork_tree", thread_id="demo", max_depth=0)
        assert root["total"] == 1


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("show_thread", {"thread_id": "nowhere"}, "NOT_FOUND: thread 'nowhere' is not known"),
        ("list_runs", {"thread_id": "nowhere"}, "NOT_FOUND: thread 'nowhere' is not known"),
        ("session_coverage", {"provider_thread_id": "nowhere"}, "NOT_FOUND: provider thread 'nowhere' is not known"),
        ("explain_start", {"thread_id": "nowhere", "provider": "codex"}, "NOT_FOUND: thread 'nowhere' is not known"),
        ("explain_start", {"thread_id": "demo", "provider": "nobody"}, "NOT_FOUND: provider 'nobody' is not known"),
        ("rollback_impact", {"thread_id": "nowhere", "to_ordinal": 1}, "NOT_FOUND: thread 'nowhere' is not known"),
        ("rollback_impact", {"thread_id": "demo", "to_ordinal": 10}, "BAD_INPUT: "),
        ("run_provenance", {"run_id": "nowhere"}, "NOT_FOUND: run 'nowhere' is not known"),
        ("fork_tree", {"thread_id": "nowhere"}, "NOT_FOUND: thread 'nowhere' is not known"),
        ("fork_tree", {"thread_id": "demo", "after": "made up"}, "BAD_INPUT: after 'made up' is no cursor that fork_tree gave"),
        ("find_threads", {"first": 501}, "less than or equal to 500"),
        ("list_runs", {}, "thread_id\n  Field required"),
    ],
)
async def test_what_cannot_be_answered_is_an_error_of_the_tool(address: str, tool: str, arguments: dict[str, Any], told: str) -> None:
    async with agent(address) as asking:
        assert told in await asking.refusal(tool, **arguments)


async def test_a_cursor_is_good_for_the_tool_that_gave_it_alone(address: str) -> None:
    async with agent(address) as asking:
        _, runs = await asking.ask("list_runs", thread_id="demo", first=2)
        assert "is no cursor that fork_tree gave" in await asking.refusal("fork_tree", thread_id="demo", after=runs["rest"]["after"])


async def test_nothing_is_written(address: str, asked: RunningService, neo4j_address: Neo4jAddress) -> None:
    with Graph(neo4j_address, asked.service.settings.workspace) as graph:
        before = graph.content()
        async with agent(address) as asking:
            claude = await session_of(asking, "claude")
            await asking.ask("find_threads")
            await asking.ask("list_runs", thread_id="demo")
            await asking.ask("session_coverage", provider_thread_id=claude)
            await asking.ask("explain_start", thread_id="demo", provider="gemini", clean_context=True)
            await asking.ask("rollback_impact", thread_id="demo", to_ordinal=0)
            await asking.ask("run_provenance", run_id="demo-run-9")
            await asking.ask("fork_tree", thread_id="demo")
        assert graph.content() == before


def test_the_tools_hold_nothing_that_could_write() -> None:
    assert SessionTools.__annotations__["questions"] is Questions
    assert not issubclass(Questions, Commands)
    assert set(dir(Commands)) - set(dir(Questions))
    assert not any(hasattr(Questions, name) for name in ("start_run", "create_thread", "rollback_thread", "submit_handoff"))
