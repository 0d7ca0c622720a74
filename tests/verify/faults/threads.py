"""Faults of threads, their places in the tree, and their events."""

_FORK = "MATCH (t:Thread {id: 'F', $W})"
_ROOT = "MATCH (t:Thread {id: 'T', $W})"
_SELF = "RETURN {thread: t.id} AS about"

THREAD_FAULTS: dict[str, list[tuple[str, str]]] = {
    "tree_places": [
        ("has no place in the order of creation", f"{_FORK} SET t.made = null {_SELF}"),
        ("has a CHILD_OF link but no parentId", f"{_FORK} SET t.parentId = null {_SELF}"),
        ("has a relationship to a parent but no parentId", f"{_ROOT} SET t.relationshipToParent = 'FORK' {_SELF}"),
        ("is a root whose rootId is another", f"{_ROOT} SET t.rootId = 'M' {_SELF}"),
        ("is a root that is not at depth 0", f"{_ROOT} SET t.depth = 1 {_SELF}"),
        ("has no CHILD_OF link, or several", f"{_FORK}-[link:CHILD_OF]->() DELETE link {_SELF}"),
        (
            "has another parentId than its CHILD_OF link leads to",
            f"{_FORK} SET t.parentId = 'M' RETURN {{thread: 'F', parentId: 'M', parent: 'T'}} AS about",
        ),
        ("has another relationship than its CHILD_OF link", f"{_FORK} SET t.relationshipToParent = 'SUBAGENT' {_SELF}"),
        ("has another rootId than its parent", f"{_FORK} SET t.rootId = 'M' RETURN {{thread: 'F', rootId: 'M'}} AS about"),
        ("is not one level below its parent", f"{_FORK} SET t.depth = 5 RETURN {{thread: 'F', depth: 5}} AS about"),
        ("was not made after its parent", f"{_FORK} SET t.made = 0 {_SELF}"),
    ],
    "tree_locks": [
        (
            "is the root of threads or of a lock, but no thread",
            "CREATE (:ThreadLock {id: 'nobody', made: 1, $W}) RETURN {root: 'nobody'} AS about",
        ),
        ("is named as a root, but has a parent", "MATCH (t:Thread {id: 'H', $W}) SET t.rootId = 'F' RETURN {root: 'F'} AS about"),
        ("has no lock", "MATCH (l:ThreadLock {id: 'T', $W}) DELETE l RETURN {root: 'T'} AS about"),
        (
            "has a thread with a place that its lock has not given yet",
            "MATCH (l:ThreadLock {id: 'T', $W}) SET l.made = 1 RETURN {root: 'T', lockMade: 1} AS about",
        ),
        (
            "has threads with the same place in the order of creation",
            f"{_FORK} MATCH (other:Thread {{id: 'G', $W}}) SET other.made = t.made RETURN {{root: 'T'}} AS about",
        ),
    ],
    "thread_sources": [
        (
            "is a root that left another thread at a run",
            f"{_ROOT} MATCH (r:Run {{id: 'M1', $W}}) CREATE (t)-[:FORKED_FROM {{sourceVersion: 1}}]->(r) {_SELF}",
        ),
        ("has no run that it was forked from or spawned by, or several", f"{_FORK}-[left:FORKED_FROM]->() DELETE left {_SELF}"),
        ("is a fork without FORKED_FROM", f"{_FORK}-[left:FORKED_FROM]->(r) DELETE left CREATE (t)-[:SPAWNED_BY]->(r) {_SELF}"),
        (
            "is a subagent's thread without SPAWNED_BY",
            f"MATCH (t:Thread {{id: 'S', $W}})-[left:SPAWNED_BY]->(r) DELETE left CREATE (t)-[:FORKED_FROM {{sourceVersion: 1}}]->(r) {_SELF}",
        ),
        (
            "was spawned by a run that is none of its parent's or never began",
            "MATCH (t:Thread {id: 'S', $W})-[left:SPAWNED_BY]->() MATCH (r:Run {id: 'T1', $W}) "
            "DELETE left CREATE (t)-[:SPAWNED_BY]->(r) RETURN {thread: 'S', sourceRun: 'T1'} AS about",
        ),
        ("was forked at a version that its parent never had", f"{_FORK}-[left:FORKED_FROM]->() SET left.sourceVersion = 999 {_SELF}"),
        (
            "was forked at a run that was not in its parent's history then",
            f"{_FORK}-[left:FORKED_FROM]->() SET left.sourceVersion = 2 {_SELF}",
        ),
        (
            "was forked at a run that was not in its parent's history then",
            "MATCH (t:Thread {id: 'H', $W})-[left:FORKED_FROM]->() MATCH (r:Run {id: 'T4', $W}) "
            "CREATE (t)-[:FORKED_FROM {sourceVersion: left.sourceVersion}]->(r) DELETE left RETURN {thread: 'H', sourceRun: 'T4'} AS about",
        ),
        (
            "was forked at a run that was not in its parent's history then",
            "MATCH (t:Thread {id: 'R-fork', $W})-[left:FORKED_FROM]->() MATCH (parent:Thread {id: 'R', $W}) "
            f"SET left.sourceVersion = parent.version {_SELF}",
        ),
    ],
    "thread_events": [
        (
            "has events, but is no thread",
            "CREATE (:LineageEvent {threadId: 'nobody', version: 1, type: 'thread.created', $W}) RETURN {thread: 'nobody'} AS about",
        ),
        (
            "has not one event for each of its versions",
            "MATCH (e:LineageEvent {threadId: 'T', version: 3, $W}) DELETE e RETURN {thread: 'T'} AS about",
        ),
        ("has not one event for each of its versions", f"{_ROOT} SET t.version = t.version + 1 {_SELF}"),
        *(
            (
                f"has not as many events of {word} runs as it has {runs}",
                f"MATCH (e:LineageEvent {{threadId: 'T', type: 'run.{word}', $W}}) WITH e LIMIT 1 SET e.type = 'lost' RETURN {{thread: 'T'}} AS about",
            )
            for word, runs in (("started", "runs"), ("begun", "begun runs"), ("finished", "ended runs"))
        ),
    ],
}
