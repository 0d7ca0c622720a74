"""Faults of handoffs and of the ranges of runs that they and others cover."""


def _set(run: str, change: str) -> str:
    """Changes the one handoff that a run consumes."""
    return f"MATCH (r:Run {{id: '{run}', $W}})-[k:CONSUMES]->(h) SET {change} {_SELF}"


_SELF = "RETURN {handoff: h.id} AS about"
_FULL = "MATCH (:Run {id: 'T4', $W})-[k:CONSUMES]->(h)"
_COVERED = "MATCH (:Run {id: 'T4', $W})-[:CONSUMES]->(h)-[c:COVERS]->(t)"
_REPLACED = "MATCH (r:Run {id: 'G2', $W})-[:CONSUMES]->(h)-[:SUPERSEDES]->(old)"
_OF = "RETURN {of: h.id} AS about"

CONTENT_FAULTS: dict[str, list[tuple[str, str]]] = {
    "handoff_links": [
        ("materializes no transfer, or several", f"{_FULL} MATCH (h)-[old:MATERIALIZES]->() DELETE old {_SELF}"),
        (
            "materializes a transfer into another thread",
            f"{_FULL} MATCH (h)-[old:MATERIALIZES]->() MATCH (x:ContextTransfer {{$W}})-[:TARGET]->(:Thread {{id: 'P', $W}}) "
            f"DELETE old CREATE (h)-[:MATERIALIZES]->(x) {_SELF}",
        ),
        ("goes into no provider thread, or into several", f"{_FULL} MATCH (h)-[old:INTO]->() DELETE old {_SELF}"),
        (
            "goes into a provider thread of another thread",
            f"{_FULL} MATCH (h)-[old:INTO]->() MATCH (:Run {{id: 'G1', $W}})-[:RAN_ON]->(p) DELETE old CREATE (h)-[:INTO]->(p) {_SELF}",
        ),
        ("is for a run that is not there, or of another thread", _set("T4", "h.targetRunId = 'G1'")),
    ],
    "handoff_states": [
        ("has no known status", _set("T4", "h.status = 'LOST'")),
        ("is READY without a text", _set("T4", "h.summaryText = null")),
        ("has a text, but is not READY", _set("H2", "h.summaryText = 'early'")),
        ("is FAILED without a reason", _set("G3", "h.failureReason = null")),
        ("waits for a text, but its run is not PREPARING", _set("H2", "r.status = 'FAILED'")),
        ("is READY, but its run ended before it began", _set("R9", "r.status = 'FAILED'")),
        ("is consumed by several runs", f"{_FULL} MATCH (r:Run {{id: 'T6', $W}}) CREATE (r)-[:CONSUMES {{position: 9}}]->(h) {_SELF}"),
        ("is consumed by no run, but not SUPERSEDED", f"{_FULL} DELETE k {_SELF}"),
        ("is of another kind than its strategy gives", _set("T4", "h.kind = 'CHECKPOINT_CONTEXT'")),
        ("is of another kind than its strategy gives", _set("R9", "h.kind = 'LOST'")),
    ],
    "consumed_handoffs": [
        (
            "consumes a handoff into another provider thread than it ran on",
            f"{_FULL} MATCH (h)-[old:INTO]->() MATCH (:Run {{id: 'T5', $W}})-[:RAN_ON]->(p) DELETE old CREATE (h)-[:INTO]->(p) "
            "RETURN {run: 'T4', handoff: h.id} AS about",
        ),
        ("consumes a handoff that was made for another run", _set("T4", "h.targetRunId = 'T6'")),
        ("consumes a handoff without a position", _set("T4", "k.position = null")),
        (
            "consumes two handoffs at the same position",
            "MATCH (:Run {id: 'T6', $W})-[k:CONSUMES]->() SET k.position = 0 RETURN DISTINCT {run: 'T6'} AS about",
        ),
        ("began, but consumes a handoff that is not READY", _set("T4", "h.status = 'SUPERSEDED'")),
        (
            "began, but has not consumed the transfer of its handoff",
            f"{_FULL} MATCH (h)-[:MATERIALIZES]->(x) SET x.status = 'FAILED' {_SELF}",
        ),
    ],
    "superseded_handoffs": [
        (
            "supersedes several handoffs",
            f"{_REPLACED} MATCH (:Run {{id: 'T4', $W}})-[:CONSUMES]->(other) CREATE (h)-[:SUPERSEDES]->(other) {_SELF}",
        ),
        (
            "supersedes a handoff that another one supersedes too",
            f"{_REPLACED} MATCH (:Run {{id: 'T4', $W}})-[:CONSUMES]->(other) CREATE (other)-[:SUPERSEDES]->(old) {_SELF}",
        ),
        ("supersedes a handoff that is not SUPERSEDED", f"{_REPLACED} SET old.status = 'READY' {_SELF}"),
        ("supersedes a handoff that was made for another run", f"{_REPLACED} SET old.targetRunId = 'G1' {_SELF}"),
        ("supersedes a handoff that was made later", f"{_REPLACED} SET old.made = h.made + 1 {_SELF}"),
        ("supersedes a handoff that a run consumes", f"{_REPLACED} CREATE (r)-[:CONSUMES {{position: 7}}]->(old) {_SELF}"),
    ],
    "incoming_handoffs": [
        (
            "covers something else than its transfer carries",
            "MATCH (:ContextTransfer {id: 'merge-1', $W})<-[:MATERIALIZES]-(h)-[c:COVERS]->() SET c.from = 2 "
            "RETURN {handoff: h.id, transfer: 'merge-1'} AS about",
        ),
    ],
    "rolled_back_coverage": [
        (
            "covers a rolled-back run of its thread, but is not SUPERSEDED",
            f"MATCH (:Run {{id: 'R5', $W}})-[:CONSUMES]->(h) SET h.status = '{status}' RETURN {{handoff: h.id, thread: 'R'}} AS about",
        )
        for status in ("READY", "PENDING", "FAILED")
    ],
    "covered_ranges": [
        ("has a range that is none", f"{_COVERED} SET c.from = 3, c.to = 2 {_OF}"),
        ("has a range that is none", f"{_COVERED} SET c.from = 0 {_OF}"),
        ("has a range with ordinals that no run has", f"{_COVERED} SET c.to = 99 {_OF}"),
        ("has a range with a run that never began", f"{_COVERED} SET c.to = 7 {_OF}"),
        (
            "has a range with ordinals that no run has",
            "MATCH (:Run {id: 'F1', $W})-[:RAN_ON]->(h)-[c:INHERITS]->() SET c.to = 99 RETURN {of: h.id, by: 'INHERITS'} AS about",
        ),
        (
            "has a range with ordinals that no run has",
            "MATCH (h:ContextTransfer {id: 'merge-1', $W})-[c:CARRIES]->() SET c.to = 99 RETURN {of: h.id, by: 'CARRIES'} AS about",
        ),
    ],
    "covered_parts": [
        (
            "has a range of a thread of another lineage tree",
            f"{_FULL} MATCH (t:Thread {{id: 'M', $W}}) CREATE (h)-[:COVERS {{position: 1, from: 1, to: 1}}]->(t) {_OF}",
        ),
        ("has ranges that are not numbered one after another", f"{_COVERED} SET c.position = 3 {_OF}"),
        ("has ranges that hold the same run twice", f"{_COVERED} CREATE (h)-[:COVERS {{position: 1, from: 2, to: 2}}]->(t) {_OF}"),
        (
            "has ranges that hold the same run twice",
            "MATCH (:Run {id: 'F1', $W})-[:RAN_ON]->(h)-[:INHERITS]->(t) CREATE (h)-[:INHERITS {from: 2, to: 2}]->(t) RETURN {of: h.id} AS about",
        ),
    ],
}
