"""What an orchestrator tells the running service, and what it is answered."""

from collections.abc import Awaitable

import pytest

from lineage.client import CheckpointInput, LineageClient, Refused, StalenessPolicyInput, TurnItemInput
from lineage.domain.kinds import (
    Actor,
    ContextTransferStatus,
    HandoffDelivery,
    HandoffStatus,
    NativeActionKind,
    NativeRollbackState,
    ProviderThreadStatus,
    RunStatus,
    StartStrategy,
    SummarySource,
    ThreadRelationshipKind,
    TurnItemKind,
)
from tests.client.orchestrating import begun, new_thread, ran
from tests.running import fresh


async def test_the_life_of_a_run(client: LineageClient) -> None:
    made = (await client.create_thread(title="a title", created_by=Actor.AGENT, metadata={"of": ["any", None]})).thread
    assert (made.version, made.created_by, made.metadata, made.lineage.root_thread_id) == (1, Actor.AGENT, {"of": ["any", None]}, made.id)

    started = await client.start_run(thread_id=made.id, provider="codex", message="go on", expected_version=1)
    assert (started.run.ordinal, started.run.status, started.resolution.strategy) == (1, RunStatus.PREPARING, StartStrategy.NONE)
    assert [action.kind for action in started.resolution.actions] == [NativeActionKind.CREATE_THREAD, NativeActionKind.SEND_TURN]
    assert started.handoffs == ()

    run_id = started.run.id
    running = (await client.begin_run(run_id=run_id, native_thread_ref=fresh("session"), native_turn_ref="turn 1")).run
    assert running.status is RunStatus.RUNNING and running.started_at is not None
    assert (await client.record_provider_turn(run_id=run_id)).run.native_turn_refs == ("turn 1", None)

    items = [TurnItemInput(kind=TurnItemKind.GOAL, text="a goal"), TurnItemInput(kind=TurnItemKind.TEST, data={"exitCode": None})]
    recorded = (await client.append_items(run_id=run_id, items=items)).items
    assert [(item.kind, item.text, item.data) for item in recorded] == [("GOAL", "a goal", None), ("TEST", None, {"exitCode": None})]

    ended = (await client.finish_run(run_id=run_id, status=RunStatus.INTERRUPTED, reason="stopped")).run
    assert (ended.status, ended.failure_reason) == (RunStatus.INTERRUPTED, "stopped")
    captured = (await client.capture_checkpoint(run_id=run_id, workspace_ref="commit", diff_summary={"files": 1})).checkpoint
    assert (captured.run_id, captured.diff_summary) == (run_id, {"files": 1})
    assert await client.checkpoint(captured.id) == captured


