"""recordCompaction: what a provider thread held up to a run it knows as a summary only."""

from lineage.errors import BadInput, Conflict, InvalidTransition, NotFound
from lineage.service.checks import is_short_enough
from lineage.service.inputs import RecordCompactionInput
from lineage.service.openings import COMPACTION
from lineage.service.payloads import ProviderThreadPayload
from lineage.service.unit import Unit
from lineage.store.store import Row


async def record_compaction(unit: Unit, command: RecordCompactionInput) -> ProviderThreadPayload:
    """The provider thread. CONFLICT when another compaction is recorded through the run; the same again changes nothing.

    INVALID_TRANSITION when it has run nothing that is history, BAD_INPUT for a run that is not history of it.
    """
    is_short_enough("summary", command.summary, unit.settings.max_text_chars)
    id = command.provider_thread_id
    loaded = await unit.open(COMPACTION, providerThreadId=id, throughRunId=command.through_run_id)
    found: Row | None = loaded["compactionFacts"]
    if found is None:
        raise NotFound(f"provider thread {id!r} is not known")
    if command.through_run_id is not None and found["runId"] is None:
        raise NotFound(f"run {command.through_run_id!r} is not known")
    told = {"summary": command.summary, "tokensBefore": command.tokens_before, "tokensAfter": command.tokens_after}
    if found["recorded"] is None:
        _is_possible(found, id)
        order = {"version": found["threadVersion"], "made": unit.next_made()}
        unit.changes.create_compaction(id, found["runId"], {**told, **order})
    elif found["recorded"] != told:
        raise Conflict(f"another compaction of provider thread {id!r} is recorded through run {found['runId']!r}")
    return ProviderThreadPayload(provider_thread=(await unit.save(providerThreadIds=[id])).provider_threads[id])


def _is_possible(found: Row, id: str) -> None:
    if found["lastRunId"] is None:
        raise InvalidTransition(f"provider thread {id!r} has run nothing that is history")
    if not found["held"]:
        raise BadInput(f"run {found['runId']!r} is no run of provider thread {id!r} that is history")
