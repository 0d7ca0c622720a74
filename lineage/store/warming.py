"""Planning what the first requests will ask, before they do: planning a large statement takes its time in a cold server."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

from lineage.errors import LineageError
from lineage.store.store import Store, Transaction

log = logging.getLogger(__name__)


async def warm(
    store: Store, reads: Iterable[tuple[tuple[str, ...], Mapping[str, Any]]], writes: Iterable[tuple[tuple[str, ...], Mapping[str, Any]]]
) -> None:
    """Sends each statement once to a workspace that has nothing. A store that fails meanwhile is left to the requests."""
    try:
        for names, parameters in reads:
            await store.read("", *names, **parameters)
        for names, parameters in writes:

            async def nothing(transaction: Transaction, names: tuple[str, ...] = names, parameters: Mapping[str, Any] = parameters) -> None:
                await transaction.run(*names, **parameters)

            await store.write("", "warm", nothing)
    except LineageError as error:
        log.warning("planning ahead was given up: %s", error)
