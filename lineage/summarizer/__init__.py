"""Summaries by a configured language model, made off the request path (design 7)."""

from lineage.summarizer.configured import ConfiguredSummarizer
from lineage.summarizer.failure import SummarizerError
from lineage.summarizer.material import material_of
from lineage.summarizer.worker import Job, SummaryQueue

__all__ = ["ConfiguredSummarizer", "Job", "SummarizerError", "SummaryQueue", "material_of"]
