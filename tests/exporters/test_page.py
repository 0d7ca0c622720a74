"""What docs/exports.md shows runs, and what it says of formats and tables is so."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from lineage.exporters.formats import FORMATS, exporter_of
from lineage.exporters.run_rows import COLUMNS
from lineage.exporters.tables import TABLES
from tests.exporters.planted import exported
from tests.exporters.story import story

PAGE = (Path(__file__).parents[2] / "docs" / "exports.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
EXPORTERS = [exporter_of(name) for name in FORMATS]
PRINTED = {
    "openlineage": "['handoff/hm', 'handoff/hp', 'run/main run 4']",
    "prov": "content/main%20run%205 was invalidated by rollback/main/13",
    "networkx": "h4 covers main 1 to 3",
    "csv": "grandchild 1 codex FAILED",
    "pyarrow": "[{'provider': 'codex', 'run_id_count': 9, 'covered_runs_sum': 3}, {'provider': 'claude', 'run_id_count': 2, 'covered_runs_sum': 8}]",
}


@pytest.mark.parametrize(("program", "printed"), list(zip(PROGRAMS, PRINTED.values(), strict=True)), ids=list(PRINTED))
async def test_a_program_of_the_page_runs(program: str, printed: str, tmp_path: Path) -> None:
    for exporter in EXPORTERS:
        (tmp_path / f"tree{exporter.file_suffix}").write_bytes(await exported(exporter, story()))
    assert printed in lines_of(program, tmp_path)


def lines_of(program: str, folder: Path) -> list[str]:
    """What the program prints when it runs in the folder."""
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_page_lists_each_format_with_its_suffix() -> None:
    for exporter in EXPORTERS:
        assert re.search(rf"^\| `{exporter.name}` \|.*\| `{re.escape(exporter.file_suffix)}` \|", PAGE, re.MULTILINE)


def test_the_page_names_each_table_and_each_column_of_runs() -> None:
    csv_section, parquet_section = re.findall(r"^## (?:CSV|Parquet)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert [name for name in TABLES if f"`{name}`" not in csv_section] == []
    rows = [line.split("|")[1] for line in parquet_section.splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(COLUMNS)
