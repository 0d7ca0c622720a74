"""How fast requests may come: by whom they are, and told so that a client can wait."""

from collections.abc import Iterator

import httpx
import pytest
from pydantic import SecretStr

from lineage.app import Service
from lineage.auth.principal import Scope
from lineage.auth.rates import MOST_BUCKETS, Rates
from lineage.errors import RateLimited
from tests.running import Neo4jAddress, RunningService, fresh, serving
from tests.security.conftest import ADMIN_TOKEN, bearer, code_of, new_token

WORKSPACE = fresh("workspace")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def taken(rates: Rates, key: str | None, most: int = 1000) -> int:
    """How many requests are let in at once, of most."""
    for number in range(most):
        try:
            rates.take(key)
        except RateLimited:
            return number
    return most


def test_a_burst_is_let_in_and_then_as_many_as_time_allows() -> None:
    clock = Clock()
    rates = Rates(2, 5, clock)
    assert taken(rates, "a") == 5
    clock.now = 0.5
    assert taken(rates, "a") == 1
    clock.now = 2
    assert taken(rates, "a") == 3
    clock.now = 1000
    assert taken(rates, "a") == 5


def test_one_caller_does_not_take_from_another() -> None:
    rates = Rates(1, 3, Clock())
    assert taken(rates, "a") == 3
    assert taken(rates, "b") == 3


def test_it_tells_when_the_next_may_come() -> None:
    clock = Clock()
    rates = Rates(0.5, 1, clock)
    rates.take("a")
    with pytest.raises(RateLimited) as refused:
        rates.take("a")
    assert refused.value.retry_after == 2
    clock.now = 2
    rates.take("a")


def test_asking_too_early_does_not_put_it_off() -> None:
    clock = Clock()
    rates = Rates(1, 1, clock)
    rates.take("a")
    for tenth in range(1, 10):
        clock.now = tenth / 10
        assert taken(rates, "a", 1) == 0
    clock.now = 1.01
    assert taken(rates, "a", 1) == 1


@pytest.mark.parametrize(("rates", "key"), [(Rates(0, 1, Clock()), "a"), (Rates(1, 1, Clock()), None)])
def test_there_may_be_no_limit(rates: Rates, key: str | None) -> None:
    assert taken(rates, key) == 1000


def test_callers_without_number_take_up_bounded_memory() -> None:
    rates = Rates(1, 1, Clock())
    for number in range(MOST_BUCKETS + 500):
        rates.take(str(number))
    assert len(rates._left) == MOST_BUCKETS
    assert taken(rates, str(MOST_BUCKETS + 499), 1) == 0


@pytest.fixture(scope="module")
def slow(neo4j_address: Neo4jAddress) -> Iterator[RunningService]:
    """A service that takes three requests and then one in a minute."""
    settings = neo4j_address.settings(
        auth="on", admin_token=SecretStr(ADMIN_TOKEN), rate_per_second=1 / 60, rate_burst=3, workspace=WORKSPACE, query_timeout_seconds=60
    )
    with serving(Service(settings)) as running:
        yield running


def test_too_many_requests_are_told_to_wait(slow: RunningService, http: httpx.Client) -> None:
    token = new_token(slow, [Scope.READ], WORKSPACE)
    answers = [http.post(slow.url, json={"query": "{ providers { kind } }"}, headers=bearer(token)) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert code_of(answers[3]) == "RATE_LIMITED"
    assert 1 <= int(answers[3].headers["retry-after"]) <= 60
    assert http.get(f"{slow.base}/export", params={"all": "true"}, headers=bearer(token)).status_code == 429
    assert http.get(slow.base).status_code == 200
    other = new_token(slow, [Scope.READ], WORKSPACE)
    assert http.post(slow.url, json={"query": "{ providers { kind } }"}, headers=bearer(other)).status_code == 200
