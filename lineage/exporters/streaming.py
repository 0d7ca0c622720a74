"""What an exporter of a format has to do. In which order it is given what it writes is told at Part.

The rows are those of lineage.store.records.model. Times in them are datetimes in UTC (datetime.datetime, microseconds), JSON
properties (metadata, data, payload, diffSummary) are still text, and a property that a node does not have is not in its row's set.
"""

from collections.abc import AsyncIterator
from typing import Protocol

from lineage.store.records.part import Part

__all__ = ["Exporter", "Part"]


class Exporter(Protocol):
    """Writes a format. It holds a few parts at a time, never a tree, unless the format leaves no other way; then its docstring says so."""

    @property
    def name(self) -> str:
        """As `lineage export --format` and GET /export name it: lower case, digits and hyphens."""

    @property
    def media_type(self) -> str:
        """The Content-Type, with a charset where it is text."""

    @property
    def file_suffix(self) -> str:
        """What a file's name ends in, with the dot: .jsonl"""

    @property
    def binary(self) -> bool:
        """Whether it is no text, so that it is not written to a terminal."""

    def export(self, parts: AsyncIterator[Part]) -> AsyncIterator[bytes]:
        """The bytes of the format, as the parts come; equal parts give equal bytes. Errors of the parts pass through.

        An async generator. It may be closed before its end, when whoever reads it goes away.
        """
