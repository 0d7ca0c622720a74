"""startRun: decides how the next run starts and records it (design 3)."""

from lineage.domain.facts import ThreadFacts
from lineage.domain.kinds import RunStatus, StartStrategy
from lineage.domain.models import Provider
from lineage.domain.resolution import resolution_of
from lineage.domain.staleness import Policy, ResumeRequest
from lineage.domain.start import StartDecision, decide_start
from lineage.domain.summary import message_characters
from lineage.errors import Unsupported
from lineage.service.checks import ask, found_thread, ids_are_free, is_short_enough, no_active_run, version_is
from lineage.service.inputs import StalenessPolicyInput, StartRunInput
from lineage.service.openings import THREAD
from lineage.service.payloads import StartRunPayload
from lineage.service.starting import Recorded, Start, record_start
from lineage.service.summaries import Load, Material, decided, summary_length
from lineage.service.unit import Unit, provider_of


async def start_run(unit: Unit, command: StartRunInput) -> StartRunPayload:
    """The run that was made PREPARING, and how it starts. UNSUPPORTED when there is no safe way, before anything is written."""
    is_short_enough("message", command.message, unit.settings.max_text_chars)
    loaded = await unit.open(
        THREAD,
        threadId=command.thread_id,
        asks=[ask(command.thread_id, with_turns=True)],
        kinds=[command.provider],
        newRunId=command.id,
    )
    facts = found_thread(loaded, command.thread_id)
    provider = provider_of(unit.profiles(loaded["profiles"]), command.provider)
    ids_are_free(loaded["taken"])
    version_is(facts, command.expected_version)
    no_active_run(facts)
    material = Material()
    policy = policy_of(command.policy, unit.settings.policy)
    request = ResumeRequest(command.model, command.runtime_mode, command.clean_context)
    decision = await decision_of(facts, provider, request, policy, material, unit.load)
    refuse_unsupported(decision, provider)
    run_id = unit.new_id(command.id)
    recorded = await record_start(unit, Start(facts, decision, provider, run_id, command.summary_source, material, {}))
    _create_run(unit, command, facts, recorded, run_id, policy)
    return await start_answer(unit, run_id, recorded, decision)


async def decision_of(
    facts: ThreadFacts,
    provider: Provider,
    request: ResumeRequest,
    policy: Policy,
    material: Material,
    load: Load,
    native_failed: bool = False,
) -> StartDecision:
    """The decision of design 3, with the items loaded that it needs."""
    length = summary_length(facts, provider.max_handoff_chars, material)
    return await decided(lambda: decide_start(facts, provider, request, policy, length, native_failed), load, material)


def policy_of(given: StalenessPolicyInput | None, defaults: Policy) -> Policy:
    """The limits of a decision: those given, else those of the settings."""
    if given is None:
        return defaults
    return Policy(
        given.max_off_provider_runs if given.max_off_provider_runs is not None else defaults.max_off_provider_runs,
        given.max_chained_handoffs if given.max_chained_handoffs is not None else defaults.max_chained_handoffs,
        given.max_delta_ranges if given.max_delta_ranges is not None else defaults.max_delta_ranges,
        given.max_compacted_runs if given.max_compacted_runs is not None else defaults.max_compacted_runs,
    )


def refuse_unsupported(decision: StartDecision, provider: Provider) -> None:
    if decision.strategy is StartStrategy.UNSUPPORTED:
        raise Unsupported(f"provider {provider.kind!r} accepts no handoff, and no provider thread of it knows all that the run needs")


async def start_answer(unit: Unit, run_id: str, recorded: Recorded, decision: StartDecision) -> StartRunPayload:
    """Writes the start and gives its answer."""
    views = await unit.save(runIds=[run_id], providerThreadIds=[recorded.provider_thread_id], handoffIds=recorded.handoff_ids)
    return StartRunPayload(
        run=views.runs[run_id],
        resolution=resolution_of(decision, recorded.handoff_ids),
        provider_thread=views.provider_threads[recorded.provider_thread_id],
        handoffs=tuple(views.handoffs[id] for id in recorded.handoff_ids),
    )


def _create_run(unit: Unit, command: StartRunInput, facts: ThreadFacts, recorded: Recorded, run_id: str, policy: Policy) -> None:
    ordinal = facts.last_run.point.ordinal + 1 if facts.last_run else 1
    version = facts.thread.version + 1
    unit.changes.create_run(
        {
            "id": run_id,
            "threadId": facts.thread.id,
            "ordinal": ordinal,
            "status": RunStatus.PREPARING,
            "provider": command.provider,
            "model": command.model,
            "runtimeMode": command.runtime_mode,
            "message": command.message,
            "cleanContext": command.clean_context,
            "maxOffProviderRuns": policy.max_off_provider_runs,
            "maxChainedHandoffs": policy.max_chained_handoffs,
            "maxDeltaRanges": policy.max_delta_ranges,
            "maxCompactedRuns": policy.max_compacted_runs,
            "droppedNatively": False,
            "nativeStartFailed": False,
            "itemCount": 0,
            "characters": message_characters(command.message),
        },
        recorded.provider_thread_id,
    )
    payload = {"runId": run_id, "ordinal": ordinal, "provider": command.provider, "providerThreadId": recorded.provider_thread_id}
    unit.changes.change_thread(facts.thread.id, version, "run.started", {**payload, "handoffIds": list(recorded.handoff_ids)})
