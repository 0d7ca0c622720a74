"""Reads the event lines of T3 Code's orchestration (second version): app threads with runs of several providers, and what lies between."""

from lineage.importers.reading import Reader
from lineage.importers.t3code.reader import T3CodeReader

READER: Reader = T3CodeReader()
