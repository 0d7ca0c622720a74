"""Places in the order of creation for what was made elsewhere: by time, so that the order of imports changes nothing."""

from datetime import datetime
from zlib import crc32

PLACES = 100_000
"""The places that one count of a tree's lock, here a millisecond, has."""
_APART = 90_000
_LATEST = 90_000_000_000_000
"""Times far in the future count as this one, so that a place fits 64 bits."""


def place_of(at: datetime, id: str, after: int = 0) -> int:
    """A place in the order of creation of a tree, above `after`. Things of one millisecond are told apart by their ids.

    It depends on nothing else, so that things of which some come later get the places that they would have got together.
    """
    milliseconds = min(max(int(at.timestamp() * 1000), 1), _LATEST)
    apart = crc32(id.encode(errors="replace")) % _APART
    place = milliseconds * PLACES + apart
    return place if place > after else after + 1 + apart


def lock_count(places: int) -> int:
    """What the lock of a tree counts when this is the newest place that it gave."""
    return places // PLACES + 1
