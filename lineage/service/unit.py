"""One command: looked up by its id, loaded under its tree's lock, decided, written and answered in one transaction (design 8)."""

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import uuid4

from neo4j.exceptions import ConstraintError
from pydantic.alias_generators import to_camel

from lineage.domain.models import Checkpoint, ContextHandoff, ContextTransfer, Model, Provider, ProviderThread, Run, Thread, TurnItem
from lineage.domain.summary import Summary
from lineage.errors import Conflict, Gone, NotFound
from lineage.service.inputs import Command
from lineage.service.naming import named_in
from lineage.service.openings import FACTS, NO_FACTS, Opening
from lineage.settings import Settings
from lineage.store import views_codec
from lineage.store.changes import CarriedOut, Changes
from lineage.store.queries import returned_by
from lineage.store.store import Row, Store, Transaction

P = TypeVar("P", bound=Model)
audit = logging.getLogger("lineage.audit")
"""A line for each command that was carried out, also for those that change no thread: who sent it, never what was in it."""


class AnsweredBefore(Exception):
    """The command was carried out before; this is its receipt."""

    def __init__(self, receipt: Mapping[str, Any]) -> None:
        super().__init__("answered before")
        self.receipt = receipt


@dataclass(frozen=True, slots=True)
class Views:
    """What was written, read back in the same transaction: things by their ids."""

    threads: Mapping[str, Thread]
    runs: Mapping[str, Run]
    provider_threads: Mapping[str, ProviderThread]
    transfers: Mapping[str, ContextTransfer]
    handoffs: Mapping[str, ContextHandoff]
    checkpoints: Mapping[str, Checkpoint]
    items: Mapping[str, TurnItem]


_VIEWS: tuple[tuple[str, str, Callable[[Row], Any]], ...] = (
    ("threads", "threadIds", views_codec.thread),
    ("runs", "runIds", views_codec.run),
    ("provider_threads", "providerThreadIds", views_codec.provider_thread),
    ("transfers", "transferIds", views_codec.transfer),
    ("handoffs", "handoffIds", views_codec.handoff),
    ("checkpoints", "checkpointIds", views_codec.checkpoint),
    ("items", "itemIds", views_codec.turn_item),
)
"""The queries that read things back, the parameter of each, and what decodes its rows."""


SAVED_BY: Mapping[str, str] = {query: parameter for query, parameter, _ in _VIEWS}
"""The queries that read back what was saved, and the parameter of each."""


@dataclass(frozen=True, slots=True)
class WantedSummary:
    """A PENDING handoff for the configured summarizer, with the local summary of what it covers and its limit in characters."""

    workspace: str
    handoff_id: str
    summary: Summary
    limit: int


class Unit:
    """The work of one command in its transaction. made numbers what it makes, in order, within the tree."""

    def __init__(
        self, transaction: Transaction, settings: Settings, profiles: Mapping[str, Provider], command: Command, by: CarriedOut
    ) -> None:
        self.settings = settings
        self.changes = Changes(datetime.now(UTC), by)
        self.root_id: str | None = None
        """The lineage tree that it writes to; None when that is none, or several."""
        self.wanted: list[WantedSummary] = []
        self.transaction = transaction
        self._shipped = profiles
        self._command = command
        self._made = 0

    async def open(self, opening: Opening, **parameters: Any) -> Row:
        """Takes the lock, then loads the receipt and the facts, in one statement."""
        asked = opening.parameters({**parameters, "commandId": self._command.command_id})
        loaded = await self.transaction.run(*opening.queries, **asked)
        if (receipt := loaded["receipt"]) is not None:
            raise AnsweredBefore(receipt)
        if (held := loaded.get("lock")) is not None:
            self.root_id, self._made = held["rootId"], held["made"] * 100_000
        return loaded

    async def load_facts(self, **parameters: Any) -> Row:
        """Loads facts of threads, and profiles of providers, under the lock that is held."""
        return await self.transaction.run(*FACTS, **{**NO_FACTS, **parameters})

    async def load(self, *facts: str, **parameters: Any) -> Row:
        """Loads more facts, under the lock that is held."""
        return await self.transaction.run(*facts, **parameters)

    async def save(self, **answer: Sequence[str]) -> Views:
        """Writes the changes and reads back what the answer needs, by the ids that the queries of _VIEWS take, in one statement.

        It has only the queries that have something to do: planning all of them takes many times as long as what a usual command needs.
        """
        asked = {parameter: list(ids) for parameter, ids in answer.items() if ids}
        queries = [*self.changes.writing(), *(query for query, parameter in SAVED_BY.items() if parameter in asked)]
        rows = await self.transaction.run(*queries, **self.changes.parameters(), **asked) if queries else {}
        return Views(**{query: {row["id"]: decode(row) for row in rows.get(returned_by(query) or "", ())} for query, _, decode in _VIEWS})

    def want_summary(self, handoff_id: str, summary: Summary, limit: int) -> None:
        """Asks the configured summarizer, once the command is carried out, for the summary of a handoff."""
        self.wanted.append(WantedSummary(self.transaction.workspace, handoff_id, summary, limit))

    def profiles(self, registered: Sequence[Row]) -> dict[str, Provider]:
        """The providers' profiles: those that were registered, else those that come with the service."""
        return {**self._shipped, **{row["kind"]: views_codec.provider(row) for row in registered}}

    def next_made(self) -> int:
        """The next place in the order of creation of the tree."""
        self._made += 1
        return self._made

    def new_id(self, given: str | None = None) -> str:
        """The given id, or one that the service makes."""
        return given if given is not None else uuid4().hex


