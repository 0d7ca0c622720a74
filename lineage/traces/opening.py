"""Whether spans can be made, and where they go."""

from typing import TYPE_CHECKING

from lineage.errors import Unsupported

if TYPE_CHECKING:
    from lineage.traces.service_traces import ServiceTraces

NEEDED = "traces need OpenTelemetry's SDK and exporter, expected the extra otel: pip install 'lineage[otel]'"


def open_traces(endpoint: str, version: str, database: str) -> "ServiceTraces":
    """What sends spans to this address by OTLP over HTTP. UNSUPPORTED when the extra otel is not installed.

    The SDK's own variables (OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS and so on) count as everywhere.
    """
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        from lineage.traces.service_traces import ServiceTraces
    except ModuleNotFoundError as error:
        raise Unsupported(NEEDED) from error
    # What the environment says of the resource comes last, since it knows where this service runs.
    told = {"service.name": "lineage", "service.version": version, **OTELResourceDetector().detect().attributes}
    provider = TracerProvider(resource=Resource.create(told), shutdown_on_exit=False)
    exporter = OTLPSpanExporter(endpoint=endpoint)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return ServiceTraces(provider, exporter, version, database)
