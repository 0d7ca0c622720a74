"""schema.graphql: what the code exports, and all that the contract asks for."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lineage.cli import app

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "schema.graphql"
CONTRACT = ROOT.parent / "shared" / "contract" / "check_contract.py"


def test_the_file_is_what_the_code_exports() -> None:
    exported = CliRunner().invoke(app, ["schema"])
    assert exported.exit_code == 0
    assert SCHEMA.read_text(encoding="utf-8") == exported.stdout, "refresh it: lineage schema > schema.graphql"


@pytest.mark.skipif(not CONTRACT.is_file(), reason="the project's shared folder is not beside this checkout")
def test_the_contract_is_kept() -> None:
    found = subprocess.run([sys.executable, str(CONTRACT), str(SCHEMA)], capture_output=True, text=True, timeout=120, check=False)
    assert found.returncode == 0, found.stdout
