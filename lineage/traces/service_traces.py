"""The spans of one running service: request, operation, transaction, statement (semantic conventions of HTTP, GraphQL and databases).

They tell names, codes and times, never what somebody wrote: no documents, variables, parameters, or messages of errors.
"""

import threading
import time
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from typing import Any

from opentelemetry import context as contexts
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SpanExporter
from opentelemetry.trace import Span, SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from starlette.middleware import Middleware

from lineage.store.watching import label_of
from lineage.traces.error_types import error_type
from lineage.traces.http_requests import RequestTraces

LONGEST_NAME = 80
"""Of operations: a longer one is not told, since callers choose them."""
CLOSING_SECONDS = 3


class ServiceTraces:
    """What is told here becomes spans, each below that which is current where it is told. All that belongs to no request has none."""

    def __init__(self, provider: TracerProvider, exporter: SpanExporter, version: str, database: str) -> None:
        self._provider = provider
        self._exporter = exporter
        self._tracer = provider.get_tracer("lineage", version)
        self._store = {"db.system.name": "neo4j", "db.namespace": database}

    @contextmanager
    def request(self, name: str, attributes: Mapping[str, str], headers: Mapping[str, str]) -> Iterator[Span]:
        """Around the work on an HTTP request, which goes on with the trace that its headers name, if they do."""
        span = self._tracer.start_span(name, _caller(headers), SpanKind.SERVER, dict(attributes))
        with _current(span):
            yield span

    @contextmanager
    def caller(self, headers: Mapping[str, str]) -> Iterator[None]:
        """Around a connection whose operations go on with the trace that its headers name, if they do."""
        token = contexts.attach(_caller(headers))
        try:
            yield
        finally:
            contexts.detach(token)

    @contextmanager
    def operating(self) -> Iterator[None]:
        with _current(self._operation()):
            yield

    async def streaming(self, results: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
        """Each result may be asked for by another task, so that the span is made current for each of them anew."""
        span, told = self._operation(), 0
        try:
            async with aclosing(results):
                while True:
                    with trace.use_span(span, record_exception=False, set_status_on_exception=False):
                        result = await anext(results, _END)
                    if result is _END:
                        return
                    told += 1
                    yield result
        finally:
            span.set_attribute("lineage.results", told)
            span.end()

    def executing(self, kind: str, name: str | None) -> None:
        span = trace.get_current_span()
        span.update_name(kind)
        span.set_attribute("graphql.operation.type", kind)
        if name is not None and len(name) <= LONGEST_NAME:
            span.set_attribute("graphql.operation.name", name)

    def operation(self, kind: str, name: str | None, seconds: float) -> None:
        """The span has it."""

    def error(self, code: str) -> None:
        _fail(trace.get_current_span(), code)

    def statement(self, queries: Sequence[str], seconds: float, error: BaseException | None) -> None:
        if not _is_traced():
            return
        end = time.time_ns()
        attributes = {**self._store, "db.operation.name": " ".join(queries)}
        span = self._tracer.start_span(label_of(queries), None, SpanKind.CLIENT, attributes, start_time=end - round(seconds * 1e9))
        if error is not None:
            _fail(span, code := error_type(error) or type(error).__name__)
            if code.startswith("Neo."):
                span.set_attribute("db.response.status_code", code)
        span.end(end)

    @contextmanager
    def transaction(self, name: str) -> Iterator[None]:
        if not _is_traced():
            yield
            return
        with _current(self._tracer.start_span(f"transaction {name}", None, SpanKind.INTERNAL, {**self._store, "lineage.command": name})):
            yield

    def retried(self, access: str) -> None:
        trace.get_current_span().add_event("retry", {"lineage.access": access.lower()})

    def middleware(self) -> Middleware:
        """What traces HTTP requests."""
        return Middleware(RequestTraces, traces=self)

    def close(self) -> None:
        """Sends what was not sent yet, unless the collector does not take it in CLOSING_SECONDS. Blocks."""
        giving_up = threading.Timer(CLOSING_SECONDS, self._exporter.shutdown)
        giving_up.start()
        self._provider.shutdown()
        giving_up.cancel()

    def _operation(self) -> Span:
        """Named when it is known what it is."""
        return self._tracer.start_span("GraphQL Operation", None, SpanKind.SERVER)


_END = object()
_PROPAGATOR = TraceContextTextMapPropagator()


def _caller(headers: Mapping[str, str]) -> contexts.Context:
    return _PROPAGATOR.extract(headers, contexts.Context())


def _is_traced() -> bool:
    return trace.get_current_span().get_span_context().is_valid


@contextmanager
def _current(span: Span) -> Iterator[None]:
    """While what the span tells of goes on. The message of an error is left out: it may hold what somebody wrote."""
    try:
        with trace.use_span(span, record_exception=False, set_status_on_exception=False):
            yield
    except BaseException as error:
        if (code := error_type(error)) is not None:
            _fail(span, code)
        raise
    finally:
        span.end()


def _fail(span: Span, code: str) -> None:
    span.set_attribute("error.type", code)
    span.set_status(StatusCode.ERROR)
