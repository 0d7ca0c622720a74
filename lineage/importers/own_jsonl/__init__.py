"""Reads the project's own export: the facts of the graph themselves, which come back as they went out (see lineage.exporters.jsonl)."""

from lineage.importers.own_jsonl.importing import import_jsonl
from lineage.importers.own_jsonl.lines import recognizes

__all__ = ["import_jsonl", "recognizes"]
