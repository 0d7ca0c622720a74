"""Handoffs asked for with CONFIGURED: their summaries are made off the request path, and each ends READY or FAILED (design 7)."""

import logging
from collections.abc import Mapping

from lineage.domain.models import Provider
from lineage.domain.points import PointList
from lineage.errors import InvalidTransition
from lineage.service.handoffs import fail_handoff, submit_handoff
from lineage.service.inputs import FailHandoffInput, SubmitHandoffInput
from lineage.service.payloads import HandoffPayload
from lineage.service.questions import Questions
from lineage.service.summaries import Material
from lineage.service.unit import Commands, WantedSummary, provider_of
from lineage.settings import Settings
from lineage.store.facts_codec import segments
from lineage.store.store import Store
from lineage.summarizer import ConfiguredSummarizer, Job, SummaryQueue, material_of

log = logging.getLogger(__name__)


class ConfiguredSummaries:
    """The summarizer that the settings name, at work for the commands of this process."""

    def __init__(self, store: Store, settings: Settings, profiles: Mapping[str, Provider], commands: Commands) -> None:
        assert settings.summarizer_url is not None and settings.summarizer_model is not None
        key = settings.summarizer_api_key.get_secret_value() if settings.summarizer_api_key else None
        self._summarizer = ConfiguredSummarizer(
            settings.summarizer_url, settings.summarizer_model, key, settings.summarizer_timeout_seconds
        )
        self._queue = SummaryQueue(self._summarizer, self._submit, self._fail)
        self._store, self._settings, self._profiles, self._commands = store, settings, profiles, commands
        self._workspaces: dict[str, str] = {}

    def want(self, wanted: WantedSummary) -> None:
        """Takes a handoff that a command has just made PENDING."""
        self._workspaces[wanted.handoff_id] = wanted.workspace
        self._queue.put(Job(wanted.handoff_id, material_of(wanted.summary.text, wanted.summary.payload), wanted.limit))

    async def start(self) -> None:
        """Begins, with the handoffs that an earlier process left waiting."""
        self._queue.start()
        for workspace, id, kind, covers, result in (await self._store.read("", "waiting_handoffs"))["waitingHandoffs"]:
            questions = Questions(self._store, self._settings, self._profiles, workspace)
            provider = provider_of(await questions.providers([kind]), kind)
            part, material = PointList(segments(covers)), Material()
            await material.add(questions.read, [part])
            self.want(WantedSummary(workspace, id, material.summary(part, None, result), provider.max_handoff_chars))

    async def close(self) -> None:
        """Ends; what is not done by then is FAILED with that reason."""
        await self._queue.close()
        await self._summarizer.aclose()

    async def _submit(self, handoff_id: str, text: str, model: str) -> None:
        command = SubmitHandoffInput(handoff_id=handoff_id, summary_text=text, created_by_provider=model)
        try:
            await self._commands.carry_out(self._workspaces.pop(handoff_id), command, submit_handoff, HandoffPayload)
        except InvalidTransition as error:
            log.info("a summary came too late: %s", error)

    async def _fail(self, handoff_id: str, reason: str) -> None:
        try:
            command = FailHandoffInput(handoff_id=handoff_id, reason=reason)
            await self._commands.carry_out(self._workspaces.pop(handoff_id), command, fail_handoff, HandoffPayload)
        except InvalidTransition as error:
            log.info("a failed summary was not wanted any more: %s", error)
