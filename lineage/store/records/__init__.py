"""Lineage trees as rows: read to be exported, written in bulk."""
