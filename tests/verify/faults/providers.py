"""Faults of provider threads."""


def _set(run: str, change: str) -> str:
    """Changes the provider thread that a run ran on."""
    return f"MATCH (r:Run {{id: '{run}', $W}})-[:RAN_ON]->(p) SET {change} {_SELF}"


def _drop(run: str, dropped: str) -> str:
    return _set(run, f"r.droppedNatively = {dropped}")


def _compact(change: str, run: str = "r") -> str:
    """Changes the one compaction of the story, or adds another."""
    return f"MATCH (r:Run {{id: 'T2', $W}})<-[c:COMPACTED]-(p) {change} RETURN {{providerThread: p.id, run: {run}.id}} AS about"


_SELF = "RETURN {providerThread: p.id} AS about"
_FORKED = "MATCH (:Run {id: 'F1', $W})-[:RAN_ON]->(p)-[old:NATIVE_FORK_OF]->()"

PROVIDER_FAULTS: dict[str, list[tuple[str, str]]] = {
    "provider_thread_links": [
        ("serves no thread, or several", f"MATCH (:Run {{id: 'T1', $W}})-[:RAN_ON]->(p)-[old:SERVES]->() DELETE old {_SELF}"),
        ("was made at a version that its thread never had", _set("T1", "p.madeVersion = 999")),
        ("was made for a run that is not there, or is of another thread", _set("T1", "p.madeForRunId = 'nobody'")),
        (
            "was adopted more than once",
            "MATCH (:Run {id: 'S1', $W})-[:RAN_ON]->(p)-[:ADOPTED_BY]->() MATCH (:Run {id: 'M1', $W})-[:RAN_ON]->(other) "
            f"CREATE (p)-[:ADOPTED_BY]->(other) {_SELF}",
        ),
        (
            "came from several provider threads",
            f"{_FORKED} MATCH (:Run {{id: 'T4', $W}})-[:RAN_ON]->(q) CREATE (p)-[:NATIVE_FORK_OF]->(q) {_SELF}",
        ),
        ("came from a provider thread of another provider", _set("F1", "p.provider = 'claude'")),
        (
            "came from a provider thread that its thread was not forked from",
            f"{_FORKED} MATCH (:Run {{id: 'M2', $W}})-[:RAN_ON]->(q) DELETE old CREATE (p)-[:NATIVE_FORK_OF]->(q) {_SELF}",
        ),
        (
            "adopted a provider thread that served no subagent's thread",
            f"MATCH (t:Thread {{id: 'S', $W}}) MATCH (:Run {{id: 'A1', $W}})-[:RAN_ON]->(p) SET t.relationshipToParent = 'FORK' {_SELF}",
        ),
        ("took something along, but came from no provider thread", f"{_FORKED} DELETE old {_SELF}"),
    ],
    "compactions": [
        (
            "is through a run that did not run on the provider thread",
            _compact("MATCH (other:Run {id: 'T4', $W}) CREATE (p)-[:COMPACTED {at: datetime()}]->(other)", "other"),
        ),
        (
            "is through a run that never began",
            "MATCH (r:Run {id: 'R9', $W})-[:RAN_ON]->(p) CREATE (p)-[:COMPACTED {at: datetime()}]->(r) "
            "RETURN {providerThread: p.id, run: r.id} AS about",
        ),
        ("is recorded more than once through a run", _compact("CREATE (p)-[again:COMPACTED]->(r) SET again += properties(c)")),
        ("was recorded before its run began, or at a version that the thread never had", _compact("SET c.version = r.begunVersion - 1")),
        ("has no place in the order of creation after its provider thread", _compact("SET c.made = p.made")),
        ("has no time", _compact("SET c.at = null")),
        ("has a negative count of tokens", _compact("SET c.tokensAfter = -1")),
    ],
    "native_rollbacks": [
        ("has no known status", _set("T1", "p.status = 'LOST'")),
        ("has no known state of its native rollback", _set("R2", "p.nativeRollback = 'LOST'")),
        ("does not say what its native rollback goes to", _set("R2", "p.nativeRollbackTo = null")),
        ("does not say what its provider was told to roll back", _set("R2", "p.nativeRollbackKind = null")),
        ("is ACTIVE, but its native rollback is not done", _set("R2", "p.status = 'ACTIVE'")),
        ("is ACTIVE, but rolled-back runs are present in it", _drop("Q2", "false")),
        ("is ROLLED_BACK, but no native rollback is pending or done", _set("R2", "p.nativeRollback = null")),
        ("has a pending native rollback, but nothing to roll back", _drop("R5", "true")),
        ("was rolled back natively, but rolled-back runs are present in it", _drop("R4", "false")),
        ("is DIVERGENT, but its native rollback did not fail", _set("R3", "p.nativeRollback = 'DONE', p.nativeRollbackTo = 3")),
        ("is DIVERGENT, but no rolled-back run is present in it", _drop("R6", "true")),
        ("is CLOSED, but was rolled back", _set("T7", "p.nativeRollback = 'DONE', p.nativeRollbackTo = 1")),
    ],
}
