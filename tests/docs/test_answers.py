"""How shown answers are compared with real ones: names in angle brackets stand for ids, and nothing else is overlooked."""

import pytest

from tests.docs.answers import Made


def test_a_name_stands_for_the_same_id_everywhere() -> None:
    made = Made()
    assert made.named({"id": "<run>", "again": "<run>"}, {"id": "a", "again": "a"}) == {"id": "<run>", "again": "<run>"}
    assert made.named({"id": "<run>"}, {"id": "b"}) == {"id": "b"}


def test_a_name_is_put_into_later_documents() -> None:
    made = Made()
    made.named([{"id": "<run>"}], [{"id": "a"}])
    assert made.put_into('{ run(id: "<run>") { id } }') == '{ run(id: "a") { id } }'


def test_a_name_that_no_answer_showed_stays() -> None:
    document = '{ run(id: "<run>") { id } }'
    assert Made().put_into(document) == document


@pytest.mark.parametrize(
    ("shown", "real"),
    [({"a": 1}, {"a": 2}), ({"a": 1}, {"a": 1, "b": 2}), ([1], [1, 2]), ({"a": "<id>"}, {"a": None}), ({"a": "<id>"}, {})],
)
def test_what_differs_stays_different(shown: object, real: object) -> None:
    assert Made().named(shown, real) != shown
