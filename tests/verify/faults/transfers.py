"""Faults of transfers."""


def _set(transfer: str, change: str) -> str:
    return f"MATCH {transfer} SET {change} {_SELF}"


def _lead(transfer: str, link: str, thread: str) -> str:
    """Lets a transfer's link lead to another thread."""
    return f"MATCH {transfer}-[old:{link}]->() MATCH (t:Thread {{id: '{thread}', $W}}) DELETE old CREATE (x)-[:{link}]->(t) {_SELF}"


_SELF = "RETURN {transfer: x.id} AS about"
_MERGED = "(x:ContextTransfer {id: 'merge-1', $W})"
_PENDING = "(x:ContextTransfer {id: 'merge-3', $W})"
_FORK = "(:Thread {id: 'F', $W})<-[:TARGET]-(x:ContextTransfer {type: 'FORK', $W})"
_SPAWN = "(:Thread {id: 'S-later', $W})<-[:TARGET]-(x:ContextTransfer {type: 'SUBAGENT_SPAWN', $W})"
_RESULT = "(:Thread {id: 'S', $W})<-[:SOURCE]-(x:ContextTransfer {type: 'SUBAGENT_RESULT', $W})"
_OWN = "(x:ContextTransfer {type: 'PROVIDER_HANDOFF', takenUpByRunId: 'T4', $W})"
_FAILED = "(x:ContextTransfer {type: 'PROVIDER_HANDOFF', takenUpByRunId: 'T7', $W})"
_UNDONE = "x.consumedAt = null, x.consumedByRunId = null"

