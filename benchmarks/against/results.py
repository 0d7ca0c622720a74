"""What was measured, a file a round, so that a measurement that was cut goes on with the round that it was in."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson


@dataclass(frozen=True, slots=True)
class Results:
    """The results of one size below its folder."""

    folder: Path

    def round(self, number: int) -> Path:
        return self.folder / f"round-{number}.json"

    def has(self, number: int) -> bool:
        return self.round(number).exists()

    def save(self, name: str, found: Any) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{name}.json"
        written = path.with_suffix(".new")
        written.write_bytes(orjson.dumps(found, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS))
        written.replace(path)

    def load(self, name: str) -> Any:
        """None when that is not there."""
        path = self.folder / f"{name}.json"
        return orjson.loads(path.read_bytes()) if path.exists() else None

    def rounds(self) -> list[Any]:
        return [orjson.loads(path.read_bytes()) for path in sorted(self.folder.glob("round-*.json"))]


def of_size(folder: Path, runs: int) -> Results:
    return Results(folder / "results" / str(runs))


def sizes(folder: Path) -> list[int]:
    """Those of which there are results."""
    there = folder / "results"
    return sorted(int(path.name) for path in there.iterdir() if any(path.glob("round-*.json"))) if there.is_dir() else []