async def test_another_agent_is_told_what_it_missed(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    first = await begun(client, thread_id)
    await client.append_items(run_id=first.run.id, items=[TurnItemInput(kind=TurnItemKind.DECISION, text="a table")])
    await client.finish_run(run_id=first.run.id)

    started = await client.start_run(thread_id=thread_id, provider="claude")
    assert started.resolution.strategy is StartStrategy.FULL_INTO_NEW
    assert [(part.thread_id, part.first, part.last) for part in started.resolution.covers] == [(thread_id, 1, 1)]
    deliver = next(action for action in started.resolution.actions if action.kind is NativeActionKind.DELIVER_HANDOFF)
    (handoff,) = started.handoffs
    assert (deliver.handoff_id, deliver.delivery) == (handoff.id, HandoffDelivery.SYSTEM)
    assert handoff.status is HandoffStatus.READY and "a table" in (handoff.summary_text or "")
    assert handoff.from_provider_thread_ids == (first.provider_thread.id,)
    assert handoff.covered_run_ordinals is not None and handoff.covered_run_ordinals.last == 1


async def test_a_session_that_is_gone_is_replaced(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    await ran(client, thread_id)
    started = await client.start_run(thread_id=thread_id, provider="codex", policy=StalenessPolicyInput(max_off_provider_runs=3))
    again = await client.report_resume_failure(run_id=started.run.id, reason="session not found")
    assert again.run.id == started.run.id
    assert again.resolution.strategy is StartStrategy.FULL_INTO_NEW
    assert [signal.kind for signal in again.resolution.signals] == ["RESUME_FAILED"]


async def test_a_session_that_was_compacted(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    first, last = await ran(client, thread_id), await ran(client, thread_id)
    id = first.provider_thread_id
    assert id is not None
    told = (await client.record_compaction(provider_thread_id=id, summary="what mattered", tokens_before=90_000)).provider_thread
    assert told.coverage.compacted_through is not None and told.coverage.compacted_through.run_id == last.id
    found = await client.provider_thread(id)
    assert found is not None
    (compaction,) = found.compactions
    assert (compaction.through, compaction.summary) == (told.coverage.compacted_through, "what mattered")
    assert (compaction.tokens_before, compaction.tokens_after) == (90_000, None)
    assert [(signal.kind, signal.value, found.staleness.stale) for signal in found.staleness.signals] == [("COMPACTED", 2, False)]
    limited = await client.resolve_start_context(thread_id=thread_id, provider="codex", policy=StalenessPolicyInput(max_compacted_runs=1))
    assert [(signal.kind, signal.threshold) for signal in limited.signals] == [("COMPACTED", 1)]


async def test_texts_that_are_deleted_on_request(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    run = await ran(client, thread_id)
    redacted = (await client.redact_thread(thread_id=thread_id)).thread
    found = await client.run(run.id)
    assert found is not None and found.message is None
    assert redacted.title is None


async def test_a_handoff_written_elsewhere(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    await ran(client, thread_id)
    started = await client.start_run(thread_id=thread_id, provider="claude", summary_source=SummarySource.PROVIDER_LEFT)
    pending = started.handoffs[0]
    assert (pending.status, pending.summary_text) == (HandoffStatus.PENDING, None)

    failed = (await client.fail_handoff(handoff_id=pending.id, reason="no answer")).handoff
    assert (failed.status, failed.failure_reason) == (HandoffStatus.FAILED, "no answer")
    anew = (await client.regenerate_handoff(handoff_id=pending.id, summary_source=SummarySource.PROVIDER_ENTERED)).handoff
    assert anew.supersedes is not None and anew.supersedes.id == pending.id
    ready = (
        await client.submit_handoff(handoff_id=anew.id, summary_text="what happened", payload=[1], created_by_provider="codex")
    ).handoff
    assert (ready.status, ready.summary_text, ready.payload) == (HandoffStatus.READY, "what happened", [1])
    manual = (await client.create_manual_handoff(run_id=started.run.id, summary_text="by hand", covered_from=1, covered_to=1)).handoff
    replaced = await client.context_handoff(anew.id)
    assert replaced is not None and replaced.superseded_by is not None and replaced.superseded_by.id == manual.id


async def test_a_fork_is_made_and_brought_back(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    run = await ran(client, thread_id)
    forked = await client.fork_thread(source_thread_id=thread_id, latest_stable=True, title="another way")
    assert (forked.transfer.type, forked.transfer.source_point.run_id) == (ThreadRelationshipKind.FORK, run.id)
    assert forked.thread.lineage.parent_thread_id == thread_id
    await ran(client, forked.thread.id)

    merged = (await client.merge_back(fork_thread_id=forked.thread.id)).transfer
    assert merged.status is ContextTransferStatus.PENDING
    assert merged.base_point is not None and merged.base_point.ordinal == 1
    assert await client.context_transfer(merged.id) == merged
    started = await client.start_run(thread_id=thread_id, provider="codex")
    assert started.resolution.transfer_ids == (merged.id,)
    taken_up = await client.context_transfer(merged.id)
    assert taken_up is not None and taken_up.resolution is not None
    assert taken_up.resolution.context_handoff_id == started.handoffs[0].id


async def test_a_subagent_returns_its_result(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    parent = await begun(client, thread_id)
    spawned = await client.spawn_subagent(parent_run_id=parent.run.id, provider="codex", native_thread_ref=fresh("child"))
    assert spawned.provider_thread is not None and spawned.provider_thread.coverage.native_run_ordinals == ()
    plain = await client.spawn_subagent(parent_run_id=parent.run.id)
    assert plain.provider_thread is None
    await ran(client, plain.thread.id, "claude")
    returned = (await client.return_subagent_result(child_thread_id=plain.thread.id, text="found it")).transfer
    assert (returned.type, returned.consumed_by_run_id) == (ThreadRelationshipKind.SUBAGENT_RESULT, parent.run.id)


async def test_a_rollback_does_what_was_foretold(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    first, second = await ran(client, thread_id), await ran(client, thread_id)
    fork = (await client.fork_thread(source_thread_id=thread_id, run_id=second.id)).thread
    reached = await ran(client, fork.id)

    foretold = await client.rollback_impact(thread_id, 1)
    assert foretold.rolled_back_ordinals == (2,)
    assert foretold.detached_thread_ids == (fork.id,)
    assert [run.id for run in foretold.downstream_runs] == [reached.id]
    done = await client.rollback_thread(thread_id=thread_id, to_ordinal=1)
    assert done.impact == foretold

    (session,) = done.impact.provider_threads
    assert (session.status_after, session.retained_ordinals) == (ProviderThreadStatus.ROLLED_BACK, (1,))
    assert session.action is not None and session.action.turns == 1
    told = (await client.report_provider_rollback(provider_thread_id=session.provider_thread_id, succeeded=True)).provider_thread
    assert told.native_rollback is NativeRollbackState.DONE
    assert told.last_turn_ref == first.native_turn_refs[0]


async def test_a_provider_is_registered(client: LineageClient) -> None:
    kind = fresh("provider")
    made = (await client.register_provider(kind=kind, native_fork=True, max_handoff_chars=9)).provider
    assert (made.native_fork, made.native_revert, made.handoff_delivery, made.max_handoff_chars) == (True, False, "PREAMBLE", 9)
    assert made in await client.providers()


async def test_a_command_sent_again_is_done_once(client: LineageClient) -> None:
    command_id = fresh("command")
    first = await client.create_thread(title="once", command_id=command_id)
    assert await client.create_thread(title="once", command_id=command_id) == first
    with pytest.raises(Refused) as refused:
        await client.create_thread(title="otherwise", command_id=command_id)
    assert refused.value.code == "CONFLICT"


async def test_what_the_service_refuses_has_its_code(client: LineageClient) -> None:
    thread_id = await new_thread(client)
    started = await client.start_run(thread_id=thread_id, provider="codex")

    async def code_of(command: Awaitable[object]) -> str:
        with pytest.raises(Refused) as refused:
            await command
        assert refused.value.message
        return refused.value.code

    assert await code_of(client.start_run(thread_id=thread_id, provider="codex")) == "ACTIVE_RUN"
    assert await code_of(client.start_run(thread_id="nowhere", provider="codex")) == "NOT_FOUND"
    assert await code_of(client.start_run(thread_id=thread_id, provider="codex", expected_version=9)) == "CONFLICT"
    assert await code_of(client.record_provider_turn(run_id=started.run.id)) == "INVALID_TRANSITION"
    assert await code_of(client.create_thread(id="")) == "BAD_INPUT"
    assert await code_of(client.fork_thread(source_thread_id=thread_id, latest_stable=True)) == "UNSTABLE_SOURCE"
    assert await code_of(client.finish_run(run_id=started.run.id, checkpoint=CheckpointInput())) == "INVALID_TRANSITION"
