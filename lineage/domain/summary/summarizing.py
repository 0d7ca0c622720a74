"""The local summarizer (design 7): the same runs give the same text."""

from collections.abc import Sequence

from lineage.domain.summary.gathering import gather
from lineage.domain.summary.model import Summary, SummaryCheckpoint, SummaryRun
from lineage.domain.summary.sections import payload_of, sections_of
from lineage.domain.summary.text import HEADING, shortened_text, whole_text


def summarize(
    runs: Sequence[SummaryRun], checkpoint: SummaryCheckpoint | None, limit: int | None = None, *, heading: str = HEADING
) -> Summary:
    """What the covered runs, in history order and possibly of several threads, leave for the provider that goes on.

    checkpoint is their newest one, if any. limit is the most characters that the text may have, None for no limit; a text
    that was shortened for it says so. Raises ValueError when limit is below 1. Odd item data never raises.
    """
    if limit is not None and limit < 1:
        raise ValueError(f"limit is {limit}; a summary needs at least 1 character")
    sections = sections_of(gather(runs), checkpoint)
    text = whole_text(sections, heading, len(runs))
    shortened = limit is not None and len(text) > limit
    if limit is not None and shortened:
        text = shortened_text(sections, heading, len(runs), limit)
    return Summary(text, payload_of(sections, len(runs), checkpoint), checkpoint.id if checkpoint else None, shortened)
