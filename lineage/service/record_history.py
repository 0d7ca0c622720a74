"""recordHistory: finished runs in bulk, as an importer or an orchestrator that kept its own books tells them (design 2)."""

from collections import Counter
from collections.abc import Iterable

from lineage.errors import BadInput, Gone
from lineage.service.append_items import items_are_small_enough
from lineage.service.checks import ids_are_free, is_short_enough
from lineage.service.history_inputs import RecordedThreadInput, RecordHistoryInput
from lineage.service.openings import NEW
from lineage.service.payloads import RecordHistoryPayload
from lineage.service.recording.history import History
from lineage.service.recording.recording import limits_of
from lineage.service.recording.stored import StoredThread, stored_threads
from lineage.service.recording.transfer_rows import with_values
from lineage.service.unit import Unit, provider_of
from lineage.store.changes import to_json
from lineage.store.records.writing import write_records


async def record_history(unit: Unit, command: RecordHistoryInput) -> RecordHistoryPayload:
    """How many runs were new, and the threads. Everything is recorded or nothing is.

    BAD_INPUT for too many runs, ids given twice, or a parent whose history has not the run; NOT_FOUND for a parent or provider that is
    not known; CONFLICT for ids that belong elsewhere; ACTIVE_RUN while a run of a thread is active; INVALID_TRANSITION for a provider
    thread that takes no run, and for a fork that waits for its first one.
    """
    _check(unit, command)
    threads = command.threads
    await unit.open(NEW)
    stored = await _stored(unit, threads)
    for id, how, at in (await unit.load("closed_threads", threadIds=[thread.id for thread in threads]))["closedThreads"]:
        raise Gone(f"thread {id!r} was {how} at {at}: no history is recorded for it any more")
    await _check_providers(unit, threads)
    history = History(limits_of(unit.settings), stored, await _taken(unit, threads))
    new = [run for thread in threads for run in history.new_runs(thread)]
    loaded = await unit.load(
        "taken_ids",
        newThreadId=None,
        newRunId=None,
        newTransferId=None,
        newItemIds=[item.id for run in new for item in run.items if item.id is not None],
        newCheckpointIds=[run.checkpoint.id for run in new if run.checkpoint is not None and run.checkpoint.id is not None],
    )
    ids_are_free(loaded["taken"])
    for thread in threads:
        history.record(thread)
    if unit.changes.by is not None:
        for event in history.records.events:
            event["set"].update(with_values(**unit.changes.by._asdict()))
    await write_records(unit.transaction, history.records)
    locks = history.locks()
    unit.root_id = locks[0][0] if len(locks) == 1 else None
    await unit.load("lock_trees", lockRoots=locks, lockThreads=[])
    views = await unit.save(threadIds=[thread.id for thread in threads])
    return RecordHistoryPayload(threads=tuple(views.threads[thread.id] for thread in threads), recorded_runs=len(new))


def _check(unit: Unit, command: RecordHistoryInput) -> None:
    runs = [run for thread in command.threads for run in thread.runs]
    if len(runs) > unit.settings.max_recorded_runs:
        raise BadInput(f"{len(runs)} runs were given: at most {unit.settings.max_recorded_runs} are accepted at once")
    _once("thread", (thread.id for thread in command.threads))
    _once("run", (run.id for run in runs))
    _once("provider thread", (told.id for thread in command.threads for told in thread.provider_threads))
    _once("item", (item.id for run in runs for item in run.items if item.id is not None))
    _once("checkpoint", (run.checkpoint.id for run in runs if run.checkpoint is not None and run.checkpoint.id is not None))
    for thread in command.threads:
        is_short_enough("title", thread.title, unit.settings.max_title_chars)
        is_short_enough("metadata", to_json(thread.metadata), unit.settings.max_text_chars)
        for run in thread.runs:
            is_short_enough("message", run.message, unit.settings.max_text_chars)
            is_short_enough("failureReason", run.failure_reason, unit.settings.max_text_chars)
            items_are_small_enough(unit, run.items)


def _once(what: str, ids: Iterable[str]) -> None:
    repeated = [id for id, count in Counter(ids).items() if count > 1]
    if repeated:
        raise BadInput(f"{what} id {repeated[0]!r} is given more than once")


async def _stored(unit: Unit, threads: list[RecordedThreadInput]) -> dict[str, StoredThread]:
    """The trees that the threads belong to, with their locks held."""
    ids = [thread.id for thread in threads] + [thread.parent.thread_id for thread in threads if thread.parent is not None]
    roots = (await unit.load("stored_roots", threadIds=ids, runIds=[], awaited=[]))["storedRoots"]
    await unit.load("lock_trees", lockRoots=[[root, 0] for root in sorted(roots)], lockThreads=[])
    return stored_threads((await unit.load("stored_threads", roots=sorted(roots)))["storedThreads"])


async def _taken(unit: Unit, threads: list[RecordedThreadInput]) -> dict[tuple[str, str], str]:
    """The threads that runs and provider threads belong to which are there already, by label and id."""
    loaded = await unit.load(
        "taken_runs",
        newRunIds=[run.id for thread in threads for run in thread.runs],
        newProviderThreadIds=sorted({run.provider_thread_id for thread in threads for run in thread.runs}
        | {told.id for thread in threads for told in thread.provider_threads}),
    )  # fmt: skip
    return {(label, id): thread_id for label, id, thread_id in loaded["takenRuns"]}


async def _check_providers(unit: Unit, threads: list[RecordedThreadInput]) -> None:
    """NOT_FOUND for a provider that nobody registered."""
    kinds = sorted({told.provider for thread in threads for told in thread.provider_threads})
    loaded = await unit.load("profiles", kinds=kinds, profileThreadIds=[], profileProviderThreadIds=[])
    profiles = unit.profiles(loaded["profiles"])
    for kind in kinds:
        provider_of(profiles, kind)
