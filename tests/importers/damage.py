"""Damage to files, as Hypothesis draws it: for tests that nothing in a file makes a reader raise."""

from typing import Any

from hypothesis import strategies as st

anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 70), 1 << 70) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
"""Any value of JSON."""


def cut_and_changed(draw: st.DataObject, data: bytes) -> bytes:
    """The bytes with some of them changed, or without their end."""
    changed = bytearray(data)
    for _ in range(draw.draw(st.integers(0, 8))):
        changed[draw.draw(st.integers(0, len(changed) - 1))] = draw.draw(st.integers(0, 255))
    return bytes(changed[: draw.draw(st.integers(0, len(changed)))]) if draw.draw(st.booleans()) else bytes(changed)


def with_other_values(draw: st.DataObject, value: Any) -> Any:
    """The same JSON with some values in it replaced by others of any type, or left out."""
    for _ in range(draw.draw(st.integers(1, 4))):
        at, where = _somewhere(draw, value)
        if where is None:
            return draw.draw(anything)
        if draw.draw(st.integers(0, 3)):
            at[where] = draw.draw(anything)
        else:
            del at[where]
    return value


def _somewhere(draw: st.DataObject, value: Any) -> tuple[Any, Any]:
    """A list or an object within the value, and a place in it."""
    at, where = value, None
    while isinstance(at, dict | list) and at:
        key = draw.draw(st.sampled_from(sorted(at)) if isinstance(at, dict) else st.integers(0, len(at) - 1))
        if where is not None and not draw.draw(st.integers(0, 4)):
            break
        outer, at, where = at, at[key], key
    return (outer, where) if where is not None else (value, None)
