"""DOT files of trees, read by Graphviz where it is installed, and by pydot and networkx."""

import json
import shutil
import subprocess
from typing import Any
from xml.etree import ElementTree

import networkx
import pydot
import pytest

from lineage.exporters.formats import exporter_of
from tests.exporters.planted import NASTY, exported, in_a_picture, nasty, nasty_tree, profiles
from tests.exporters.story import story

EXPORTER = exporter_of("dot")

GRAPHVIZ = shutil.which("dot")
# pydot's newest version uses names that the newest pyparsing warns of.
pytestmark = pytest.mark.filterwarnings("ignore:.* deprecated - use:DeprecationWarning")
needs_graphviz = pytest.mark.skipif(GRAPHVIZ is None, reason="Graphviz is not installed")


def laid_out(text: bytes) -> dict[str, Any]:
    """Graphviz's own reading of the file, complaints being errors."""
    assert GRAPHVIZ is not None
    done = subprocess.run([GRAPHVIZ, "-Tjson0"], input=text, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    read: dict[str, Any] = json.loads(done.stdout)
    return read


def svg(text: bytes) -> str:
    assert GRAPHVIZ is not None
    return subprocess.run([GRAPHVIZ, "-Tsvg"], input=text, capture_output=True, timeout=60, check=True).stdout.decode()


@needs_graphviz
async def test_graphviz_reads_the_story() -> None:
    read = laid_out(await exported(EXPORTER, story()))
    clusters = [found["label"] for found in read["objects"] if found["name"].startswith("cluster")]
    assert clusters == ["“The parser” main", "fork fork", "fork lost, detached", "subagent child", "fork grandchild", "empty"]
    names = {found["_gvid"]: found["label"] for found in read["objects"]}
    links = [(names[edge["tail"]], edge["label"], names[edge["head"]]) for edge in read["edges"] if edge.get("label")]
    assert sorted(links) == [
        ("1 codex", "fork", "1 codex, never began"),
        ("1 codex", "result", "3 codex"),
        ("1 codex, never began", "merge-back", "merge-back waits"),
        ("1-2 codex", "merge-back", "7 claude, running"),
        ("2 codex, failed", "subagent", "1 codex"),
        ("4 claude\\nafter a full handoff", "fork, native", "1-2 codex"),
        ("5 codex, rolled back\\nafter a delta handoff", "fork", "no runs"),
    ]


@needs_graphviz
async def test_a_run_after_a_rollback_comes_after_what_was_kept() -> None:
    read = laid_out(await exported(EXPORTER, story()))
    names = {found["_gvid"]: found["label"].partition("\\n")[0] for found in read["objects"]}
    steps = [(names[edge["tail"]], names[edge["head"]]) for edge in read["edges"] if not edge.get("label")]
    assert sorted(steps) == [
        ("1 codex", "2 codex, failed"),
        ("1 codex", "merge-back waits"),
        ("2 codex, failed", "3 codex"),
        ("3 codex", "4 claude"),
        ("4 claude", "5 codex, rolled back"),
        ("4 claude", "7 claude, running"),
        ("5 codex, rolled back", "6 codex, rolled back"),
    ]


@needs_graphviz
async def test_graphviz_shows_any_text_as_it_is() -> None:
    picture = ElementTree.fromstring(svg(await exported(EXPORTER, nasty())))
    shown = {"".join(found.itertext()) for found in picture.iter("{http://www.w3.org/2000/svg}text")}
    for text in NASTY:
        words = in_a_picture(text)
        assert f"“{words}” {words}" in shown
        assert f"1 {words}" in shown


@pytest.mark.parametrize("name", NASTY)
async def test_pydot_and_networkx_read_any_text(name: str) -> None:
    (read,) = pydot.graph_from_dot_data((await exported(EXPORTER, nasty_tree(name))).decode())
    assert len(read.get_subgraphs()) == 2
    assert [edge["label"] for _, _, edge in networkx.nx_pydot.from_pydot(read).edges(data=True)] == ['"fork, full handoff"']


async def test_an_export_without_threads_is_an_empty_graph() -> None:
    (read,) = pydot.graph_from_dot_data((await exported(EXPORTER, [profiles("codex")])).decode())
    assert read.get_subgraphs() == []


async def test_equal_parts_give_equal_bytes() -> None:
    assert await exported(EXPORTER, story()) == await exported(EXPORTER, story())
