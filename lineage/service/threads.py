"""createThread, forkThread and registerProvider."""

from lineage.domain.facts import ThreadFacts
from lineage.domain.fork import ForkPoint, fork_from_latest_stable, fork_from_provider_thread, fork_from_run
from lineage.domain.kinds import Actor, ContextTransferStatus, ParentRelationship, SourceKind, ThreadRelationshipKind
from lineage.domain.models import Provider
from lineage.errors import BadInput, NotFound
from lineage.service.checks import ask, found_thread, ids_are_free, is_short_enough
from lineage.service.inputs import CreateThreadInput, ForkThreadInput, RegisterProviderInput
from lineage.service.openings import NEW, THREAD
from lineage.service.payloads import ForkThreadPayload, RegisterProviderPayload, ThreadPayload
from lineage.service.unit import Unit
from lineage.store.changes import to_json
from lineage.store.facts_codec import run_fact
from lineage.store.store import Row


async def register_provider(unit: Unit, command: RegisterProviderInput) -> RegisterProviderPayload:
    """The provider's profile, in place of an earlier one of the same kind."""
    await unit.open(NEW)
    provider = Provider(**command.model_dump(exclude={"command_id"}))
    unit.changes.set_provider(provider)
    await unit.save()
    return RegisterProviderPayload(provider=provider)


async def create_thread(unit: Unit, command: CreateThreadInput) -> ThreadPayload:
    """A root thread at version 1, without history."""
    is_short_enough("title", command.title, unit.settings.max_title_chars)
    metadata = to_json(command.metadata)
    is_short_enough("metadata", metadata, unit.settings.max_text_chars)
    loaded = await unit.open(NEW, newThreadId=command.id)
    ids_are_free(loaded["taken"])
    id = unit.root_id = unit.new_id(command.id)
    unit.changes.create_thread(
        {
            "id": id,
            "title": command.title,
            "createdBy": command.created_by,
            "rootId": id,
            "depth": 0,
            "made": unit.next_made(),
            "metadata": metadata,
        }
    )
    unit.changes.log_event(id, 1, "thread.created", {"createdBy": command.created_by})
    return ThreadPayload(thread=(await unit.save(threadIds=[id])).threads[id])


async def fork_thread(unit: Unit, command: ForkThreadInput) -> ForkThreadPayload:
    """A thread with the source's history up to the source point, and a PENDING transfer; nothing else is made (design 5)."""
    is_short_enough("title", command.title, unit.settings.max_title_chars)
    loaded = await unit.open(
        THREAD,
        threadId=command.source_thread_id,
        asks=[ask(command.source_thread_id)],
        sourceRunId=command.run_id,
        sourceCheckpointId=command.checkpoint_id,
        providerThreadIds=[command.provider_thread_id] if command.provider_thread_id else [],
        newThreadId=command.id,
    )
    facts = found_thread(loaded, command.source_thread_id)
    _named_source_exists(command, loaded["sourceRun"] is not None, bool(loaded["providerThreads"]))
    ids_are_free(loaded["taken"])
    kind, source = _source(command, facts, loaded)
    at = (await unit.load("runs_at", points=[list(source.point)]))["runsAt"][0]
    run_id = at[2]
    id, transfer_id = unit.new_id(command.id), unit.new_id()
    create_child(unit, facts, id, command.title, command.created_by, ParentRelationship.FORK, run_id)
    unit.changes.log_event(id, 1, "thread.forked", {"parentThreadId": facts.thread.id, "sourceRunId": run_id, "transferId": transfer_id})
    unit.changes.create_transfer(
        {
            "id": transfer_id,
            "type": ThreadRelationshipKind.FORK,
            "status": ContextTransferStatus.PENDING,
            "createdBy": command.created_by,
            "sourceKind": kind,
            "sourcePointProviderThreadRef": source.provider_thread.native_thread_ref if source.provider_thread else None,
            "made": unit.next_made(),
        },
        source_thread_id=facts.thread.id,
        target_thread_id=id,
        source=source.point,
    )
    views = await unit.save(threadIds=[id], transferIds=[transfer_id])
    return ForkThreadPayload(thread=views.threads[id], transfer=views.transfers[transfer_id])


def _named_source_exists(command: ForkThreadInput, run_found: bool, provider_thread_found: bool) -> None:
    if command.run_id is not None and not run_found:
        raise NotFound(f"run {command.run_id!r} is not known")
    if command.checkpoint_id is not None and not run_found:
        raise NotFound(f"checkpoint {command.checkpoint_id!r} is not known")
    if command.provider_thread_id is not None and not provider_thread_found:
        raise NotFound(f"provider thread {command.provider_thread_id!r} is not known")


def _source(command: ForkThreadInput, facts: ThreadFacts, loaded: Row) -> tuple[SourceKind, ForkPoint]:
    if command.latest_stable:
        return SourceKind.LATEST_STABLE, fork_from_latest_stable(facts)
    if command.provider_thread_id is not None:
        for provider_thread in facts.provider_threads:
            if provider_thread.id == command.provider_thread_id:
                return SourceKind.PROVIDER_THREAD, fork_from_provider_thread(facts, provider_thread)
        raise BadInput(f"provider thread {command.provider_thread_id!r} does not serve thread {facts.thread.id!r}")
    kind = SourceKind.RUN if command.run_id is not None else SourceKind.CHECKPOINT
    return kind, fork_from_run(facts, run_fact(loaded["sourceRun"]))


def create_child(
    unit: Unit, parent: ThreadFacts, id: str, title: str | None, created_by: Actor, by: ParentRelationship, source_run_id: str
) -> None:
    unit.changes.create_thread(
        {
            "id": id,
            "title": title,
            "createdBy": created_by,
            "rootId": parent.thread.root_id,
            "depth": parent.thread.depth + 1,
            "made": unit.next_made(),
        },
        parent_id=parent.thread.id,
        by=by,
        source_run_id=source_run_id,
        source_version=parent.thread.version,
    )
