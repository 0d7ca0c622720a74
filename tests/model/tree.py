"""The tree of threads below one (section 5 and the contract's ForkTree)."""

from __future__ import annotations

from dataclasses import dataclass

from .history import own_history
from .state import State, Thread


@dataclass
class Node:
    thread: Thread
    depth: int
    runs: int
    providers: list[str]
    children: int
    detached: bool


def children(state: State, thread_id: str) -> list[Thread]:
    return [thread for thread in state.threads.values() if thread.parent_id == thread_id]


def tree(state: State, thread_id: str) -> list[Node]:
    """The thread asked for and all below it, by depth (0 for the thread asked for), then by creation."""
    nodes: list[Node] = []
    ring, depth = {thread_id}, 0
    while ring:
        level = [thread for thread in state.threads.values() if thread.id in ring]
        nodes += [node(state, thread, depth) for thread in level]
        ring, depth = {child.id for thread in level for child in children(state, thread.id)}, depth + 1
    return nodes


def node(state: State, thread: Thread, depth: int) -> Node:
    points = own_history(state, thread.id)
    providers = sorted({state.run_at(point).provider for point in points})
    detached = thread.source_point is not None and state.run_at(thread.source_point).status == "ROLLED_BACK"
    return Node(thread, depth, len(points), providers, len(children(state, thread.id)), detached)
