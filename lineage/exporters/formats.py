"""The formats that lineage trees can be exported in."""

from collections.abc import Mapping
from importlib import import_module

from lineage.errors import BadInput
from lineage.exporters.streaming import Exporter

CLASSES: Mapping[str, tuple[str, str]] = {
    "jsonl": ("lineage.exporters.jsonl", "JsonlExporter"),
    "openlineage": ("lineage.exporters.openlineage.exporting", "OpenLineageExporter"),
    "prov-json": ("lineage.exporters.prov_json.exporting", "ProvJsonExporter"),
    "mermaid": ("lineage.exporters.mermaid", "MermaidExporter"),
    "dot": ("lineage.exporters.dot", "DotExporter"),
    "graphml": ("lineage.exporters.graphml", "GraphmlExporter"),
    "csv": ("lineage.exporters.csv", "CsvExporter"),
    "parquet": ("lineage.exporters.parquet", "ParquetExporter"),
}
"""The module and the class of each. It is loaded when its format is asked for."""

FORMATS = tuple(CLASSES)
DEFAULT = "jsonl"


def exporter_of(format: str) -> Exporter:
    """The exporter of a format. BAD_INPUT for one that there is not."""
    if format not in CLASSES:
        raise BadInput(f"there is no format {format!r}: expected one of {', '.join(FORMATS)}")
    module, name = CLASSES[format]
    exporter: Exporter = getattr(import_module(module), name)()
    return exporter
