"""A service and a Neo4j of their own, to be killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.killing import Machine, machine


@pytest.fixture(scope="package")
def killable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    folder: Path = tmp_path_factory.mktemp("killable")
    with machine(folder) as running:
        yield running
