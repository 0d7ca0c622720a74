"""Serves the small application by `run` as a process of its own: `python -m web.served_program PORT GRACE_SECONDS [fail]`.

Writes the port to standard output when it is ready, and `ended` when `run` has returned.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette

from lineage.web.application import build_application
from lineage.web.logging import configure_logging
from lineage.web.options import WebOptions
from lineage.web.serve import run

from .live_service import ready
from .schema import graphql_application


@asynccontextmanager
async def lifespan(_app: Starlette) -> AsyncIterator[None]:
    if "fail" in sys.argv:
        raise RuntimeError("the store cannot be opened") from ValueError("its address is wrong")
    print("started", flush=True)
    yield
    print("stopped", flush=True)


if __name__ == "__main__":
    configure_logging("INFO", json=True)
    app = build_application(graphql=graphql_application(), readiness=ready, options=WebOptions(), lifespan=lifespan)
    run(app, "127.0.0.1", int(sys.argv[1]), grace_seconds=int(sys.argv[2]), on_ready=lambda port: print(port, flush=True))
    print("ended", flush=True)
