"""What the service and the server process say to each other: one JSON line down at the start, one up when it is decided.

The service writes a `Launch` to the process's standard input and keeps it open; closing it means stop. The process answers
with one `Report` on its standard output.
"""

import dataclasses
import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


@dataclass(frozen=True)
class Launch:
    """All that the server process needs to know."""

    parent_pid: int
    data_dir: Path
    ephemeral: bool
    """Whether the data directory is removed at the end, so that there is nothing to shut down in order for."""
    template: Path | None
    """What a directory without a store gets a copy of, where it is there."""
    jvm_library: Path
    jvm_arguments: list[str]
    jars: list[Path]
    settings: dict[str, str]

    def to_line(self) -> bytes:
        return json.dumps(dataclasses.asdict(self), default=str).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> "Launch":
        values = json.loads(line)
        paths = {name: Path(values[name]) for name in ("data_dir", "jvm_library")}
        template = Path(values["template"]) if values["template"] is not None else None
        return cls(**{**values, **paths, "template": template, "jars": [Path(jar) for jar in values["jars"]]})


class Outcome(StrEnum):
    READY = "ready"
    IN_USE = "in use"
    FAILED = "failed"


@dataclass(frozen=True)
class Report:
    """How the start went: the port when it is ready, else the reason."""

    outcome: Outcome
    port: int = 0
    reason: str = ""

    def to_line(self) -> bytes:
        return json.dumps(dataclasses.asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> "Report":
        values = json.loads(line)
        return cls(Outcome(values["outcome"]), values["port"], values["reason"])
