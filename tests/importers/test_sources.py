"""Of several files with one thread, the one that tells more of it counts, wherever it stands."""

import gzip
import json
from pathlib import Path

import pytest

from lineage.importers.formats import reader_of
from lineage.importers.report import FileReport
from lineage.importers.sources import Source, Sources

SESSION = "11111111-2222-4333-8444-555555555555"


def session(*told: tuple[str, str]) -> bytes:
    """A session of Claude Code: who said what."""
    lines = []
    for number, (who, text) in enumerate(told):
        content = [{"type": "text", "text": text}] if who == "assistant" else text
        line = {"type": who, "uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None, "sessionId": SESSION}
        lines.append(line | {"timestamp": f"2026-03-01T10:00:{number:02}Z", "message": {"role": who, "content": content}})
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


SHORT = session(("user", "Fix the parser"), ("assistant", "I look"))
LONG = SHORT + session(("user", "Fix the parser"), ("assistant", "I look"), ("assistant", "It is fixed"))[len(SHORT) :]


@pytest.mark.parametrize("packed", ["", "short", "long"])
@pytest.mark.parametrize("first", ["short", "long"])
def test_the_longer_of_two_captures_of_one_session(tmp_path: Path, first: str, packed: str) -> None:
    sources = Sources()
    for name, content in {"short": SHORT, "long": LONG}.items():
        path = tmp_path / f"{'1' if name == first else '2'}-{name}.jsonl"
        if name == packed:
            path = path.with_suffix(".jsonl.gz")
            content = gzip.compress(content)
        path.write_bytes(content)
    reports = [FileReport(path) for path in sorted(tmp_path.iterdir())]
    for report in reports:
        sources.take(Source(report.path, reader_of("claude-code").name, report))
    (id,) = sources.outlines
    thread = sources.read(id)
    assert thread is not None
    assert [item.text for run in thread.runs for item in run.items][-1] == "It is fixed"
    assert {report.path.name.split(".")[0][2:]: report.threads for report in reports} == {"short": 0, "long": 1}
    assert [report.faults for report in reports] == [[], []]
    sources.close()
