"""CSV files (RFC 4180, UTF-8, with headers), one for each table, in a zip archive."""

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import ExitStack
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from lineage.exporters.outlet import Outlet
from lineage.exporters.spool import Spool
from lineage.exporters.streaming import Part
from lineage.exporters.tables import TABLES, lines_of

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of the files in the archive, which is not that of the export so that equal data gives equal bytes."""
FILE_MODE = 0o644 << 16


class CsvExporter:
    """Each table waits on disk, since the rows of all of them come mixed and an archive has one file after the other."""

    name = "csv"
    media_type = "application/zip"
    file_suffix = ".csv.zip"
    binary = True

    async def export(self, parts: AsyncIterator[Part]) -> AsyncIterator[bytes]:
        """The archive. A value that is missing is an empty field, an empty text is "".

        Values are as they are: a text that begins with =, +, - or @ is not altered, and a spreadsheet may take it for a formula.
        """
        with ExitStack() as closing:
            spools = {name: closing.enter_context(Spool()) for name in TABLES}
            for name, table in TABLES.items():
                spools[name].write(csv_line(table.columns))
            async for part in parts:
                for name, values in lines_of(part.records):
                    spools[name].write(csv_line(values))
            for chunk in _archive(spools.items()):
                yield chunk


def csv_line(values: Iterable[str | None]) -> bytes:
    """A record with its line end."""
    return (",".join(_field(value) for value in values) + "\r\n").encode()


def _field(value: str | None) -> str:
    if value is None:
        return ""
    if value == "" or any(sign in value for sign in ',"\r\n') or value[0] == " " or value[-1] == " ":
        return '"' + value.replace('"', '""') + '"'
    return value


def _archive(files: Iterable[tuple[str, Spool]]) -> Iterator[bytes]:
    outlet = Outlet()
    with ZipFile(outlet, "w", ZIP_DEFLATED) as archive:
        for name, spool in files:
            entry = ZipInfo(f"{name}.csv", EARLIEST)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = FILE_MODE
            with archive.open(entry, "w", force_zip64=True) as file:
                for chunk in spool.chunks():
                    file.write(chunk)
                    yield from outlet.take()
            yield from outlet.take()
    yield from outlet.take()
