"""The native sessions that a thread's runs ran on."""

from lineage.domain.kinds import NativeRefStrength, ParentRelationship
from lineage.importers.recorded import RecordedSession
from lineage.importers.t3code.fields import Json, mapping, moment, text
from lineage.importers.t3code.ids import own_id, provider_of
from lineage.importers.t3code.kinds import Kind
from lineage.importers.t3code.known import Family, KnownRun, KnownThread
from lineage.importers.t3code.log import Event, ThreadLog
from lineage.importers.t3code.runs import Begun

_STRENGTHS = {"strong": NativeRefStrength.STRONG, "weak": NativeRefStrength.WEAK}


def recorded_sessions(
    log: ThreadLog, thread: KnownThread, runs: list[Begun], replacements: dict[str, int], family: Family, drivers: dict[str, str]
) -> list[RecordedSession]:
    """The sessions in the order of their first runs.

    replacements has the sequence at which each run that needed it got a new native session: what is said of a provider thread up to
    there is about the old one.
    """
    snapshots: dict[str, list[Event]] = {}
    for event in log.of(Kind.PROVIDER_THREAD):
        snapshots.setdefault(event.payload["id"], []).append(event)
    begun = {run.id: run for run in runs}
    first: dict[str, KnownRun] = {}
    for known in thread.runs:
        first.setdefault(known.session_id, known)
    sessions = []
    for session_id, opening in first.items():
        start = replacements.get(opening.native_id)
        later = [run for run in first.values() if run.provider_thread_id == opening.provider_thread_id and run.sequence > opening.sequence]
        end = replacements.get(later[0].native_id) if later else None
        all_said = snapshots.get(opening.provider_thread_id or "", [])
        said = [event for event in all_said if (start is None or event.sequence >= start) and (end is None or event.sequence < end)]
        run = begun[opening.id]
        last: Json = said[-1].payload if said else {}
        reference, strength = _reference(said)
        sessions.append(
            RecordedSession(
                id=session_id,
                provider=provider_in(last, run.begun, log, drivers),
                native_ref=reference,
                created_at=(moment(last, "createdAt") if start is None else None) or log.at(run.begun),
                ref_strength=strength,
                forked_from=_forked_from(log, thread, last, reference, family) if start is None else None,
                closed=bool(later) or last.get("status") == "closed",
            )
        )
    return sessions


def provider_in(provider_thread: Json, event: Event, log: ThreadLog, drivers: dict[str, str]) -> str:
    """The kind of provider: what the provider thread says, or else the run, or else what the instance is called elsewhere in the file."""
    driver = text(provider_thread, "driver") or (event.driver if isinstance(event.driver, str) else None)
    if driver is None:
        thread = next((snapshot.payload for snapshot in log.threads), {})
        instance = text(event.payload, "providerInstanceId") or text(thread, "providerInstanceId") or ""
        driver = drivers.get(instance, instance)
    return provider_of(driver)


def _reference(said: list[Event]) -> tuple[str | None, NativeRefStrength]:
    """The last native reference that was told, and how surely it names the session."""
    for event in reversed(said):
        reference = mapping(event.payload, "nativeThreadRef")
        name, strength = text(reference, "nativeId"), _STRENGTHS.get(str(reference.get("strength")))
        if name is not None and strength is not None:
            return name, strength
    return None, NativeRefStrength.STRONG


def _forked_from(log: ThreadLog, thread: KnownThread, provider_thread: Json, reference: str | None, family: Family) -> str | None:
    """The session that the first one of a fork was natively forked from; None where it got its context in words."""
    departure = thread.departure
    if departure is None or departure.relationship is not ParentRelationship.FORK or reference is None:
        return None
    resolutions = [mapping(event.payload, "resolution") for event in log.of(Kind.TRANSFER) if event.payload.get("type") == "fork"]
    strategies = {str(resolution["strategy"]) for resolution in resolutions if "strategy" in resolution}
    source = text(mapping(provider_thread, "forkedFrom"), "providerThreadId")
    made_so = any(text(mapping(resolution, "providerThreadRef"), "nativeId") == reference for resolution in resolutions)
    if (strategies and "native_fork" not in strategies) or (source is None and not made_so):
        return None
    origin = next((run for other in family.values() for run in other.runs if run.id == departure.run_id), None)
    if origin is not None and source in (None, origin.provider_thread_id):
        return origin.session_id
    return own_id(source) if source is not None else None
