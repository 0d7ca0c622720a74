"""A new private store begins as a copy of one that is up to date; one that is there already is left as it is."""

from pathlib import Path

import pytest

from lineage import private_store
from lineage.local import start
from lineage.store.migrations import migrations

from .test_server import QUICK, query

APPLIED = "MATCH (m:Migration) RETURN m.name AS name ORDER BY name"
NAMES = [migration.name for migration in migrations()]


@pytest.fixture
def made(jars: dict[str, Path]) -> Path:
    """The template, which `lineage setup` made or this does."""
    return private_store.prepare()


def test_it_is_made_once_for_a_schema(made: Path) -> None:
    before = made.stat().st_mtime_ns
    assert private_store.prepare() == made == private_store.template()
    assert made.stat().st_mtime_ns == before


def test_it_has_nothing_of_the_server_that_made_it(made: Path) -> None:
    assert {path.name for path in made.iterdir()} == {"databases", "dbms", "transactions"}


def test_a_new_store_is_up_to_date_and_what_is_recorded_stays(made: Path, tmp_path: Path) -> None:
    with start(tmp_path / "one", options=QUICK, template=made) as server:
        assert query(server, APPLIED) == NAMES
        query(server, "CREATE (:Kept)")
        first = server.password
    with start(tmp_path / "one", options=QUICK, template=made) as server:
        assert query(server, "MATCH (n:Kept) RETURN count(n)") == [1]
        assert server.password == first
    with start(options=QUICK, template=made) as server:
        assert query(server, "MATCH (n:Kept) RETURN count(n)") == [0]
        assert server.password != first
