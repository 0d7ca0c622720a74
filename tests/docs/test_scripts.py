"""The scripts that the README names: they can be run, from any directory, and do what it says first."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.page import ROOT

SCRIPTS = ["scripts/setup", "scripts/serve", "scripts/test", "scripts/dependencies", ".ci/run"]
STAND_IN = '#!/usr/bin/env bash\necho "$(basename "$0") $*"\nexit "${STATUS:-0}"\n'


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The scripts in a folder of their own, where everything that they call only tells its name."""
    for script in SCRIPTS:
        copy = tmp_path / script
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / script, copy)
    for name in (
        "scripts/setup",
        "scripts/dependencies",
        *(f".venv/bin/{tool}" for tool in ("lineage", "python", "ruff", "mypy", "lint-imports")),
    ):
        program = tmp_path / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(STAND_IN, encoding="utf-8")
        program.chmod(0o755)
    return tmp_path


def run(script: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(script), *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd="/",
        stdin=subprocess.DEVNULL,
        # Not the superuser's way to Chromium: the tests install nothing.
        env={name: value for name, value in os.environ.items() if name != "CI"} | environment,
    )


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_executable_and_stops_at_the_first_failure(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    text = (ROOT / script).read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text
    assert subprocess.run(["bash", "-n", str(ROOT / script)], timeout=60, check=False).returncode == 0


def test_serve_sets_up_and_then_serves_the_example(clone: Path) -> None:
    ran = run(clone / "scripts/serve", "--port", "9000")
    assert ran.returncode == 0, ran.stderr
    assert [line for line in ran.stdout.splitlines() if not line.startswith("serve:")] == [
        "setup ",
        "lineage serve --demo --no-auth --port 9000",
    ]


def test_test_checks_everything_and_passes_arguments_to_pytest(clone: Path) -> None:
    ran = run(clone / "scripts/test", "tests/domain", "-k", "fork")
    assert ran.returncode == 0, ran.stderr
    assert [line for line in ran.stdout.splitlines() if line and not line.startswith("test:")] == [
        "setup ",
        "ruff check",
        "ruff format --check",
        "mypy ",
        "lint-imports ",
        "dependencies audit",
        "python -m pytest tests/domain -k fork",
    ]


@pytest.mark.parametrize("script", ["scripts/serve", "scripts/test"])
def test_nothing_is_run_when_setting_up_failed(clone: Path, script: str) -> None:
    ran = run(clone / script, STATUS="3")
    assert ran.returncode == 3
    assert [line for line in ran.stdout.splitlines() if line and not line.startswith(("serve:", "test:"))] == ["setup "]


def test_ci_runs_the_tests_as_a_build_machine(clone: Path) -> None:
    (clone / "scripts/test").write_text('#!/usr/bin/env bash\necho "CI=$CI arguments=$*"\ncat\n', encoding="utf-8")
    ran = run(clone / ".ci/run", "-k", "fork")
    assert (ran.returncode, ran.stdout) == (0, "CI=true arguments=-k fork\n")
