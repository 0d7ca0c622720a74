"""Sets of ordinals of one thread, as sorted, disjoint, inclusive ranges that do not touch: (1, 3), (5, 9)."""

from collections.abc import Iterable, Sequence

Ranges = tuple[tuple[int, int], ...]
EMPTY: Ranges = ()


def ranges_of(ordinals: Sequence[int]) -> Ranges:
    """The ranges that hold exactly these ordinals, given in any order and perhaps repeated."""
    if not ordinals:
        return EMPTY
    if len(set(ordinals)) == (high := max(ordinals)) - (low := min(ordinals)) + 1:
        return ((low, high),)
    return union((ordinal, ordinal) for ordinal in ordinals)


def union(parts: Iterable[tuple[int, int]]) -> Ranges:
    """The ranges that hold what any of the given ranges holds."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(parts):
        if merged and low <= merged[-1][1] + 1:
            if high > merged[-1][1]:
                merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return tuple(merged)


def intersection(first: Ranges, second: Ranges) -> Ranges:
    """What both hold."""
    found: list[tuple[int, int]] = []
    i = j = 0
    while i < len(first) and j < len(second):
        low, high = max(first[i][0], second[j][0]), min(first[i][1], second[j][1])
        if low <= high:
            found.append((low, high))
        if first[i][1] < second[j][1]:
            i += 1
        else:
            j += 1
    return tuple(found)


def difference(first: Ranges, second: Ranges) -> Ranges:
    """What the first holds and the second does not."""
    left: list[tuple[int, int]] = []
    j = 0
    for low, high in first:
        while j < len(second) and second[j][1] < low:
            j += 1
        k = j
        while k < len(second) and second[k][0] <= high:
            if second[k][0] > low:
                left.append((low, second[k][0] - 1))
            low = second[k][1] + 1
            k += 1
        if low <= high:
            left.append((low, high))
    return tuple(left)


def contains(ranges: Ranges, ordinal: int) -> bool:
    return any(low <= ordinal <= high for low, high in ranges)


def up_to(ranges: Ranges, ordinal: int) -> Ranges:
    """What is not above the ordinal."""
    return tuple((low, min(high, ordinal)) for low, high in ranges if low <= ordinal)


def above(ranges: Ranges, ordinal: int) -> Ranges:
    """What is above the ordinal."""
    return tuple((max(low, ordinal + 1), high) for low, high in ranges if high > ordinal)


def ordinals_in(ranges: Ranges) -> list[int]:
    """Each ordinal, ascending."""
    return [ordinal for low, high in ranges for ordinal in range(low, high + 1)]


def size(ranges: Ranges) -> int:
    return sum(high - low + 1 for low, high in ranges)


def lowest(ranges: Ranges) -> int | None:
    return ranges[0][0] if ranges else None


def highest(ranges: Ranges) -> int | None:
    return ranges[-1][1] if ranges else None
