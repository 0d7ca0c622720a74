"""How a provider's own thread is cut: natively forked at a boundary, adopted, or rolled back (design 3 and 4)."""

from dataclasses import dataclass

from lineage.domain.coverage import taken_along_from
from lineage.domain.facts import ForkSource, ProviderThreadFacts, TransferFact
from lineage.domain.kinds import HistoryMode, NativeActionKind, NativeRefStrength, NativeRollbackState, ProviderThreadStatus, SourceKind
from lineage.domain.models import NativeAction, Provider
from lineage.domain.points import PointSet
from lineage.domain.ranges import above, highest, ordinals_in, up_to
from lineage.domain.staleness import ResumeRequest, incompatibilities


@dataclass(frozen=True, slots=True)
class NativeStart:
    """A fork's first run starts in a native fork of the source, or in the source itself when it is adopted."""

    source: ForkSource
    adopts: bool
    took_along: PointSet
    actions: tuple[NativeAction, ...]


def strong_reference(provider_thread: ProviderThreadFacts) -> str | None:
    """Its native reference when it may be forked, adopted or rolled back by it; None otherwise."""
    return provider_thread.native_thread_ref if provider_thread.native_ref_strength is NativeRefStrength.STRONG else None


def native_start_of_fork(
    fork: TransferFact,
    source: ForkSource,
    provider: Provider,
    request: ResumeRequest,
    native_failed: bool,
) -> NativeStart | str:
    """How the first run of a fork starts natively, or the reason why it cannot."""
    origin = source.provider_thread
    if (reason := _why_not_native(source, provider, request, native_failed)) is not None:
        return reason
    adopts = _is_adopted(fork, source)
    cut = (
        (NativeAction(kind=NativeActionKind.ADOPT_THREAD, native_thread_ref=origin.native_thread_ref),)
        if adopts
        else _fork_actions(source, provider)
    )
    if isinstance(cut, str):
        return cut
    return NativeStart(source, adopts, taken_along_from(origin, source.run.point), cut)


def _why_not_native(source: ForkSource, provider: Provider, request: ResumeRequest, native_failed: bool) -> str | None:
    origin = source.provider_thread
    if origin.provider != provider.kind:
        return f"the source ran on {origin.provider}, not on {provider.kind}"
    if strong_reference(origin) is None:
        return "the source's provider thread has no strong native reference"
    if origin.status in (ProviderThreadStatus.RESUME_FAILED, ProviderThreadStatus.CLOSED):
        return f"the source's provider thread is {origin.status}"
    if incompatible := incompatibilities(origin, provider, request):
        return incompatible[0].message
    if request.clean_context:
        return "clean context was asked for"
    if native_failed:
        return "starting natively failed for this run before"
    if source.run.begun_version is None or source.run.dropped_natively:
        return "the source run's turns were dropped from its native thread"
    return None


def _is_adopted(fork: TransferFact, source: ForkSource) -> bool:
    """Whether the fork takes over the native thread itself: that of an ACTIVE, idle subagent in which nothing ran since."""
    origin = source.provider_thread
    return (
        fork.source_kind is SourceKind.PROVIDER_THREAD
        and source.from_subagent
        and origin.status is ProviderThreadStatus.ACTIVE
        and not source.provider_thread_active
        and not origin.adopted
        and highest(origin.present_runs) == source.run.point.ordinal
    )


def _fork_actions(source: ForkSource, provider: Provider) -> tuple[NativeAction, ...] | str:
    origin, boundary = source.provider_thread, source.run.point.ordinal
    if not provider.native_fork:
        return f"{provider.kind} cannot fork natively"
    references = origin.turns.get(boundary, ())
    if references and references[-1] is not None:
        return (_fork_thread(origin, references[-1]),)
    if source.provider_thread_active:
        return "the source run's last turn has no reference and a run is active on its provider thread"
    if origin.adopted:
        return "the source run's last turn has no reference and its provider thread was adopted"
    later = above(origin.present_runs, boundary)
    if not later:
        return (_fork_thread(origin, None),)
    if origin.history_mode is not HistoryMode.LEGACY:
        return "the source run's last turn has no reference and paginated history cannot be rolled back by counting"
    if not provider.native_rollback:
        return f"the source run's last turn has no reference and {provider.kind} cannot roll back natively"
    turns = sum(len(origin.turns.get(ordinal, ())) for ordinal in ordinals_in(later))
    return (_fork_thread(origin, None), NativeAction(kind=NativeActionKind.ROLLBACK_TURNS, turns=turns))


def _fork_thread(origin: ProviderThreadFacts, boundary: str | None) -> NativeAction:
    return NativeAction(kind=NativeActionKind.FORK_THREAD, native_thread_ref=origin.native_thread_ref, native_turn_ref=boundary)


def native_rollback(provider_thread: ProviderThreadFacts, provider: Provider, to_ordinal: int) -> NativeAction | str:
    """The action that drops all turns present natively above the ordinal, or the reason why the provider cannot be told."""
    if strong_reference(provider_thread) is None:
        return "it has no strong native reference"
    if provider_thread.adopted:
        return "a fork adopted its native thread and goes on in it"
    if provider.native_rollback and provider_thread.history_mode is HistoryMode.LEGACY:
        return _dropping(provider_thread, NativeActionKind.ROLLBACK_TURNS, to_ordinal)
    if not provider.native_revert:
        return f"{provider.kind} cannot roll back {provider_thread.history_mode} history natively"
    action = _dropping(provider_thread, NativeActionKind.REVERT_BEFORE_TURN, to_ordinal)
    return action if action.native_turn_ref is not None else "the first turn to remove has no reference"


def due_rollback(provider_thread: ProviderThreadFacts) -> NativeAction | None:
    """The native rollback that has to happen before the provider thread takes its next run; None when none is pending.

    It is the one that the rollback told, though the provider's profile may have changed since: the adapter may have
    carried it out already, and another one would drop other turns.
    """
    if provider_thread.native_rollback is not NativeRollbackState.PENDING or provider_thread.native_rollback_kind is None:
        return None
    return _dropping(provider_thread, provider_thread.native_rollback_kind, provider_thread.native_rollback_to)


def _dropping(provider_thread: ProviderThreadFacts, kind: NativeActionKind, to_ordinal: int) -> NativeAction:
    """The action of that kind that drops the turns present natively above the ordinal."""
    removed = [provider_thread.turns.get(ordinal, ()) for ordinal in ordinals_in(above(provider_thread.present_runs, to_ordinal))]
    reference = provider_thread.native_thread_ref
    if kind is NativeActionKind.ROLLBACK_TURNS:
        return NativeAction(kind=kind, native_thread_ref=reference, turns=sum(map(len, removed)))
    return NativeAction(
        kind=kind,
        native_thread_ref=reference,
        native_turn_ref=removed[0][0] if removed and removed[0] else None,
        kept_turn_ref=_kept_turn(provider_thread, to_ordinal),
    )


def _kept_turn(provider_thread: ProviderThreadFacts, to_ordinal: int) -> str | None:
    kept = highest(up_to(provider_thread.present_runs, to_ordinal))
    if kept is None:
        return provider_thread.forked_at_turn
    references = provider_thread.turns.get(kept, ())
    return references[-1] if references else None
