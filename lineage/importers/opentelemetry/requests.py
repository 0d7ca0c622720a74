"""The requests in a file: lines of ExportTraceServiceRequest, as the collector's file exporter writes them, or one document."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lineage.importers.cut_json import document
from lineage.importers.damaged import Unpacking, lines_of
from lineage.importers.loose import Json, mapping, mappings, parsed, text
from lineage.importers.once import ToldOnce
from lineage.importers.opentelemetry.attributes import attributes_of
from lineage.importers.report import FaultKind

_MARK = b"\xef\xbb\xbf"


def spans_in(path: Path, tell: ToldOnce) -> Iterator[tuple[Json, Json, int]]:
    """Each span with the attributes of its resource, and its line. In one document over many lines, spans are counted instead."""
    for request, line in _requests(path, tell):
        resources = [*mappings(mapping(request).get("resourceSpans")), *mappings(mapping(request).get("resource_spans"))]
        if not resources:
            tell(FaultKind.UNKNOWN_TYPE, "something that has no spans", line)
        count = 0
        for resource in resources:
            about = attributes_of(mapping(resource.get("resource")).get("attributes"))
            for scope in _scopes(resource):
                for span in mappings(scope.get("spans")):
                    count += 1
                    yield span, about, line or count


def _scopes(resource: Json) -> list[Json]:
    return [scope for name in ("scopeSpans", "scope_spans", "instrumentationLibrarySpans") for scope in mappings(resource.get(name))]


def _requests(path: Path, tell: ToldOnce) -> Iterator[tuple[Any, int | None]]:
    unpacking = Unpacking(path)
    lines = lines_of(unpacking)
    place, first = _first(lines)
    if first is None:
        tell(FaultKind.NOT_READABLE, "the file is empty")
    elif _is_json(first):
        yield from _of_lines(first, place, lines, tell)
    else:
        yield from _of_document(b"\n".join([first, *lines]), tell)
    if unpacking.damage is not None:
        tell(FaultKind.CUT_LINE, f"the file can be unpacked only in part: {unpacking.damage}")


def _first(lines: Iterator[bytes]) -> tuple[int, bytes | None]:
    for place, line in enumerate(lines, 1):
        if stripped := line.removeprefix(_MARK).strip():
            return place, stripped
    return 0, None


def _of_lines(first: bytes, place: int, lines: Iterator[bytes], tell: ToldOnce) -> Iterator[tuple[Any, int | None]]:
    line: bytes | None = first
    while line is not None:
        following = next(lines, None)
        if line.strip():
            try:
                yield parsed(line), place
            except ValueError:
                if following is None:
                    tell(FaultKind.CUT_LINE, "the last line ends in the middle", place)
                    yield from _of_cut(line, place)
                else:
                    tell(FaultKind.NOT_READABLE, "a line that is no JSON", place)
        line, place = following, place + 1


def _of_cut(line: bytes, place: int) -> Iterator[tuple[Any, int | None]]:
    try:
        yield document(line)[0], place
    except ValueError:
        return


def _of_document(data: bytes, tell: ToldOnce) -> Iterator[tuple[Any, int | None]]:
    try:
        found, cut = document(data)
    except ValueError as error:
        tell(FaultKind.NOT_READABLE, f"the file is no JSON: {error}")
        return
    if cut:
        tell(FaultKind.CUT_LINE, "the file ends in the middle of its document")
    for request in found if isinstance(found, list) else [found]:
        yield request, None


def _is_json(line: bytes) -> bool:
    try:
        return isinstance(parsed(line), dict)
    except ValueError:
        return False


def hex_id(value: Any) -> str | None:
    """An id of a trace or a span. Writers of JSON disagree about capitals."""
    told = text(value)
    return told.lower() if told and told.strip("0") else None
