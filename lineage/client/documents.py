"""The operations' GraphQL, one .graphql file each in operations/; what they select in common is in operations/fragments/."""

import re
from functools import cache
from importlib.resources import files

_SPREAD = re.compile(r"\.\.\.(\w+)")


@cache
def document(operation: str) -> str:
    """An operation with the fragments that it needs, as it is sent."""
    text = _read(f"{operation}.graphql")
    return "\n".join([text, *(_read(f"fragments/{name}.graphql") for name in _fragments_in(text))])


def _fragments_in(text: str) -> list[str]:
    """Every fragment that a text spreads, itself or through others, each once."""
    found: list[str] = []
    pending = _SPREAD.findall(text)
    while pending:
        if (name := pending.pop()) not in found:
            found.append(name)
            pending += _SPREAD.findall(_read(f"fragments/{name}.graphql"))
    return sorted(found)


@cache
def _read(path: str) -> str:
    return files("lineage.client").joinpath("operations", path).read_text(encoding="utf-8")
