"""Apache Parquet: one table of runs, flattened, for data frames and SQL engines. Needs the extra `parquet` (pyarrow)."""

from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import datetime
from importlib import import_module
from types import ModuleType
from typing import Any

from lineage.errors import Unsupported
from lineage.exporters.outlet import Outlet
from lineage.exporters.properties import Type
from lineage.exporters.run_rows import COLUMNS, RunRows
from lineage.exporters.spool import Spool
from lineage.exporters.streaming import Part
from lineage.store.records.model import Row

GROUP_ROWS = 20_000
GROUP_CHARACTERS = 16_000_000
"""A row group ends with the row that passes either, so that it can be held in memory whatever the messages are like."""


class ParquetExporter:
    """The runs of a tree wait on disk until its handoffs are there. In memory are a row group, and of one tree what its handoffs cover."""

    name = "parquet"
    media_type = "application/vnd.apache.parquet"
    file_suffix = ".parquet"
    binary = True

    async def export(self, parts: AsyncIterator[Part]) -> AsyncIterator[bytes]:
        """The file. UNSUPPORTED when pyarrow is not installed, before any part is asked for."""
        pyarrow, parquet = _pyarrow()
        schema = pyarrow.schema([(name, _type(pyarrow, type)) for name, type in COLUMNS.items()])
        outlet = Outlet()
        with Spool() as spool, closing(parquet.ParquetWriter(outlet, schema, compression="zstd")) as writer:
            rows, group = RunRows(spool), _Group()
            async for part in parts:
                rows.take(part)
                if part.ends_tree:
                    for row in rows.finished():
                        group.add(row)
                        if group.full:
                            writer.write_table(group.table(pyarrow, schema))
                            for chunk in outlet.take():
                                yield chunk
            if group.rows:
                writer.write_table(group.table(pyarrow, schema))
            writer.close()
            for chunk in outlet.take():
                yield chunk


def _pyarrow() -> tuple[ModuleType, ModuleType]:
    """pyarrow, which is not installed with the service."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise Unsupported(
            "the format parquet needs the package pyarrow; expected the extra parquet: pip install 'lineage[parquet]'"
        ) from None


def _type(pyarrow: ModuleType, type: Type) -> Any:
    match type:
        case Type.INTEGER:
            return pyarrow.int64()
        case Type.BOOLEAN:
            return pyarrow.bool_()
        case Type.TIME:
            return pyarrow.timestamp("us", tz="UTC")
        case _:
            return pyarrow.string()


class _Group:
    """The rows of the row group that is being filled."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._characters = 0

    def add(self, row: Row) -> None:
        self.rows.append(row)
        self._characters += len(row["message"] or "")

    @property
    def full(self) -> bool:
        return len(self.rows) >= GROUP_ROWS or self._characters >= GROUP_CHARACTERS

    def table(self, pyarrow: ModuleType, schema: Any) -> Any:
        """The rows as columns; the group is empty afterwards."""
        columns = [pyarrow.array(list(self._column(name, type)), schema.field(name).type) for name, type in COLUMNS.items()]
        self.rows, self._characters = [], 0
        return pyarrow.Table.from_arrays(columns, schema=schema)

    def _column(self, name: str, type: Type) -> Iterator[Any]:
        for row in self.rows:
            value = row[name]
            yield datetime.fromisoformat(value) if type is Type.TIME and value is not None else value
