"""How the code is laid out: imports that point one way, modules that stay small, names that say something."""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "lineage"
MODULES = sorted(PACKAGE.rglob("*.py"))
TEST_MODULES = sorted(path for path in (ROOT / "tests").rglob("*.py") if path != ROOT / "tests" / "conformance" / "conformance.py")
"""All but the runner of the conformance cases, which is a copy."""

EMPTY_NAMES = {"util", "utils", "utilities", "helper", "helpers", "common", "base", "manager", "managers", "misc"}


def names(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_imports_point_one_way() -> None:
    contracts = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-cache"]
    found = subprocess.run(
        contracts, cwd=ROOT, env={**os.environ, "NO_COLOR": "1"}, capture_output=True, text=True, timeout=120, check=False
    )
    assert "0 broken" in found.stdout, found.stdout + found.stderr
    assert found.returncode == 0


def test_no_module_has_more_than_300_lines() -> None:
    assert len(MODULES) > 50
    assert names([path for path in [*MODULES, *TEST_MODULES] if lines(path) > 300]) == []


def test_most_modules_are_much_smaller() -> None:
    assert median(lines(path) for path in MODULES if path.name != "__init__.py") < 90


def test_no_name_says_nothing() -> None:
    assert names([path for path in [*MODULES, *TEST_MODULES] if EMPTY_NAMES & {path.stem, *path.relative_to(ROOT).parts}]) == []


def test_a_module_of_the_package_begins_with_what_it_is_for() -> None:
    assert names([path for path in MODULES if lines(path) and not path.read_text(encoding="utf-8").startswith('"""')]) == []
