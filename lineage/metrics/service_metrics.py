"""The metrics of one running service, each in one registry of its own: several services of a process have nothing in common."""

from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from lineage.live.feed import Feed
from lineage.metrics.first_names import FirstNames
from lineage.store.store import Store
from lineage.store.watching import label_of

MOST_OPERATIONS = 100
"""Names of operations that are told apart; the client of this project has some sixty."""

BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


# When each label came up: twice as many lines, which nobody asks for.
disable_created_metrics()  # type: ignore[no-untyped-call]


class ServiceMetrics:
    """What is told here is counted; what the store and the feed know themselves is asked for when somebody reads."""

    def __init__(self, version: str, pool_size: int) -> None:
        self._registry = CollectorRegistry()
        self._names = FirstNames(MOST_OPERATIONS)
        self._requests = self._histogram(
            "lineage_http_request_seconds", "Seconds until the answer of an HTTP request began.", "method", "path", "status"
        )
        self._operations = self._histogram(
            "lineage_graphql_operation_seconds", "Seconds that a query or mutation took, by the name in its document.", "type", "operation"
        )
        self._errors = self._counter("lineage_graphql_errors", "Errors that callers of GraphQL were told.", "code")
        self._statements = self._histogram(
            "lineage_store_statement_seconds", "Seconds that a statement to Neo4j took, by the query's file.", "query"
        )
        self._failures = self._counter("lineage_store_failures", "Statements to Neo4j that failed, those tried again included.", "query")
        self._retries = self._counter("lineage_store_retries", "Reads and writes that were tried again after a passing fault.", "access")
        self._state = _State(version, pool_size)
        self._registry.register(self._state)
        ProcessCollector(registry=self._registry)

    def _histogram(self, name: str, told: str, *labels: str) -> Histogram:
        return Histogram(name, told, labels, buckets=BUCKETS, registry=self._registry)

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(name, told, labels, registry=self._registry)

    def of(self, store: Store, feed: Feed) -> None:
        """The store and the feed whose state is told."""
        store.watch = self
        self._state.store, self._state.feed = store, feed

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        """The answer to an HTTP request began."""
        self._requests.labels(method, path, str(status)).observe(seconds)

    def operating(self) -> AbstractContextManager[None]:
        return nullcontext()

    def streaming(self, results: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
        return results

    def executing(self, kind: str, name: str | None) -> None:
        """Counted when it ends."""

    def operation(self, kind: str, name: str | None, seconds: float) -> None:
        self._operations.labels(kind, self._names.label(name) if name is not None else "").observe(seconds)

    def error(self, code: str) -> None:
        self._errors.labels(code).inc()

    def statement(self, queries: Sequence[str], seconds: float, error: BaseException | None) -> None:
        label = label_of(queries)
        self._statements.labels(label).observe(seconds)
        if error is not None:
            self._failures.labels(label).inc()

    def transaction(self, name: str) -> AbstractContextManager[None]:
        return nullcontext()

    def retried(self, access: str) -> None:
        self._retries.labels(access.lower()).inc()

    def written(self, accept: str) -> tuple[bytes, str]:
        """All of it as text, in the format that the header Accept prefers, and that format's media type."""
        encode: Callable[[CollectorRegistry], bytes]
        encode, media_type = choose_encoder(accept)
        return encode(self._registry), media_type


class _State(Collector):
    """What is so at the moment of reading."""

    def __init__(self, version: str, pool_size: int) -> None:
        self._version = version
        self._pool_size = pool_size
        self.store: Store | None = None
        self.feed: Feed | None = None

    def collect(self) -> Iterator[Metric]:
        info = GaugeMetricFamily("lineage_info", "The service's version.", labels=["version"])
        info.add_metric([self._version], 1)
        yield info
        if self.store is None or self.feed is None:
            return
        in_use = "Connections to Neo4j in use: one for each statement or transaction that goes on."
        yield GaugeMetricFamily("lineage_store_connections_in_use", in_use, self.store.sessions)
        yield GaugeMetricFamily("lineage_store_connections_limit", "Connections to Neo4j at most.", self._pool_size)
        yield GaugeMetricFamily("lineage_subscriptions_open", "Subscriptions that are open.", self.feed.subscriptions)
        dropped = "Subscriptions that were ended because their client did not keep up."
        yield CounterMetricFamily("lineage_subscriptions_dropped", dropped, self.feed.dropped)
