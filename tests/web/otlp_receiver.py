"""A collector of traces on loopback: it keeps the bytes that are sent to it, and the spans that are in them."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1 import trace_pb2

PATIENCE_SECONDS = 60


@dataclass(frozen=True)
class Told:
    """One span as it was sent. Ids are in hexadecimal digits; parent is empty for a root."""

    trace: str
    id: str
    parent: str
    name: str
    kind: str
    failed: bool
    attributes: dict[str, Any]
    events: list[tuple[str, dict[str, Any]]]
    start: int
    end: int


class Receiver:
    """Where traces may be sent, and those that were."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/v1/traces"
        self.bodies: list[bytes] = []
        self.paths: set[str] = set()

    @property
    def requests(self) -> list[ExportTraceServiceRequest]:
        return [ExportTraceServiceRequest.FromString(body) for body in self.bodies]

    @property
    def spans(self) -> list[Told]:
        return [
            _told(span)
            for request in self.requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def of(self, trace: str, last: Callable[[Told], bool]) -> list[Told]:
        """The spans of a trace, once the one that ends last is there."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            found = [span for span in self.spans if span.trace == trace]
            if any(last(span) for span in found):
                return found
            assert time.monotonic() < deadline, f"no such span came: {[span.name for span in found]}"
            time.sleep(0.05)


def _told(span: trace_pb2.Span) -> Told:
    return Told(
        trace=span.trace_id.hex(),
        id=span.span_id.hex(),
        parent=span.parent_span_id.hex(),
        name=span.name,
        kind=trace_pb2.Span.SpanKind.Name(span.kind).removeprefix("SPAN_KIND_"),
        failed=span.status.code == trace_pb2.Status.STATUS_CODE_ERROR,
        attributes=_values(span.attributes),
        events=[(event.name, _values(event.attributes)) for event in span.events],
        start=span.start_time_unix_nano,
        end=span.end_time_unix_nano,
    )


def _values(attributes: Any) -> dict[str, Any]:
    return {entry.key: getattr(entry.value, entry.value.WhichOneof("value")) for entry in attributes}


@contextmanager
def receiving() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            receiver.paths.add(self.path)
            receiver.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
