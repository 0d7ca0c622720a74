"""What the running service is asked, and what it answers."""

from collections.abc import Awaitable

import pytest

from lineage.client import LineageClient, Refused, StalenessPolicyInput, TurnItemInput
from lineage.domain.kinds import ContextTransferStatus, HandoffStatus, ParentRelationship, SearchKind, StartStrategy, TurnItemKind
from tests.client.orchestrating import begun, new_thread, ran
from tests.running import fresh


async def test_a_thread_with_its_history_and_sessions(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    await ran(client, thread_id)
    second = await ran(client, thread_id, "claude")
    active = await begun(client, thread_id)
    thread = await client.thread(thread_id)
    assert thread is not None
    assert [(part.thread_id, part.first, part.last) for part in thread.history] == [(thread_id, 1, 3)]
    assert thread.head_ordinal == 3
    assert thread.latest_stable is not None and thread.latest_stable.run_id == second.id
    assert thread.active_run is not None and thread.active_run.id == active.run.id
    codex, claude = thread.provider_threads
    assert (codex.provider, codex.coverage.native_run_ordinals) == ("codex", (1, 3))
    assert [handoff.covered[0].first for handoff in claude.coverage.handoffs] == [1]
    assert [part.first for part in claude.coverage.missing] == [3]


async def test_what_a_thread_holds(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    first = await ran(client, thread_id)
    await client.rollback_thread(thread_id=thread_id, to_ordinal=0)
    second = await ran(client, thread_id, "claude")
    fork_id = (await client.fork_thread(source_thread_id=thread_id, run_id=second.id)).thread.id
    await ran(client, fork_id)

    runs = await client.thread_runs(thread_id)
    assert runs is not None and [run.id for run in runs.nodes] == [second.id]
    runs = await client.thread_runs(thread_id, first=1, include_rolled_back=True)
    assert runs is not None and ([run.id for run in runs.nodes], runs.total_count, runs.has_next_page) == ([first.id], 2, True)
    runs = await client.thread_runs(thread_id, first=1, after=runs.end_cursor, include_rolled_back=True)
    assert runs is not None and ([run.id for run in runs.nodes], runs.has_next_page, runs.has_previous_page) == ([second.id], False, True)
    found = await client.thread_run(thread_id, 1)
    assert found is not None and found.id == first.id
    assert await client.thread_run(thread_id, 3) is None

    assert [checkpoint.run_id for checkpoint in await client.thread_checkpoints(thread_id) or ()] == [first.id, second.id]
    assert [child.id for child in await client.thread_children(thread_id) or ()] == [fork_id]
    assert await client.thread_children(thread_id, relationship=ParentRelationship.SUBAGENT) == ()
    assert [thread.id for thread in await client.thread_ancestors(fork_id) or ()] == [thread_id]
    (transfer,) = await client.thread_transfers(fork_id) or ()
    assert transfer.source_point.run_id == second.id
    assert await client.thread_transfers(fork_id, status=[ContextTransferStatus.PENDING]) == ()
    (handoff,) = await client.thread_handoffs(fork_id, status=[HandoffStatus.READY]) or ()
    assert handoff.thread_id == fork_id


async def test_what_a_run_holds(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    await ran(client, thread_id)
    started = await begun(client, thread_id, "claude")
    texts = ["one", "two", "three"]
    items = [TurnItemInput(kind=TurnItemKind.GOAL, text=text) for text in texts]
    await client.append_items(run_id=started.run.id, items=items)
    run = await client.run(started.run.id)
    assert run is not None and run.checkpoint is None
    assert [handoff.summary_text for handoff in run.context_handoffs] == [started.handoffs[0].summary_text]
    page = await client.run_items(started.run.id, first=2)
    assert page is not None and (len(page.nodes), page.total_count, page.has_next_page) == (2, 3, True)
    rest = await client.run_items(started.run.id, first=2, after=page.end_cursor)
    assert rest is not None and [item.text for item in rest.nodes] == ["three"]


async def test_a_provider_thread_and_its_staleness(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    await ran(client, thread_id)
    started = await begun(client, thread_id, "claude")
    found = await client.provider_thread(started.provider_thread.id)
    assert found is not None
    assert [handoff.id for handoff in found.handoffs_in_effect] == [started.handoffs[0].id]
    assert found.staleness.recommended is StartStrategy.NONE
    judged = await client.provider_thread_staleness(started.provider_thread.id, clean_context=True)
    assert judged is not None and judged.stale
    assert [signal.kind for signal in judged.signals] == ["CLEAN_CONTEXT"]


async def test_threads_are_found_by_their_titles(client: LineageClient) -> None:
    title = fresh("Title")
    ids = [(await client.create_thread(title=f"{title} {number}")).thread.id for number in range(3)]
    await ran(client, ids[0])
    page = await client.threads(title_contains=title.upper(), first=2, roots_only=True)
    assert ([thread.id for thread in page.nodes], page.total_count) == ([ids[2], ids[1]], 3)
    page = await client.threads(title_contains=title, first=2, after=page.end_cursor)
    assert [thread.id for thread in page.nodes] == [ids[0]]
    page = await client.threads(title_contains=title, provider="codex")
    assert [thread.id for thread in page.nodes] == [ids[0]]


async def test_texts_are_found_by_their_words(client: LineageClient) -> None:
    word = fresh("w").split(":")[1].removesuffix("%2F") + "search"
    ids = [(await client.create_thread(title=f"The {word} {number}")).thread.id for number in range(3)]
    page = await client.search(f"the {word}", first=2, kinds=[SearchKind.THREAD])
    assert (page.total_count, page.has_next_page, page.ignored) == (3, True, ("the",))
    rest = await client.search(f"the {word}", first=2, after=page.end_cursor, kinds=[SearchKind.THREAD])
    assert {hit.id for hit in page.nodes + rest.nodes} == set(ids)
    (hit,) = (await client.search(f"{word[:6]}*", thread_id=ids[1])).nodes
    assert (hit.kind, hit.thread_id, hit.run_id, hit.rolled_back) == (SearchKind.THREAD, ids[1], None, False)
    (place,) = hit.snippet.highlights
    assert hit.snippet.text[place.start : place.end] == word
    with pytest.raises(Refused, match="BAD_INPUT"):
        await client.search("*x")


async def test_a_thread_as_it_was_and_what_changed_it(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    await ran(client, thread_id)
    await ran(client, thread_id)
    events = await client.thread_events(thread_id, first=4)
    assert events is not None
    assert [event.type for event in events.nodes] == ["thread.created", "run.started", "run.begun", "run.finished"]
    then = await client.thread_as_of(thread_id, 4)
    assert then is not None and (then.version, then.head_ordinal) == (4, 1)
    assert [coverage.native_run_ordinals for coverage in then.coverage] == [(1,)]


async def test_how_the_next_run_would_start(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    await ran(client, thread_id)
    assert (await client.resolve_start_context(thread_id=thread_id, provider="codex")).strategy is StartStrategy.NONE
    clean = await client.resolve_start_context(
        thread_id=thread_id, provider="codex", clean_context=True, policy=StalenessPolicyInput(max_delta_ranges=0)
    )
    assert clean.strategy is StartStrategy.FULL_INTO_NEW
    assert [rejected.reason for rejected in clean.rejected] != []
    (preview,) = await client.handoff_previews(thread_id=thread_id, provider="codex", clean_context=True)
    assert (preview.transfer_id, preview.characters) == (None, len(preview.text))


async def test_how_threads_and_contents_hang_together(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    first, second = await ran(client, thread_id), await ran(client, thread_id)
    fork_id = (await client.fork_thread(source_thread_id=thread_id, run_id=first.id)).thread.id
    third = await ran(client, fork_id, "claude")

    tree = await client.fork_tree(thread_id)
    assert [(node.thread_id, node.depth, node.run_count, node.providers) for node in tree.nodes] == [
        (thread_id, 0, 2, ("codex",)),
        (fork_id, 1, 1, ("claude",)),
    ]
    assert (tree.root_thread_id, tree.total_count, tree.has_next_page) == (thread_id, 2, False)
    page = await client.fork_tree(thread_id, first=1, max_depth=1)
    assert page.has_next_page
    assert [node.thread_id for node in (await client.fork_tree(thread_id, first=1, after=page.end_cursor)).nodes] == [fork_id]

    base = await client.merge_base(thread_id, fork_id)
    assert base is not None and base.run_id == first.id
    assert await client.merge_base(thread_id, await new_thread(client)) is None
    diff = await client.thread_diff(thread_id, fork_id)
    assert ([part.first for part in diff.only_in_first], [part.thread_id for part in diff.only_in_second]) == ([2], [fork_id])

    provenance = await client.provenance(third.id)
    assert [run.id for run in provenance.sources] == [first.id]
    assert [(edge.from_run_id, edge.native, edge.via) for edge in provenance.edges] == [(first.id, False, "FORK")]
    assert (await client.provenance(second.id, max_depth=1)).truncated is False


async def test_unknown_ids(client: LineageClient) -> None:
    by_id: list[Awaitable[object]] = [
        client.thread("nowhere"),
        client.thread_runs("nowhere"),
        client.thread_events("nowhere"),
        client.thread_as_of("nowhere", 1),
        client.run("nowhere"),
        client.run_items("nowhere"),
        client.provider_thread("nowhere"),
        client.provider_thread_staleness("nowhere"),
        client.context_handoff("nowhere"),
        client.context_transfer("nowhere"),
        client.checkpoint("nowhere"),
    ]
    assert [await question for question in by_id] == [None] * len(by_id)
    by_root: list[Awaitable[object]] = [client.fork_tree("nowhere"), client.provenance("nowhere"), client.rollback_impact("nowhere", 0)]
    for question in by_root:
        with pytest.raises(Refused, match=r"NOT_FOUND: .*nowhere"):
            await question
