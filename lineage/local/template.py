"""A store to begin with: a new private Neo4j that copies one starts in a part of the time that making the same anew takes.

It is optional, as the class archive is: without one a server begins with an empty store.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from lineage.local import paths, server, versions
from lineage.local.server import LocalServer

STOP_SECONDS = 60
"""How long the server may take to write everything down before its files are kept."""


def path(key: str, *, version: str | None = None) -> Path:
    """Where the store of this key is, if there is one: beside the jars of its Neo4j."""
    return paths.cache_dir(versions.choose(version)) / f"store-{key}"


def make(key: str, fill: Callable[[LocalServer], None], *, version: str | None = None) -> Path:
    """The store of this key, made if there is none: what `fill` leaves in an empty one. Takes as long as a start and `fill`.

    Several processes may call it at once: one makes it. Raises what `server.start` and `fill` raise.
    """
    target = path(key, version=version)
    target.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(target.with_suffix(".lock")):
        if not target.is_dir():
            with tempfile.TemporaryDirectory(prefix="store-", dir=target.parent) as scratch:
                made = Path(scratch) / "store"
                with server.start(made, version=version) as running:
                    fill(running)
                    running.stop(STOP_SECONDS)
                # What a server has for itself: its password, its identity, its logs.
                (paths.data(made) / "server_id").unlink(missing_ok=True)
                paths.data(made).rename(target)
    return target
