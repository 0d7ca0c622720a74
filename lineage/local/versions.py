"""Which versions of Neo4j the project runs and accepts. The only place that names them."""

import os

from lineage.local.errors import UnsupportedVersion

DEFAULT_VERSION = "2026.09.0"
LONG_TERM_VERSION = "5.26.20"
SUPPORTED_VERSIONS = (DEFAULT_VERSION, LONG_TERM_VERSION)

MINIMUM_SERVER_VERSION = (5, 26)
"""The oldest server, ours or the user's own, that the queries run on: (major, minor)."""

VERSION_VARIABLE = "LINEAGE_NEO4J_VERSION"


def choose(version: str | None = None) -> str:
    """Which Neo4j to run: the argument, else LINEAGE_NEO4J_VERSION, else the default.

    Raises `UnsupportedVersion` for a version without a lock file.
    """
    chosen = version or os.environ.get(VERSION_VARIABLE) or DEFAULT_VERSION
    if chosen not in SUPPORTED_VERSIONS:
        raise UnsupportedVersion(chosen, SUPPORTED_VERSIONS)
    return chosen
