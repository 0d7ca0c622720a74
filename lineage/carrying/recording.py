"""What was observed in a turn, on its way to the run's turn items."""

import json
import time
from typing import Any

from lineage.adapters.port import Observed
from lineage.client import LineageClient, TurnItemInput

MAX_BYTES = 60 * 1024
"""Of an item's text, and of its data as JSON: a little less than what the service takes by default."""
BATCH = 50
WAIT_SECONDS = 2.0
"""How long an item waits for others before it is sent."""


class ItemRecorder:
    """Sends the items of a run in order, several at once."""

    def __init__(self, client: LineageClient, run_id: str) -> None:
        self._client = client
        self._run_id = run_id
        self._waiting: list[TurnItemInput] = []
        self._since = time.monotonic()

    async def add(self, observed: Observed) -> None:
        """Takes an item, and sends those that wait when they are many or have waited long."""
        if not self._waiting:
            self._since = time.monotonic()
        self._waiting.append(item_of(observed))
        if len(self._waiting) >= BATCH or time.monotonic() - self._since > WAIT_SECONDS:
            await self.flush()

    async def flush(self) -> None:
        """Sends what waits."""
        if self._waiting:
            sending, self._waiting = self._waiting, []
            await self._client.append_items(run_id=self._run_id, items=sending)


def item_of(observed: Observed) -> TurnItemInput:
    """The item as appendItems takes it. What is longer than an item may be is cut, and the item says so."""
    data = observed.data
    if data is not None and (size := len(json.dumps(data).encode())) > MAX_BYTES:
        data = {**_small(data), "leftOut": f"data of {size} bytes, more than an item takes"}
    return TurnItemInput(kind=observed.kind, text=shortened(observed.text), data=data)


def shortened(text: str | None) -> str | None:
    """The text, with its middle left out and a word about that where it is too long."""
    if text is None or len(encoded := text.encode()) <= MAX_BYTES:
        return text
    half = MAX_BYTES // 2 - 100
    start, end = encoded[:half].decode(errors="ignore"), encoded[-half:].decode(errors="ignore")
    return f"{start}\n[{len(text) - len(start) - len(end)} characters left out here]\n{end}"


def _small(data: Any) -> dict[str, Any]:
    """The short entries of a mapping."""
    if not isinstance(data, dict):
        return {}
    return {name: value for name, value in data.items() if len(json.dumps(value)) < 1000}
