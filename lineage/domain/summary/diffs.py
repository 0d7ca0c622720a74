"""Diffs longer than a few lines never enter a summary (design 7): a file's name and line counts say enough."""

import re

FEW_LINES = 5

_MAY_BEGIN = re.compile(r"^(?:[+-]|diff |Index: |@@ |\*\*\* Begin Patch)", re.MULTILINE)
_OPENING = re.compile(r"diff --git |diff -\S+ |Index: |@@ .*@@|\*\*\* Begin Patch")
_INSIDE = re.compile(
    r"[ +\-@\\]|$|diff |Index: |index [0-9a-f]+\.\.|===|(new|old|deleted) (file )?mode |(dis)?similarity |rename |copy |Binary files "
)


def leave_out_diffs(text: str) -> str:
    """The text with each diff of more than FEW_LINES lines replaced by a note that says how many lines it had.

    Unified and git diffs, patches between `*** Begin Patch` and `*** End Patch`, and bare runs of added and removed lines
    are taken for diffs. A list whose points all begin with `-` is not one.
    """
    if text.count("\n") < FEW_LINES or not _MAY_BEGIN.search(text):
        return text
    lines = text.split("\n")
    kept: list[str] = []
    at = 0
    while at < len(lines):
        end, is_diff = _block(lines, at)
        if is_diff and end - at > FEW_LINES:
            kept.append(left_out(end - at))
        else:
            kept.extend(lines[at:end])
        at = end
    return "\n".join(kept)


def left_out(line_count: int) -> str:
    """What stands in a diff's place."""
    return f"(diff of {line_count} lines left out)"


def _block(lines: list[str], start: int) -> tuple[int, bool]:
    """Where the block of lines that begins here ends, and whether it is a diff. A line of prose is a block of its own."""
    first, second = lines[start], lines[start + 1] if start + 1 < len(lines) else ""
    if first.startswith("*** Begin Patch"):
        return next((n + 1 for n in range(start, len(lines)) if lines[n].startswith("*** End Patch")), len(lines)), True
    end = start + 1
    if _OPENING.match(first) or (first.startswith("--- ") and second.startswith("+++ ")):
        while end < len(lines) and _INSIDE.match(lines[end]):
            end += 1
        while not lines[end - 1].strip():
            end -= 1
        return end, True
    if first[:1] not in ("+", "-"):
        return end, False
    while end < len(lines) and lines[end][:1] in ("+", "-"):
        end += 1
    # Added lines alone, or removed ones alone, look like a list of points.
    return end, len({line[0] for line in lines[start:end]}) == 2
