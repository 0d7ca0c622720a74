"""The measured part of docs/performance.md: what stands between the markers is written anew, the rest is left as it is."""

from pathlib import Path

from benchmarks.against.results import of_size, sizes
from benchmarks.against.tables.figures import failure_lines, growth_lines, machine_lines, store_lines
from benchmarks.against.tables.ratios import ratio_lines, write_lines

BEGIN = "<!-- measured: begin. scripts/bench writes what stands from here to the end mark. -->"
END = "<!-- measured: end -->"


def write_table(folder: Path, document: Path) -> None:
    """ValueError for a document that has one marker without the other."""
    there = sizes(folder)
    lines: list[str] = []
    for runs in there:
        results = of_size(folder, runs)
        lines += ["", f"### {runs:,} runs", "", *machine_lines(results), "", *ratio_lines(results, "latency"), ""]
        lines += [*ratio_lines(results, "load"), "", *write_lines(results), *failure_lines(results)]
    lines += ["", "### Growth", "", *growth_lines(folder, there), "", *store_lines(folder, there), ""]
    text = document.read_text(encoding="utf-8") if document.exists() else f"{BEGIN}\n{END}\n"
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{document} has no place for the table: expected the lines {BEGIN!r} and {END!r}")
    document.write_text(f"{before}{BEGIN}\n{chr(10).join(lines)}\n{END}{after}", encoding="utf-8")
