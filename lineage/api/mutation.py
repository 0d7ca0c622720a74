"""The commands of the API: each is one use case of the service."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import strawberry

from lineage.api.context import Info
from lineage.api.types import payloads as answers
from lineage.auth.principal import Scope
from lineage.domain.models import Model
from lineage.service import append_items, begin_run, finish_run, handoffs, history_inputs, inputs, payloads, rollback, subagents, threads
from lineage.service.merge_back import merge_back
from lineage.service.record_compaction import record_compaction
from lineage.service.record_history import record_history
from lineage.service.redact_thread import redact_thread
from lineage.service.report_resume_failure import report_resume_failure
from lineage.service.start_run import start_run
from lineage.service.unit import Unit

P = TypeVar("P", bound=Model)


async def _do(info: Info, command: inputs.Command, use_case: Callable[[Unit, Any], Awaitable[P]], payload: type[P]) -> Any:
    answer = await info.context.commands.carry_out(info.context.workspace, command, use_case, payload, actor=info.context.principal.actor)
    info.context.forget()
    return answer


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def register_provider(self, info: Info, input: inputs.RegisterProviderInput) -> answers.RegisterProviderPayload:
        return await _do(info, input, threads.register_provider, payloads.RegisterProviderPayload)

    @strawberry.mutation
    async def create_thread(self, info: Info, input: inputs.CreateThreadInput) -> answers.ThreadPayload:
        return await _do(info, input, threads.create_thread, payloads.ThreadPayload)

    @strawberry.mutation
    async def fork_thread(self, info: Info, input: inputs.ForkThreadInput) -> answers.ForkThreadPayload:
        return await _do(info, input, threads.fork_thread, payloads.ForkThreadPayload)

    @strawberry.mutation
    async def merge_back(self, info: Info, input: inputs.MergeBackInput) -> answers.TransferPayload:
        return await _do(info, input, merge_back, payloads.TransferPayload)

    @strawberry.mutation
    async def spawn_subagent(self, info: Info, input: inputs.SpawnSubagentInput) -> answers.SpawnSubagentPayload:
        return await _do(info, input, subagents.spawn_subagent, payloads.SpawnSubagentPayload)

    @strawberry.mutation
    async def return_subagent_result(self, info: Info, input: inputs.ReturnSubagentResultInput) -> answers.TransferPayload:
        return await _do(info, input, subagents.return_subagent_result, payloads.TransferPayload)

    @strawberry.mutation
    async def start_run(self, info: Info, input: inputs.StartRunInput) -> answers.StartRunPayload:
        return await _do(info, input, start_run, payloads.StartRunPayload)

    @strawberry.mutation
    async def begin_run(self, info: Info, input: inputs.BeginRunInput) -> answers.RunPayload:
        return await _do(info, input, begin_run.begin_run, payloads.RunPayload)

    @strawberry.mutation
    async def record_provider_turn(self, info: Info, input: inputs.RecordProviderTurnInput) -> answers.RunPayload:
        return await _do(info, input, begin_run.record_provider_turn, payloads.RunPayload)

    @strawberry.mutation
    async def finish_run(self, info: Info, input: inputs.FinishRunInput) -> answers.RunPayload:
        return await _do(info, input, finish_run.finish_run, payloads.RunPayload)

    @strawberry.mutation
    async def report_resume_failure(self, info: Info, input: inputs.ReportResumeFailureInput) -> answers.StartRunPayload:
        return await _do(info, input, report_resume_failure, payloads.StartRunPayload)

    @strawberry.mutation
    async def capture_checkpoint(self, info: Info, input: inputs.CaptureCheckpointInput) -> answers.CheckpointPayload:
        return await _do(info, input, finish_run.capture_checkpoint, payloads.CheckpointPayload)

    @strawberry.mutation
    async def append_items(self, info: Info, input: inputs.AppendItemsInput) -> answers.AppendItemsPayload:
        return await _do(info, input, append_items.append_items, payloads.AppendItemsPayload)

    @strawberry.mutation
    async def rollback_thread(self, info: Info, input: inputs.RollbackThreadInput) -> answers.RollbackThreadPayload:
        return await _do(info, input, rollback.rollback_thread, payloads.RollbackThreadPayload)

    @strawberry.mutation(
        description="Deletes the texts of a thread for good, also in handoffs from its runs and in receipts; its lineage stays as it is."
    )
    async def redact_thread(self, info: Info, input: inputs.RedactThreadInput) -> answers.ThreadPayload:
        # It deletes for good, which who records what happens need not be able to.
        info.context.principal.require(Scope.ADMIN)
        return await _do(info, input, redact_thread, payloads.ThreadPayload)

    @strawberry.mutation
    async def report_provider_rollback(self, info: Info, input: inputs.ReportProviderRollbackInput) -> answers.ProviderThreadPayload:
        return await _do(info, input, rollback.report_provider_rollback, payloads.ProviderThreadPayload)

    @strawberry.mutation(
        description="An agent put a summary in the place of all that a provider thread held up to and with a run: the one that is named, "
        "else its last one that is history. In the middle of a run name the one before. CONFLICT when another summary is recorded through "
        "that run; the same again changes nothing."
    )
    async def record_compaction(self, info: Info, input: inputs.RecordCompactionInput) -> answers.ProviderThreadPayload:
        return await _do(info, input, record_compaction, payloads.ProviderThreadPayload)

    @strawberry.mutation(
        description="Finished runs in bulk: threads that are new, and runs that follow those that a thread has. All are recorded or none; "
        "runs that are there already are passed over."
    )
    async def record_history(self, info: Info, input: history_inputs.RecordHistoryInput) -> answers.RecordHistoryPayload:
        return await _do(info, input, record_history, payloads.RecordHistoryPayload)

    @strawberry.mutation
    async def submit_handoff(self, info: Info, input: inputs.SubmitHandoffInput) -> answers.HandoffPayload:
        return await _do(info, input, handoffs.submit_handoff, payloads.HandoffPayload)

    @strawberry.mutation
    async def fail_handoff(self, info: Info, input: inputs.FailHandoffInput) -> answers.HandoffPayload:
        return await _do(info, input, handoffs.fail_handoff, payloads.HandoffPayload)

    @strawberry.mutation
    async def regenerate_handoff(self, info: Info, input: inputs.RegenerateHandoffInput) -> answers.HandoffPayload:
        return await _do(info, input, handoffs.regenerate_handoff, payloads.HandoffPayload)

    @strawberry.mutation
    async def create_manual_handoff(self, info: Info, input: inputs.ManualHandoffInput) -> answers.HandoffPayload:
        return await _do(info, input, handoffs.create_manual_handoff, payloads.HandoffPayload)
