"""Every GraphQL document of the README, asked in the order of the page of a service that holds nothing but the example."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from graphql import strip_ignored_characters

from lineage.app import Service
from lineage.commands.serving import FIRST_QUERY
from lineage.demo import load_demo
from lineage.settings import Settings
from tests.docs.answers import Made, ask
from tests.docs.page import README, Example, blocks, examples
from tests.running import fresh, serving

PAGE = README.read_text(encoding="utf-8")
EXAMPLES = examples(PAGE)


@pytest.fixture(scope="module")
def answers(settings: Settings) -> Iterator[list[dict[str, Any]]]:
    """The service's answer to each document, with the names of the page in place of the ids that the service made."""
    made, found = Made(), []
    # A Neo4j that has planned nothing yet takes long over the first commands on a busy machine.
    own = settings.model_copy(update={"workspace": fresh("docs"), "query_timeout_seconds": 300})
    with serving(Service(own)) as running:
        running.run(load_demo(running.service.commands, own.workspace))
        for example in EXAMPLES:
            real = ask(running.url, made.put_into(example.document.text))
            found.append(made.named(_shown(example), real))
        yield found


def _shown(example: Example) -> Any:
    """The answer on the page; None where there is none, or one that is no JSON, which its own test then says."""
    try:
        return json.loads(example.answer.text) if example.answer else None
    except ValueError:
        return None


def _at(example: Example) -> str:
    return f"line {example.document.line}"


@pytest.mark.parametrize("place", range(len(EXAMPLES)), ids=[_at(example) for example in EXAMPLES])
def test_the_service_answers_as_the_readme_shows(place: int, answers: list[dict[str, Any]]) -> None:
    example = EXAMPLES[place]
    if example.answer is None:
        assert "errors" not in answers[place], answers[place]["errors"]
    else:
        assert answers[place] == json.loads(example.answer.text)


def test_an_answer_belongs_to_each_json_block() -> None:
    shown = {example.answer.line for example in EXAMPLES if example.answer}
    assert [block.line for block in blocks(PAGE) if block.language == "json" and block.line not in shown] == []


def test_the_first_query_is_the_one_that_serve_prints() -> None:
    assert strip_ignored_characters(EXAMPLES[0].document.text) == strip_ignored_characters(FIRST_QUERY)


def test_the_curl_command_sends_the_first_query() -> None:
    curl = next(block.text for block in blocks(PAGE) if block.language == "bash" and "curl" in block.text)
    body = json.loads(curl.partition("-d '")[2].rpartition("'")[0])
    assert body == {"query": FIRST_QUERY}


@pytest.mark.parametrize(
    "asked",
    [
        "coverage",
        "staleness",
        "resolveStartContext",
        "rollbackImpact",
        "mergeBack",
        "provenance",
        "forkTree",
        "mergeBase",
        "asOf",
        "events",
    ],
)
def test_a_question_of_each_kind_is_shown_with_its_answer(asked: str) -> None:
    assert [example for example in EXAMPLES if example.answer and asked in example.document.text]
