"""Spans of the generative AI conventions of OpenTelemetry, as OTLP's JSON: a request, or lines of requests.

A thread is a conversation (gen_ai.conversation.id, else session.id, else the trace), a run the topmost span of an agent, a workflow or a
chat in a trace. Another agent's span below it is a subagent, or, when control was passed to that agent, the thread's next run on a session
of that agent's. The order of runs is that of their starts: spans are written when they end, so the file has no order of its own.
"""

from lineage.importers.opentelemetry.reader import OpenTelemetryReader

READER = OpenTelemetryReader()

__all__ = ["READER"]
