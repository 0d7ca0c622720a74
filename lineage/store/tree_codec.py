"""From the record of fork_tree.cypher to the nodes of a tree."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from lineage.domain.kinds import ParentRelationship
from lineage.domain.models import ContextSourcePoint, TreeNode


def tree_nodes(tree: Mapping[str, Any]) -> list[tuple[tuple[int, int], TreeNode]]:
    """The nodes, each with its place in the tree's order: depth from the tree's root thread's own root, and order of creation.

    Their times come as text: the driver takes far longer to make a time of its own kind of each.
    """
    nodes = []
    for row in tree["nodes"]:
        id, parent_id, relationship, depth, title, created_at, made, source_thread, source_run, source_ordinal, detached, *rest = row
        run_count, head_ordinal, providers, child_count = rest
        source = (
            ContextSourcePoint(thread_id=source_thread, run_id=source_run, ordinal=source_ordinal) if source_thread is not None else None
        )
        node = TreeNode(
            thread_id=id,
            parent_thread_id=parent_id,
            relationship_to_parent=ParentRelationship(relationship) if relationship is not None else None,
            depth=depth - tree["depth"],
            title=title,
            source_point=source,
            run_count=run_count,
            head_ordinal=head_ordinal,
            providers=tuple(sorted(providers)),
            child_count=child_count,
            detached=bool(detached),
            created_at=datetime.fromisoformat(created_at),
        )
        nodes.append(((depth, made), node))
    return sorted(nodes, key=lambda found: found[0])
