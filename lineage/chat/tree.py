"""A fork tree as text."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from lineage.client.models import ForkTreeNode
from lineage.domain.kinds import ParentRelationship


def drawn(nodes: Iterable[ForkTreeNode], here: str | None = None) -> list[str]:
    """The threads of a tree, one a line, children below their parents; the thread that one is in is marked."""
    children: dict[str | None, list[ForkTreeNode]] = defaultdict(list)
    known = {node.thread_id: node for node in nodes}
    for node in known.values():
        children[node.parent_thread_id if node.parent_thread_id in known else None].append(node)
    return [f"{prefix}{_words(node, here)}" for prefix, node in _walk(children)]


def _walk(children: dict[str | None, list[ForkTreeNode]]) -> Iterator[tuple[str, ForkTreeNode]]:
    """Depth first, without recursion: fork chains can be long."""
    waiting = [("", "", node) for node in reversed(children[None])]
    while waiting:
        prefix, below, node = waiting.pop()
        yield prefix, node
        of_node = children[node.thread_id]
        for place, child in reversed(list(enumerate(of_node))):
            last = place == len(of_node) - 1
            waiting.append((below + ("└─ " if last else "├─ "), below + ("   " if last else "│  "), child))


def _words(node: ForkTreeNode, here: str | None) -> str:
    mark = "* " if node.thread_id == here else ""
    kind = "" if node.relationship_to_parent is not ParentRelationship.SUBAGENT else "subagent "
    left = f" from {node.source_point.thread_id} {node.source_point.ordinal}" if node.source_point else ""
    runs = f"{node.run_count} run{'' if node.run_count == 1 else 's'}"
    by = f" by {', '.join(node.providers)}" if node.providers else ""
    title = f" “{node.title}”" if node.title else ""
    return f"{mark}{kind}{node.thread_id}{title}{left}: {runs}{by}{' (its source was rolled back)' if node.detached else ''}"
