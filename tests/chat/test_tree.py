"""A fork tree as text."""

from datetime import UTC, datetime
from typing import Any

from lineage.chat.tree import drawn
from lineage.client.models import ContextSourcePoint, ForkTreeNode
from lineage.domain.kinds import ParentRelationship


def node(id: str, parent: str | None = None, at: int | None = None, **more: Any) -> ForkTreeNode:
    point = {"thread_id": parent, "ordinal": at} | dict.fromkeys(
        ("run_id", "checkpoint_id", "turn_item_id", "provider_thread_ref", "provider_turn_ref")
    )
    given = {
        "relationship_to_parent": ParentRelationship.FORK if parent else None,
        "depth": 0,
        "title": None,
        "run_count": 2,
        "head_ordinal": 2,
        "providers": ("claude", "codex"),
        "child_count": 0,
        "detached": False,
        "created_at": datetime(2026, 1, 1, tzinfo=UTC),
        **more,
    }
    return ForkTreeNode(thread_id=id, parent_thread_id=parent, source_point=ContextSourcePoint(**point) if at else None, **given)


def test_children_stand_below_their_parents_in_order_of_creation() -> None:
    tree = [
        node("T", title="Search"),
        node("F", "T", 1),
        node("S", "T", 2, relationship_to_parent=ParentRelationship.SUBAGENT, run_count=1, providers=("codex",)),
        node("G", "F", 2, detached=True),
        node("H", "F", 1, run_count=0, providers=()),
    ]
    assert drawn(tree, here="G") == [
        "T “Search”: 2 runs by claude, codex",
        "├─ F from T 1: 2 runs by claude, codex",
        "│  ├─ * G from F 2: 2 runs by claude, codex (its source was rolled back)",
        "│  └─ H from F 1: 0 runs",
        "└─ subagent S from T 2: 1 run by codex",
    ]


def test_a_long_chain_is_drawn() -> None:
    chain = [node("T0"), *(node(f"T{level}", f"T{level - 1}", 1) for level in range(1, 3000))]
    assert len(drawn(chain)) == 3000
