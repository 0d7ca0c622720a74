"""Planning what the first requests will ask, before they do: planning a large statement takes its time in a cold server."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lineage.errors import LineageError
from lineage.store.store import Store, Transaction

log = logging.getLogger(__name__)


PATIENCE_SECONDS = 120
"""How long a query may take while planning goes on: a request that comes meanwhile may have to plan its own statement."""


@dataclass(frozen=True, slots=True)
class Usual:
    """A statement that requests usually send, by its queries, with parameters by which it finds and changes nothing."""

    queries: tuple[str, ...]
    parameters: Mapping[str, Any]
    writes: bool = False


async def warm(store: Store, statements: Iterable[Usual]) -> None:
    """Sends each statement once to a workspace that has nothing. A store that fails meanwhile is left to the requests."""
    try:
        with store.patient(PATIENCE_SECONDS):
            for statement in statements:
                if statement.writes:
                    await _write(store, statement)
                else:
                    await store.read("", *statement.queries, **statement.parameters)
    except LineageError as error:
        log.warning("planning ahead was given up: %s", error)


async def _write(store: Store, statement: Usual) -> None:
    async def nothing(transaction: Transaction) -> None:
        await transaction.run(*statement.queries, **statement.parameters)

    await store.write("", "warm", nothing)
