"""What the service takes, as a multiple of what others take: each ratio within one round, its median and spread over the rounds."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.against.data.shapes import Shapes, Targets
from benchmarks.against.questions.all import questions
from benchmarks.against.questions.question import CYPHER, FLOOR, GENERATED, LANGGRAPH, LINEAGE, POSTGRES, Goal, Question
from benchmarks.against.questions.writes import GOAL
from benchmarks.against.results import Results
from benchmarks.against.tables.markdown import against, spread, table

OTHERS = (FLOOR, GENERATED, CYPHER, POSTGRES)
HEAD = ("floor", "@neo4j/graphql", "the same with @cypher", "PostgreSQL")
WRITES = {
    "one_writer": "a run from start to end, one writer",
    "many_threads": "the same, many writers on as many threads",
    "one_thread": "an item of one run, many writers",
}


def ratio_lines(results: Results, kind: str) -> list[str]:
    """The questions. kind is latency (p50 at one connection) or load (answers a second at many)."""
    rounds = results.rounds()
    unit = "p50, ms" if kind == "latency" else "answers a second"
    title = "One connection" if kind == "latency" else "Many connections"
    rows = []
    for question in _questions(results):
        found = [each[kind].get(question.name, {}) for each in rounds]
        if not any(LINEAGE in each for each in found):
            continue
        own = [_figure(each[LINEAGE], kind) for each in found if LINEAGE in each]
        ratios = (against(_ratios(found, other, kind), _goal(question.goal, other)) for other in OTHERS)
        rows.append([_title(question, found, kind), spread(own, 2 if kind == "latency" else 0), *ratios])
    if not rows:
        return []
    return [f"{title}: what the service takes, and how many times what others take.", "", *table(("question", unit, *HEAD), rows)]


def write_lines(results: Results) -> list[str]:
    rounds = [each["writes"] for each in results.rounds() if each["writes"]]
    rows = []
    for case, title in WRITES.items():
        found = [each[case] for each in rounds if LINEAGE in each.get(case, {})]
        if not found:
            continue
        own = [each[LINEAGE] for each in found]
        rates = [{name: {"per_second": one["per_second"]} for name, one in each.items()} for each in found]
        ratios = [against(_ratios(rates, other, "writes"), _goal(GOAL, other)) for other in OTHERS if other != CYPHER]
        tails = [one["p99"] / one["p50"] for one in own if "p50" in one]
        retries = f"{sum(one['retries'] for one in own):g}"
        tail = against(tails, 20 if case == "one_thread" else None)
        rows.append([title, spread([one["per_second"] for one in own], 0), *ratios, tail, retries])
    if not rows:
        return []
    head = ("writes", "a second", "floor", "@neo4j/graphql", "PostgreSQL", "p99 / p50", "tried again")
    return ["Writes: how many a second, and how many times as long one takes as with others.", "", *table(head, rows)]


def _questions(results: Results) -> list[Question]:
    shapes = results.load("shapes")
    return questions(Targets(Shapes(**shapes) if shapes else Shapes()), "default")


def _title(question: Question, found: Sequence[Mapping[str, Any]], kind: str) -> str:
    ratios = _ratios(found, LANGGRAPH, kind)
    return f"{question.title}; {spread(ratios)} of LangGraph's" if ratios else question.title


def _figure(times: Any, kind: str) -> float:
    return float(times["p50"] if kind == "latency" else times)


def _ratios(rounds: Sequence[Mapping[str, Any]], other: str, kind: str) -> list[float]:
    """How many times as long the service takes."""
    found = []
    for each in rounds:
        if not each.get(LINEAGE) or not each.get(other):
            continue
        if kind == "latency":
            found.append(each[LINEAGE]["p50"] / each[other]["p50"])
        elif kind == "load":
            found.append(each[other] / each[LINEAGE])
        else:
            found.append(each[other]["per_second"] / each[LINEAGE]["per_second"])
    return found


def _goal(goal: Goal | None, other: str) -> float | None:
    if goal is None:
        return None
    return {FLOOR: goal.floor, GENERATED: goal.generated, POSTGRES: goal.postgres}.get(other)
