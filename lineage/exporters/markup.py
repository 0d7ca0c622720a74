"""Texts in XML, whatever is in them."""

import re
from xml.sax.saxutils import escape

from lineage.exporters.characters import pictured

ENDS_OF_LINES = {"\r": "&#13;"}
"""A parser would read it as a line feed."""
SPECIAL = re.compile("[^\n\t -%'-;=?-~\u00a0-\ufffd\U00010000-\U0010ffff]")
"""What content cannot hold as it is. Most texts have none of it, and looking is quicker than replacing."""


def content(text: str) -> str:
    """The text as an element's content. Control characters, which XML cannot hold, become their pictures."""
    return escape(pictured(text), ENDS_OF_LINES) if SPECIAL.search(text) else text
