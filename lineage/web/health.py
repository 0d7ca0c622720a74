"""Whether the process runs (/health/live) and whether it can answer (/health/ready)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

logger = logging.getLogger(__name__)

READINESS_TIMEOUT_SECONDS = 5.0
NO_STORE = {"Cache-Control": "no-store"}


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether requests can be answered now, and the store's state as it is shown to whoever asks."""

    ready: bool
    detail: dict[str, Any] = field(default_factory=dict)


def health_routes(readiness: Callable[[], Awaitable[Readiness]]) -> list[Route]:
    """Routes that answer `{"live": true}` always, and `{"ready": …, "store": {…}}` with 200 or 503.

    A check that raises, or takes more than READINESS_TIMEOUT_SECONDS, counts as not ready.
    """

    async def live(_request: Request) -> JSONResponse:
        return JSONResponse({"live": True}, headers=NO_STORE)

    async def ready(_request: Request) -> JSONResponse:
        state = await _check(readiness)
        body = {"ready": state.ready, "store": state.detail}
        return JSONResponse(body, status_code=200 if state.ready else 503, headers=NO_STORE)

    return [Route("/health/live", live), Route("/health/ready", ready)]


async def _check(readiness: Callable[[], Awaitable[Readiness]]) -> Readiness:
    try:
        async with asyncio.timeout(READINESS_TIMEOUT_SECONDS):
            return await readiness()
    except TimeoutError:
        return Readiness(False, {"reason": f"the store did not answer within {READINESS_TIMEOUT_SECONDS:g} s"})
    except Exception:
        logger.exception("the readiness check failed")
        return Readiness(False, {"reason": "the readiness check failed; the service's log says why"})
