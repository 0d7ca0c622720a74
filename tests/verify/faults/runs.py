"""Faults of runs: their numbers, states, versions, turns, items and checkpoints, and what they continue."""


def _set(run: str, change: str) -> str:
    return f"MATCH (r:Run {{id: '{run}', $W}}) SET {change} RETURN {{run: r.id, thread: r.threadId}} AS about"


def _continue(run: str, other: str) -> str:
    return (
        f"MATCH (r:Run {{id: '{run}', $W}}) OPTIONAL MATCH (r)-[old:CONTINUES]->() MATCH (c:Run {{id: '{other}', $W}}) "
        f"DELETE old CREATE (r)-[:CONTINUES]->(c) RETURN {{run: '{run}', continues: '{other}'}} AS about"
    )


_FIRST = "MATCH (r:Run {id: 'T1', $W})"
_SELF = "RETURN {run: r.id} AS about"

RUN_FAULTS: dict[str, list[tuple[str, str]]] = {
    "run_ordinals": [
        ("has runs that do not begin at ordinal 1", f"{_FIRST} SET r.ordinal = 0 RETURN {{thread: 'T', first: 0}} AS about"),
        (
            "has a gap in the ordinals of its runs",
            "MATCH (r:Run {id: 'T3', $W}) SET r.ordinal = 99 RETURN {thread: 'T', last: 99} AS about",
        ),
    ],
    "active_runs": [
        (
            "has several active runs",
            "UNWIND ['T1', 'T2'] AS id MATCH (r:Run {id: id, $W}) SET r.status = 'RUNNING' RETURN DISTINCT {thread: 'T', active: [1, 2]} AS about",
        ),
        ("has an active run that is not its newest", f"{_FIRST} SET r.status = 'PREPARING' RETURN {{thread: 'T', active: [1]}} AS about"),
    ],
    "run_links": [
        ("has no threadId or no ordinal", f"{_FIRST} SET r.ordinal = null {_SELF}"),
        ("is in no thread, or in several", f"{_FIRST}-[old:IN]->() DELETE old {_SELF}"),
        (
            "is in another thread than it names",
            f"{_FIRST}-[old:IN]->() MATCH (t:Thread {{id: 'G', $W}}) DELETE old CREATE (r)-[:IN]->(t) RETURN {{run: 'T1', threads: ['G']}} AS about",
        ),
        ("ran on no provider thread, or on several", f"{_FIRST}-[old:RAN_ON]->() DELETE old {_SELF}"),
        ("ran on a provider thread of another provider", f"{_FIRST} SET r.provider = 'claude' {_SELF}"),
        (
            "ran on a provider thread that serves another thread",
            f"{_FIRST}-[old:RAN_ON]->() MATCH (:Run {{id: 'F1', $W}})-[:RAN_ON]->(p) DELETE old CREATE (r)-[:RAN_ON]->(p) {_SELF}",
        ),
    ],
    "run_states": [
        ("has no known status", _set("T1", "r.status = 'LOST'")),
        ("is active and has ended, or neither", _set("T1", "r.status = 'RUNNING'")),
        ("is PREPARING but began", _set("Q4", "r.status = 'PREPARING'")),
        ("never began, which its status denies", _set("Q4", "r.begunVersion = null")),
        ("ended otherwise than its status says", _set("T1", "r.endedAs = 'FAILED'")),
        ("ended in no known way", _set("R4", "r.endedAs = 'LOST'")),
        ("is ROLLED_BACK without a rolledBackVersion, or has one without being so", _set("R4", "r.rolledBackVersion = null")),
        ("has a begunVersion without a startedAt, or the reverse", _set("T1", "r.startedAt = null")),
        ("has not endedAs, finishedAt and finishedVersion together", _set("T1", "r.finishedAt = null")),
        ("does not say whether it was dropped natively", _set("T1", "r.droppedNatively = null")),
        ("was dropped natively but not rolled back", _set("T1", "r.droppedNatively = true")),
    ],
    "run_versions": [
        ("has a version that its thread has not had", _set("T1", "r.checkpointVersion = 999")),
        ("ended before it began", _set("T1", "r.begunVersion = r.finishedVersion + 1")),
        ("got its checkpoint before it ended", _set("T1", "r.checkpointVersion = 2")),
        ("was changed after it was rolled back", _set("R4", "r.checkpointVersion = r.rolledBackVersion + 1")),
        ("was rolled back at the version that ended it", _set("R4", "r.rolledBackVersion = r.finishedVersion")),
        ("has a version from before the run before it ended", _set("T2", "r.begunVersion = 3")),
    ],
    "run_events": [
        ("has a begunVersion at which no run began", _set("T1", "r.begunVersion = 2")),
        ("has a finishedVersion at which no run ended", _set("T1", "r.finishedVersion = 3")),
        ("has a checkpointVersion at which no checkpoint was captured", _set("T2", "r.checkpointVersion = 1")),
        ("has a rolledBackVersion at which nothing was rolled back", _set("R4", "r.rolledBackVersion = 2")),
    ],
    "whole_rollbacks": [
        (
            "was rolled back in part: runs after the first dropped one were left",
            "MATCH (r:Run {id: 'R5', $W}) SET r.rolledBackVersion = null RETURN {thread: 'R', left: [5]} AS about",
        ),
    ],
    "run_checkpoints": [
        ("has several checkpoints", f"{_FIRST} CREATE (r)-[:HAS_CHECKPOINT]->(:Checkpoint {{id: 'another', $W}}) {_SELF}"),
        ("has a checkpoint without a checkpointVersion, or the reverse", f"{_FIRST} SET r.checkpointVersion = null {_SELF}"),
        (
            "never began and has a checkpoint",
            "MATCH (r:Run {id: 'T7', $W}) SET r.checkpointVersion = r.finishedVersion "
            f"CREATE (r)-[:HAS_CHECKPOINT]->(:Checkpoint {{id: 'another', $W}}) {_SELF}",
        ),
        ("is of no run, or of several", "CREATE (:Checkpoint {id: 'lost', $W}) RETURN {checkpoint: 'lost'} AS about"),
    ],
    "run_items": [
        ("counts other items than it has", f"{_FIRST} SET r.itemCount = 9 {_SELF}"),
        ("has items that are not numbered one after another", f"{_FIRST} MATCH (i:TurnItem {{id: 'item-2', $W}}) SET i.index = 7 {_SELF}"),
        (
            "is not of the one run that it names",
            "MATCH (i:TurnItem {id: 'item-1', $W}) SET i.runId = 'T2' RETURN {item: 'item-1'} AS about",
        ),
    ],
    "run_turns": [
        (
            "never began and took turns",
            f"MATCH (r:Run {{id: 'T7', $W}}) CREATE (r)-[:TOOK]->(:ProviderTurn {{runId: 'T7', index: 0, $W}}) {_SELF}",
        ),
        ("began and took no turn", f"{_FIRST}-[:TOOK]->(u) DETACH DELETE u {_SELF}"),
        (
            "took turns that are not numbered one after another",
            f"MATCH (r:Run {{id: 'T2', $W}})-[:TOOK]->(u {{index: 1}}) SET u.index = 5 {_SELF}",
        ),
        ("took turns that name another run", f"{_FIRST}-[:TOOK]->(u) SET u.runId = 'nobody' {_SELF}"),
    ],
    "continued_runs": [
        ("continues several runs", f"MATCH (r:Run {{id: 'T3', $W}}) MATCH (c:Run {{id: 'T1', $W}}) CREATE (r)-[:CONTINUES]->(c) {_SELF}"),
        ("never began and continues a run", _continue("T7", "T3")),
        ("continues a run that never began", _continue("T3", "T7")),
        ("continues a run that came later", _continue("T2", "T5")),
        ("continues a run of another provider thread", _continue("T5", "T4")),
        ("skips a run that was there to continue", _continue("T5", "T1")),
        ("skips a run that was there to continue", f"MATCH (r:Run {{id: 'T2', $W}})-[old:CONTINUES]->() DELETE old {_SELF}"),
        ("continues a run of another thread that its provider thread was not forked at", _continue("F1", "T2")),
        (
            "does not continue the run that its provider thread was forked at",
            f"MATCH (r:Run {{id: 'F1', $W}})-[old:CONTINUES]->() DELETE old {_SELF}",
        ),
    ],
}
