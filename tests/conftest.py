"""A real Neo4j and a running service for the tests that need them, each started once.

The Neo4j is the one that NEO4J_URI names, else a container where Docker answers, else a private one.
"""

import os
import subprocess
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from lineage import local, private_store
from lineage.app import Service
from lineage.settings import Settings
from tests.running import Neo4jAddress, RunningService, serving


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable() -> Generator[None, Any, Any]:
    """What a process of tests tells the one that shares them out is sent as UTF-8, which has no halves of characters; logs may have."""
    return _writable((yield))


def _writable(told: Any) -> Any:
    if isinstance(told, str):
        return told.encode(errors="backslashreplace").decode()
    if isinstance(told, dict):
        return {_writable(key): _writable(value) for key, value in told.items()}
    return type(told)(map(_writable, told)) if type(told) in (list, tuple) else told


def _docker_answers() -> bool:
    try:
        return subprocess.run(["docker", "info"], capture_output=True, timeout=10, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@pytest.fixture(scope="session")
def neo4j_address() -> Iterator[Neo4jAddress]:
    """Where a Neo4j answers for the whole session."""
    with ExitStack() as stack:
        if uri := os.environ.get("NEO4J_URI"):
            yield Neo4jAddress(uri, os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ.get("NEO4J_PASSWORD", ""))
        elif _docker_answers():
            from testcontainers.community.neo4j import Neo4jContainer

            container = stack.enter_context(Neo4jContainer("neo4j:5.26-community"))
            yield Neo4jAddress(container.get_connection_url(), "neo4j", container.password)
        else:
            server = stack.enter_context(local.start(options=local.ServerOptions(heap="1g"), template=private_store.template()))
            yield Neo4jAddress(server.uri, server.username, server.password)


@pytest.fixture(scope="session")
def settings(neo4j_address: Neo4jAddress) -> Settings:
    """Settings of a service on that Neo4j; planning many statements on a busy machine takes its time. What all tests need is planned ahead."""
    return neo4j_address.settings(query_timeout_seconds=60, plan_ahead=True)


@pytest.fixture(scope="session")
def service(settings: Settings) -> Iterator[RunningService]:
    """A service that answers over HTTP in a thread of this process, so that tests may look at its store's counters."""
    with serving(Service(settings)) as running:
        yield running