def provider_of(profiles: Mapping[str, Provider], kind: str) -> Provider:
    """A provider's profile. NOT_FOUND for one that nobody registered."""
    if (provider := profiles.get(kind)) is None:
        raise NotFound(f"provider {kind!r} is not known: expected one that registerProvider gave or that comes with the service")
    return provider


class Commands:
    """Carries commands out, each once."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        profiles: Mapping[str, Provider],
        want: Callable[[WantedSummary], None] | None = None,
        changed: Callable[[], None] | None = None,
    ) -> None:
        """want is given the summaries that commands ask the configured summarizer for; changed is called when one was carried out."""
        self._want = want
        self._changed = changed
        self._store = store
        self._settings = settings
        self._profiles = profiles

    async def carry_out(
        self,
        workspace: str,
        command: Command,
        use_case: Callable[[Unit, Any], Awaitable[P]],
        payload: type[P],
        *,
        actor: str | None = None,
    ) -> P:
        """What the command answers; a command id that was used before gives its first answer, or CONFLICT for another input.

        actor is who sent it, as the log of changes is to tell it.
        """
        name = use_case.__name__
        fingerprint = fingerprint_of(name, command)
        by = CarriedOut(to_camel(name), actor)

        wanted: list[WantedSummary] = []

        async def work(transaction: Transaction) -> P:
            nonlocal wanted
            unit = Unit(transaction, self._settings, self._profiles, command, by)
            answer = await use_case(unit, command)
            if command.command_id:
                receipt = {
                    "commandId": command.command_id,
                    "fingerprint": fingerprint,
                    "answer": answer.model_dump_json(),
                    "at": unit.changes.now,
                    "rootId": unit.root_id or "",
                    "command": by.command,
                    "actor": by.actor,
                }
                await transaction.run("create_receipts", createReceipts=[receipt])
            wanted = unit.wanted
            return answer

        try:
            answer = await self._store.write(workspace, name, work)
        except AnsweredBefore as before:
            return _first_answer(before.receipt, fingerprint, command, payload)
        except NotFound as missing:
            raise await self._pruned(workspace, command) or missing from None
        except ConstraintError as error:
            return await self._lost_race(workspace, error, fingerprint, command, payload)
        audit.info("command", extra={"fields": {"workspace": workspace, **by._asdict(), "command_id": command.command_id}})
        if self._changed is not None:
            self._changed()
        if self._want is not None:
            for summary in wanted:
                self._want(summary)
        return answer

    async def _pruned(self, workspace: str, command: Command) -> Gone | None:
        """GONE when what the command names was pruned: looked up only for what was not found."""
        named = named_in(command.model_dump(mode="json"))
        found = (await self._store.read(workspace, "tombstones_of", buriedAs=named))["tombstonesOf"] if named else []
        for stone in found:
            return Gone(f"{stone['kind']} {stone['id']!r} was pruned at {stone['at']}: nothing is recorded for it any more")
        return None

    async def _lost_race(self, workspace: str, error: Exception, fingerprint: str, command: Command, payload: type[P]) -> P:
        """The answer when another command took an id, or this command id, at the same moment."""
        if command.command_id:
            found = await self._store.read(workspace, "receipt", commandId=command.command_id)
            if found["receipt"] is not None:
                return _first_answer(found["receipt"], fingerprint, command, payload)
        raise Conflict("an id that the command gives is taken: expected one that nothing has yet") from error


def _first_answer(receipt: Mapping[str, Any], fingerprint: str, command: Command, payload: type[P]) -> P:
    if receipt["fingerprint"] != fingerprint:
        raise Conflict(f"commandId {command.command_id!r} was used for another command or input")
    return payload.model_validate_json(receipt["answer"])


def fingerprint_of(name: str, command: Command) -> str:
    """A digest that is equal for the same command with the same input after defaults are filled in."""
    content = command.model_dump(mode="json", exclude={"command_id"})
    return hashlib.sha256(json.dumps([name, content], sort_keys=True, ensure_ascii=True).encode()).hexdigest()
