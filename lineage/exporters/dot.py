"""DOT, the language of Graphviz (https://graphviz.org): threads as clusters, runs collapsed to stretches, and what joins them."""

from collections.abc import AsyncIterator, Iterable, Iterator

from lineage.exporters.drawing.shapes import Link, LinkKind, Note, Shape, State, Step, Stretch, ThreadBegins, ThreadEnds
from lineage.exporters.drawing.tree import Trees
from lineage.exporters.drawing.wording import lines_of_stretch, words_of_thread
from lineage.exporters.spool import Spool
from lineage.exporters.streaming import Part

HEAD = """digraph lineage {
rankdir=LR;
node [shape=box, fontname="sans-serif"];
edge [fontname="sans-serif"];
fontname="sans-serif";
"""
STYLES = {
    State.ROLLED_BACK: 'style="dashed", color="gray50", fontcolor="gray40"',
    State.NEVER_BEGAN: 'style="dashed", color="gray50", fontcolor="gray40"',
    State.FAILED: 'color="firebrick"',
    State.INTERRUPTED: 'color="firebrick"',
    State.RUNNING: 'style="bold"',
    State.PREPARING: 'style="bold"',
}
ARROWS = {
    LinkKind.FORK: 'style="dashed"',
    LinkKind.SUBAGENT: 'style="bold"',
    LinkKind.MERGE_BACK: 'style="solid", arrowhead="empty", constraint="false"',
    LinkKind.SUBAGENT_RESULT: 'style="bold", arrowhead="empty", constraint="false"',
}


class DotExporter:
    """The threads of a tree wait on disk until its transfers are there. In memory are, of one tree, its transfers and the runs that
    something leaves from or leads to."""

    name = "dot"
    media_type = "text/vnd.graphviz; charset=utf-8"
    file_suffix = ".dot"
    binary = False

    async def export(self, parts: AsyncIterator[Part]) -> AsyncIterator[bytes]:
        """One directed graph of all trees. Words longer than 60 characters end in "…".

        Texts, items, events, and transfers that failed or were superseded are left out.
        """
        yield HEAD.encode()
        with Spool() as spool:
            trees = Trees(spool)
            async for part in parts:
                trees.take(part)
                if part.ends_tree:
                    for shape in trees.shapes():
                        yield "".join(_lines(shape)).encode()
        yield b"}\n"


def _lines(shape: Shape) -> Iterator[str]:
    match shape:
        case ThreadBegins():
            style = ' style="dashed";' if shape.detached else ""
            yield f"subgraph cluster_{shape.key} {{\nlabel={quoted([words_of_thread(shape)])};{style}\n"
        case ThreadEnds():
            yield "}\n"
        case Stretch():
            style = f", {STYLES[shape.state]}" if shape.state in STYLES else ""
            yield f"{shape.key} [label={quoted(lines_of_stretch(shape))}{style}];\n"
        case Note():
            yield f'{shape.key} [label={quoted([shape.text])}, shape="note", style="dotted"];\n'
        case Step():
            yield f"{shape.earlier} -> {shape.later};\n"
        case Link():
            yield f"{shape.source} -> {shape.target} [label={quoted([shape.text])}, {ARROWS[shape.kind]}];\n"


def quoted(lines: Iterable[str]) -> str:
    """Lines of text as a label that Graphviz shows as they are: it reads backslashes and HTML's entities in labels."""
    return '"' + "\\n".join(line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"') for line in lines) + '"'
