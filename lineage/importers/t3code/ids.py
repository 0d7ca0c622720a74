"""How the things of a file are named here, and which provider a driver stands for."""

from hashlib import sha256

FORMAT = "t3code"
_LONGEST = 256
_PROVIDERS = {"claudeagent": "claude", "opencode2": "opencode"}
"""Drivers that are called otherwise here. All others keep their name, in lower case."""


def own_id(native: str) -> str:
    """The id here of a thread, run, provider thread, handoff, transfer or checkpoint of a file.

    The program nests ids in one another, so that those of deep trees grow longer than an id may be here (design 1): they end in a
    digest then.
    """
    known_as = f"{FORMAT}:{native}"
    if len(known_as) <= _LONGEST:
        return known_as
    digest = sha256(native.encode()).hexdigest()[:32]
    return f"{known_as[: _LONGEST - len(digest) - 1]}~{digest}"


def provider_of(driver: str) -> str:
    """The kind of provider that a driver, or else the instance of one, stands for: "codex", "claude"."""
    name = driver.strip().lower()
    return _PROVIDERS.get(name, name)[:_LONGEST] or "unknown"
