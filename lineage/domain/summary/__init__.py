"""The deterministic local summarizer (design 7): pure, without clock, store or anything else of the project."""

from lineage.domain.summary.bound import item_characters, longest_possible, message_characters
from lineage.domain.summary.model import Summary, SummaryCheckpoint, SummaryItem, SummaryRun
from lineage.domain.summary.summarizing import summarize

__all__ = [
    "Summary",
    "SummaryCheckpoint",
    "SummaryItem",
    "SummaryRun",
    "item_characters",
    "longest_possible",
    "message_characters",
    "summarize",
]
