"""A Mermaid flowchart (https://mermaid.js.org): threads as boxes, runs collapsed to stretches, and what joins them."""

from collections.abc import AsyncIterator, Iterable, Iterator

from lineage.exporters.drawing.shapes import Link, LinkKind, Note, Shape, State, Step, Stretch, ThreadBegins, ThreadEnds
from lineage.exporters.drawing.tree import Trees
from lineage.exporters.drawing.wording import lines_of_stretch, words_of_thread
from lineage.exporters.spool import Spool
from lineage.exporters.streaming import Part

HEAD = """flowchart LR
classDef gone stroke-dasharray:4 3,opacity:0.6
classDef broken stroke:#c0392b,stroke-width:2px
classDef active stroke-width:3px
classDef note stroke-dasharray:1 3
classDef detached stroke-dasharray:4 3
"""
CLASSES = {
    State.ROLLED_BACK: "gone",
    State.NEVER_BEGAN: "gone",
    State.FAILED: "broken",
    State.INTERRUPTED: "broken",
    State.RUNNING: "active",
    State.PREPARING: "active",
}
ARROWS = {
    LinkKind.FORK: ("-.", ".->"),
    LinkKind.SUBAGENT: ("==", "==>"),
    LinkKind.MERGE_BACK: ("--", "-->"),
    LinkKind.SUBAGENT_RESULT: ("==", "==>"),
}
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,-")
MARKS = {"ﬂ°": "ﬂ\u2060°", "¶ß": "¶\u2060ß"}
"""Mermaid marks entities with these pairs while it works, and would take them for its own: a word joiner, which is not seen, parts them."""


class MermaidExporter:
    """The threads of a tree wait on disk until its transfers are there. In memory are, of one tree, its transfers and the runs that
    something leaves from or leads to."""

    name = "mermaid"
    media_type = "text/vnd.mermaid; charset=utf-8"
    file_suffix = ".mmd"
    binary = False

    async def export(self, parts: AsyncIterator[Part]) -> AsyncIterator[bytes]:
        """One flowchart of all trees. Words longer than 60 characters end in "…".

        Texts, items, events, and transfers that failed or were superseded are left out.
        """
        yield HEAD.encode()
        empty = True
        with Spool() as spool:
            trees = Trees(spool)
            async for part in parts:
                trees.take(part)
                if part.ends_tree:
                    empty = False
                    for shape in trees.shapes():
                        yield "".join(_lines(shape)).encode()
        if empty:
            yield b'none["no threads"]:::note\n'


def _lines(shape: Shape) -> Iterator[str]:
    match shape:
        case ThreadBegins():
            yield f"subgraph {shape.key}[{quoted([words_of_thread(shape)])}]\n"
        case ThreadEnds():
            yield "end\n"
            if shape.thread.detached:
                yield f"class {shape.thread.key} detached\n"
        case Stretch():
            style = f":::{CLASSES[shape.state]}" if shape.state in CLASSES else ""
            yield f"{shape.key}[{quoted(lines_of_stretch(shape))}]{style}\n"
        case Note():
            yield f"{shape.key}([{quoted([shape.text])}]):::note\n"
        case Step():
            yield f"{shape.earlier} --> {shape.later}\n"
        case Link():
            start, end = ARROWS[shape.kind]
            yield f"{shape.source} {start} {quoted([shape.text])} {end} {shape.target}\n"


def quoted(lines: Iterable[str]) -> str:
    """Lines of text as a label that Mermaid shows as they are: what could mean something to it is written by its number (#34;)."""
    return '"' + "<br/>".join(_written(line) for line in lines) + '"'


def _written(line: str) -> str:
    for pair, parted in MARKS.items():
        line = line.replace(pair, parted)
    return "".join(sign if sign in PLAIN or not sign.isascii() else f"#{ord(sign)};" for sign in line)
