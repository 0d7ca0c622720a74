"""How Neo4j would carry a statement out, asked by EXPLAIN."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from neo4j import Driver, ResultSummary


class Plan(NamedTuple):
    """The operators of a plan, and what Neo4j has to say about it as deprecated or slow."""

    operators: list[str]
    complaints: list[str]


COMPLAINTS = {"DEPRECATION", "PERFORMANCE"}


def explained(driver: Driver, text: str) -> Plan:
    """The plan of a statement whose parameters are in one map."""
    summary: ResultSummary = driver.execute_query(f"EXPLAIN {text}", given={}, database_="neo4j").summary
    complaints = [
        f"{status.gql_status} {status.status_description}"
        for status in summary.gql_status_objects
        if status.raw_classification in COMPLAINTS
    ]
    return Plan(list(_operators(summary.plan)) if summary.plan else [], complaints)


def _operators(plan: dict[str, Any]) -> Iterator[str]:
    arguments = plan.get("args", {})
    yield f"{plan['operatorType'].split('@')[0]} {arguments.get('Details', '')}"
    for child in plan.get("children", []):
        yield from _operators(child)
