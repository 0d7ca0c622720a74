"""A PROV-JSON document that is written record by record: each kind of record waits in a spool of its own, since they stand apart in it."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import datetime
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import orjson

from lineage.exporters.properties import instant
from lineage.exporters.spool import Spool

NAMESPACE = "urn:lineage:"
KINDS = (
    "entity",
    "activity",
    "agent",
    "wasGeneratedBy",
    "used",
    "wasInformedBy",
    "wasInvalidatedBy",
    "wasDerivedFrom",
    "wasAttributedTo",
    "wasAssociatedWith",
    "specializationOf",
    "hadMember",
)


def name(kind: str, *ids: str | int) -> str:
    """The qualified name of a thing: lineage:run/r%3A1. What a name may not hold is written as percent signs and hexadecimal digits."""
    local = "/".join([kind, *(quote(str(id), safe="") for id in ids)])
    return f"lineage:{local[:-1]}%2E" if local.endswith(".") else f"lineage:{local}"


def qualified(value: str) -> dict[str, str]:
    """A value that is a qualified name."""
    return {"$": value, "type": "prov:QUALIFIED_NAME"}


def attributes(values: Mapping[str, Any]) -> dict[str, Any]:
    """This project's own attributes of a record. What is None is left out."""
    return {f"lineage:{name}": _literal(value) for name, value in values.items() if value is not None}


def _literal(value: Any) -> Any:
    return {"$": instant(value), "type": "xsd:dateTime"} if isinstance(value, datetime) else value


class Document:
    """Records by kind. An id is taken once; relations have none of their own."""

    def __init__(self) -> None:
        self._spools = {kind: Spool() for kind in KINDS}
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with ExitStack() as closing:
            for spool in self._spools.values():
                closing.enter_context(spool)

    def add(self, kind: str, id: str, record: Mapping[str, Any]) -> None:
        """A thing: an entity, an activity or an agent."""
        spool = self._spools[kind]
        spool.write((b"" if spool.empty else b",\n") + orjson.dumps(id) + b":" + orjson.dumps(record))

    def relate(self, kind: str, **record: Any) -> None:
        """A relation; its parts are named without their prefix. What is None is left out."""
        self._count += 1
        self.add(kind, f"_:{self._count}", {f"prov:{name}": value for name, value in record.items() if value is not None})

    def text(self) -> Iterator[bytes]:
        """The document."""
        yield b'{"prefix":{"lineage":' + orjson.dumps(NAMESPACE) + b"}"
        for kind, spool in self._spools.items():
            if not spool.empty:
                yield b",\n" + orjson.dumps(kind) + b":{\n"
                yield from spool.chunks()
                yield b"\n}"
        yield b"}\n"
