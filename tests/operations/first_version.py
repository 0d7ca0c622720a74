"""A store of the first version: what tests/data/upgrade says that it held, was told to do, was asked, and answered.

All of it was made by that version itself, whose schema ended with 002-indexes: by a story of commands, with most states in which things
may be left. graph.jsonl is the graph in which that ended.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any
from uuid import uuid4

from neo4j import Driver

from lineage.store.migrations import Migration, migrations

DATA = Path(__file__).parents[1] / "data" / "upgrade"
QUESTIONS = (DATA / "questions.graphql").read_text(encoding="utf-8")
WORKSPACE = "default"


def schema() -> list[Migration]:
    """The migrations that it knew."""
    return migrations()[:3]


def since() -> list[Migration]:
    """Those that came later."""
    return migrations()[3:]


def answers() -> list[dict[str, Any]]:
    """Each question's operation and variables, with the data of its answer."""
    return _lines("answers.jsonl")


def commands() -> list[dict[str, Any]]:
    """Each command, in order, with its input and the data of its answer. Each has a commandId."""
    return _lines("commands.jsonl")


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def load(driver: Driver, workspace: str = WORKSPACE) -> None:
    """Makes the graph, in a workspace. What it records of migrations is of a whole database, and only goes with its own workspace."""
    load = f"{uuid4().hex}:"
    facts = [_with_times(fact) for fact in _lines("graph.jsonl")]
    nodes = [fact for fact in facts if "label" in fact and (workspace == WORKSPACE or fact["label"] != "Migration")]
    links = [fact for fact in facts if "type" in fact]
    for node in nodes:
        if "workspace" in node["properties"]:
            node["properties"]["workspace"] = workspace
    for label, some in groupby(nodes, itemgetter("label")):
        text = f"UNWIND $facts AS fact CREATE (n:{label}:Placed) SET n = fact.properties, n.place = $load + fact.place"
        driver.execute_query(text, load=load, facts=list(some), database_="neo4j")
    for kind, some in groupby(links, itemgetter("type")):
        ends = "UNWIND $facts AS fact MATCH (a:Placed {place: $load + fact.from}), (b:Placed {place: $load + fact.to})"
        text = f"{ends} CREATE (a)-[r:{kind}]->(b) SET r = coalesce(fact.properties, {{}})"
        driver.execute_query(text, load=load, facts=list(some), database_="neo4j")
    driver.execute_query("MATCH (n:Placed) WHERE n.place STARTS WITH $load REMOVE n.place, n:Placed", load=load, database_="neo4j")


def _with_times(fact: Any) -> Any:
    """JSON has no times: each is written as a map of one entry."""
    if isinstance(fact, dict):
        return (
            datetime.fromisoformat(fact["time"]) if fact.keys() == {"time"} else {name: _with_times(value) for name, value in fact.items()}
        )
    return [_with_times(value) for value in fact] if isinstance(fact, list) else fact


def carry_out(driver: Driver, statements: Iterable[str]) -> None:
    """One after another, each by itself: some are made of several transactions."""
    with driver.session(database="neo4j") as session:
        for statement in statements:
            session.run(statement).consume()
