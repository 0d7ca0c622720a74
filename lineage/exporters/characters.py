"""Characters that formats of text cannot hold as they are."""

CONTROLS = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421", 0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}
"""A picture for each control character: ␛ in the place of an escape."""
PICTURED = {code: picture for code, picture in CONTROLS.items() if code not in (0x09, 0x0A, 0x0D)}
"""The same, with tabs and the ends of lines left alone."""


def pictured(text: str) -> str:
    """The text with pictures (U+2400 and on) in the place of control characters, which XML has no way to write; tabs and line ends stay."""
    return text.translate(PICTURED)


def in_one_line(text: str, limit: int) -> str:
    """The text with each stretch of blanks as one, pictures of control characters, and "…" for what goes beyond the limit."""
    line = " ".join(text.split()).translate(CONTROLS)
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
