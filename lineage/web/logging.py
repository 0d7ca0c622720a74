"""The service's logs: one JSON object a line for machines, or one plain line for people."""

import logging
import sys
import warnings
from datetime import UTC, datetime
from json import dumps
from typing import Any

from lineage.web.request_ids import current_request_id

OFF = logging.CRITICAL + 1

# What the executor of GraphQL had not begun when the work on a request was ended (RequestEnds), which is no fault.
LEFT_BEHIND = r"coroutine '(GraphQLCoreConverter|Executor|PlainFieldsExecutor)\..*' was never awaited"

# Their messages quote what clients sent, or repeat what the service logs itself.
LEAST_LEVELS = {
    # Every Bolt message with its parameters, at DEBUG.
    "neo4j": logging.WARNING,
    # A line for each request to a summarizer or a download, with its address.
    "httpx": logging.WARNING,
    # The text of each GraphQL error, which quotes rejected variables. The API logs its unexpected errors itself.
    "strawberry.execution": OFF,
    # RequestLog writes these lines, with request ids.
    "uvicorn.access": OFF,
}


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON.

    Keys: time (UTC, ISO 8601 with milliseconds), level, logger, message, request_id inside of requests, exception with
    the traceback where there is one, and what the caller passes as `extra={"fields": {…}}`. Other attributes of the
    record are left out, so that nothing gets into the log by accident.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": _utc(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (request_id := current_request_id.get()) is not None:
            line["request_id"] = request_id
        line.update(_fields(record))
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return dumps(line, default=str, separators=(",", ":"))


class TextFormatter(logging.Formatter):
    """Formats the same content for a terminal; values are JSON, so that no value can begin a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        words = [_utc(record), f"{record.levelname:<7}", record.name, record.getMessage()]
        words += [f"{key}={dumps(value, default=str)}" for key, value in _fields(record).items()]
        if (request_id := current_request_id.get()) is not None:
            words.append(f"request_id={request_id}")
        line = " ".join(words)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def configure_logging(level: str, json: bool) -> None:
    """Sends the logs of the service and of the libraries that it uses, uvicorn included, to standard error.

    `level` is DEBUG, INFO, WARNING, ERROR or CRITICAL in any case. Raises ValueError for any other. Python warnings become log
    lines as well. May be called again to change the settings.
    """
    levels = logging.getLevelNamesMapping()
    name = level.upper()
    if name not in levels or name == "NOTSET":
        raise ValueError(f"unknown log level {level!r}; expected DEBUG, INFO, WARNING, ERROR or CRITICAL")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if json else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(levels[name])
    for logger_name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(logger_name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.NOTSET)
    for logger_name, least in LEAST_LEVELS.items():
        logging.getLogger(logger_name).setLevel(max(least, levels[name]))
    logging.captureWarnings(True)
    warnings.filterwarnings("ignore", LEFT_BEHIND, RuntimeWarning)


def _utc(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    fields: dict[str, Any] = getattr(record, "fields", {})
    return fields
