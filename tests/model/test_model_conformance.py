"""The model answers every conformance case, the written and the random ones, as they say."""

from __future__ import annotations

import importlib.util
import pathlib
from types import ModuleType
from typing import Any

import pytest
import yaml

from .model import Model

FOLDER = pathlib.Path(__file__).parents[1] / "conformance"
FILES = sorted(FOLDER.glob("cases/*.yaml")) + sorted(FOLDER.glob("random/*.yaml"))
# The random files are long, and the loader written in C reads them ten times as fast.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_runner() -> ModuleType:
    spec = importlib.util.spec_from_file_location("conformance_runner", FOLDER / "conformance.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RUNNER = load_runner()


def failure(case: dict[str, Any]) -> str | None:
    """What is wrong with the model's answers to a case, or null."""
    try:
        RUNNER.Case(Model(refused=RUNNER.Refused), case).go()
    except RUNNER.CaseFailed as wrong:
        return f"{case['name']}: {wrong}"
    return None


def test_written_and_random_cases_are_there() -> None:
    assert {path.parent.name for path in FILES} == {"cases", "random"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_model_answers_as_the_cases_say(path: pathlib.Path) -> None:
    cases = list(yaml.load_all(path.read_text(encoding="utf-8"), Loader=LOADER))
    assert cases
    assert [wrong for case in cases if (wrong := failure(case)) is not None] == []
