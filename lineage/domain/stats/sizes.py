"""Percentiles of lengths of which only classes are known."""

from collections.abc import Sequence

from lineage.domain.stats.figures import SIZE_BOUNDS


def percentile(sizes: Sequence[int], longest: int, part: float) -> float | None:
    """The length that this part of all (0 to 1) does not exceed, as if the lengths of a class lay evenly in it; None without any.

    It lies in the class that the true value lies in, and is never above the longest.
    """
    total = sum(sizes)
    if not total:
        return None
    wanted = part * total
    before = 0
    for place, count in enumerate(sizes):
        if count and before + count >= wanted:
            low = SIZE_BOUNDS[place - 1] if place else 0
            high = min(SIZE_BOUNDS[place], longest) if place < len(SIZE_BOUNDS) else longest
            return low + (high - low) * max(0.0, wanted - before) / count
        before += count
    return float(longest)