TRANSFER_FAULTS: dict[str, list[tuple[str, str]]] = {
    "transfer_links": [
        ("goes not from one thread to one thread", f"MATCH {_MERGED}-[old:SOURCE]->() DELETE old {_SELF}"),
        (
            "leads to no fork of its source",
            f"MATCH {_FORK} MATCH (x)-[old:SOURCE]->() MATCH (t:Thread {{id: 'M', $W}}) DELETE old CREATE (x)-[:SOURCE]->(t) {_SELF}",
        ),
        (
            "leads to no subagent of its source",
            f"MATCH {_SPAWN} MATCH (x)-[old:SOURCE]->() MATCH (t:Thread {{id: 'T', $W}}) DELETE old CREATE (x)-[:SOURCE]->(t) {_SELF}",
        ),
        (
            "comes from no subagent of its target",
            f"MATCH {_RESULT} MATCH (x)-[old:TARGET]->() MATCH (t:Thread {{id: 'T', $W}}) DELETE old CREATE (x)-[:TARGET]->(t) {_SELF}",
        ),
        ("comes from no fork of its target", _lead(_MERGED, "TARGET", "M")),
        ("hands over between providers of different threads", _lead(_OWN, "TARGET", "M")),
        ("has no known type", _set(_MERGED, "x.type = 'LOST'")),
        (
            "has not the one fork transfer of a fork, or has one without being a fork",
            f"MATCH {_FORK} MATCH (x)-[old:TARGET]->() DELETE old RETURN {{thread: 'F', forkTransfers: 0}} AS about",
        ),
        (
            "has not the one spawn transfer of a subagent, or has one without being a subagent",
            f"MATCH {_SPAWN} MATCH (x)-[old:TARGET]->() DELETE old RETURN {{thread: 'S-later', spawnTransfers: 0}} AS about",
        ),
    ],
    "transfer_points": [
        ("has a source point that is no begun run", _set(_MERGED, "x.sourcePointOrdinal = 99")),
        ("names another provider than the run at its source point", _set(_MERGED, "x.sourceProvider = 'gemini'")),
        ("has a source point at which its thread did not leave", _set(_FORK, "x.sourcePointOrdinal = 2, x.sourcePointRunId = 'T2'")),
        ("has a base point that is no begun run", _set(_MERGED, "x.basePointRunId = 'nobody'")),
        ("carries nothing", f"MATCH {_MERGED}-[old:CARRIES]->() DELETE old {_SELF}"),
        (
            "carries something, which its type never does",
            f"MATCH {_FORK} MATCH (t:Thread {{id: 'T', $W}}) CREATE (x)-[:CARRIES {{position: 0, from: 3, to: 3}}]->(t) {_SELF}",
        ),
        ("carries something that does not end at its source point", f"MATCH {_MERGED}-[c:CARRIES]->() SET c.to = 1 {_SELF}"),
    ],
    "transfer_resolutions": [
        ("has no known status", _set(_MERGED, "x.status = 'LOST'")),
        ("has no known resolution", _set(_MERGED, "x.resolution = 'LOST'")),
        ("has a reference or handoff, but no resolution", _set(_PENDING, "x.resolutionRef = 'session'")),
        ("is resolved natively, but has no native reference", _set(_FORK, "x.resolutionRef = null")),
        ("is resolved natively, which its type never is", _set(_MERGED, "x.resolution = 'NATIVE_FORK', x.resolutionRef = 'session'")),
        ("is resolved natively, but has a handoff", _set(_FORK, "x.resolutionHandoffId = 'handoff'")),
        ("is resolved by a handoff, but has a native reference", _set(_MERGED, "x.resolutionRef = 'session'")),
        ("is resolved by a handoff that is not there", _set(_MERGED, "x.resolutionHandoffId = 'nobody'")),
        (
            "is resolved by a handoff of another transfer",
            f"MATCH {_MERGED} MATCH (:Run {{id: 'T4', $W}})-[:CONSUMES]->(h) SET x.resolutionHandoffId = h.id {_SELF}",
        ),
        ("is resolved by a handoff of another kind than its resolution", _set(_MERGED, "x.resolution = 'PORTABLE_CONTEXT'")),
        ("is PENDING, but has a resolution", _set(_MERGED, "x.status = 'PENDING'")),
        ("is PENDING, but has a target provider or was taken up", _set(_PENDING, "x.targetProvider = 'codex'")),
        (
            "is PENDING, which a handoff between providers never is",
            _set(
                _FAILED,
                "x.status = 'PENDING', x.resolution = null, x.resolutionHandoffId = null, x.targetProvider = null, x.takenUpByRunId = null",
            ),
        ),
        ("is RESOLVED_NATIVE, but not by a native fork", _set(_MERGED, "x.status = 'RESOLVED_NATIVE'")),
        ("is RESOLVED_PORTABLE, but not by a handoff", _set(_FORK, "x.status = 'RESOLVED_PORTABLE'")),
        ("is resolved, but has no target provider", _set(_MERGED, "x.targetProvider = null")),
        ("is CONSUMED, but has no resolution", _set(_MERGED, "x.resolution = null, x.resolutionHandoffId = null")),
        ("is FAILED without a reason, or of a type that never fails", _set(_FAILED, "x.failureReason = null")),
        ("is SUPERSEDED, which its type never is", _set(_FORK, "x.status = 'SUPERSEDED'")),
    ],
    "transfer_takers": [
        ("was taken up by a run that is not there", _set(_MERGED, "x.takenUpByRunId = 'nobody'")),
        ("was taken up by a run of another thread than its target", _set(_MERGED, "x.takenUpByRunId = 'G1', x.consumedByRunId = 'G1'")),
        ("is CONSUMED without a consumer, or has one without being so", _set(_MERGED, "x.consumedByRunId = null")),
        ("is CONSUMED without a time, or has one without being so", _set(_MERGED, "x.consumedAt = null")),
        ("was consumed by another run than took it up", _set(_MERGED, "x.takenUpByRunId = 'T5'")),
        ("was consumed by a run that never began", _set(_MERGED, "x.takenUpByRunId = 'T7', x.consumedByRunId = 'T7'")),
        ("waits for its run, which is not PREPARING", _set(_SPAWN, f"x.status = 'PENDING', {_UNDONE}")),
        ("is resolved, but not for a PREPARING run", _set(_MERGED, f"x.status = 'RESOLVED_PORTABLE', {_UNDONE}")),
    ],
    "pending_pairs": [
        (
            "has several pending transfers of one type and pair",
            "MATCH (x:ContextTransfer {id: 'merge-2', $W}) SET x.status = 'PENDING' RETURN {type: 'MERGE_BACK', source: 'F', target: 'T'} AS about",
        ),
    ],
}
