"""The tree that the tests of formats tell: switches, a rollback, forks, subagents, a merge-back, superseded handoffs, threads without runs.

main    1-3 codex, 4 claude (after a full handoff), 5-6 codex (after a delta handoff; rolled back), 7 claude (running)
fork    of main 4: 1-2 codex, merged back into main 7
lost    a fork of main 5, which was rolled back since: detached, without runs
child   a subagent of main 2: 1 codex, its result came back to main 3
grandchild  a fork of child 1: 1 that never began; its merge-back into child waits
empty   a tree of its own, without runs
"""

from lineage.exporters.streaming import Part
from lineage.store.records.model import Records
from tests.exporters.planted import (
    at,
    end_of_tree,
    event,
    handoff,
    item,
    of_thread,
    profiles,
    provider_thread,
    run,
    thread,
    transfer,
)

MAIN = [
    run("main", 1, continues=None, message="begin"),
    run("main", 2, continues="main run 1", endedAs="FAILED", status="FAILED", failureReason="exit 1"),
    run("main", 3, continues="main run 2", checkpoint={"id": "cp", "workspaceRef": "abc", "diffSummary": "{}", "createdAt": at(4)}),
    run("main", 4, "claude", session="p2", model="m-1"),
    run("main", 5, continues="main run 3", status="ROLLED_BACK", rolledBackVersion=13, begunVersion=10),
    run("main", 6, continues="main run 5", status="ROLLED_BACK", endedAs="INTERRUPTED", rolledBackVersion=13, begunVersion=12),
    run("main", 7, "claude", session="p2", continues="main run 4", status="RUNNING", endedAs=None, finishedAt=None, begunVersion=15),
]
FORK = [run("fork", 1, session="pf", continues="main run 3"), run("fork", 2, session="pf", continues="fork run 1")]
CHILD = run("child", 1, session="pc")
NEVER = run("grandchild", 1, session="pg", status="FAILED", endedAs="FAILED", begunVersion=None, startedAt=None)

TRANSFERS = [
    transfer("x4", "PROVIDER_HANDOFF", MAIN[2], "main", taken_by="main run 4", resolution="PORTABLE_CONTEXT"),
    transfer("x5", "PROVIDER_HANDOFF", MAIN[3], "main", taken_by="main run 5", resolution="DELTA_CONTEXT"),
    transfer("xf", "FORK", MAIN[3], "fork", taken_by="fork run 1", resolution="NATIVE_FORK"),
    transfer("xl", "FORK", MAIN[4], "lost", status="PENDING"),
    transfer("xm", "MERGE_BACK", FORK[1], "main", taken_by="main run 7", resolution="DELTA_CONTEXT", carries=[["fork", 1, 2]]),
    transfer("xo", "MERGE_BACK", FORK[0], "main", status="SUPERSEDED", carries=[["fork", 1, 1]]),
    transfer("xs", "SUBAGENT_SPAWN", MAIN[1], "child", status="CONSUMED", taken_by="child run 1"),
    transfer("xr", "SUBAGENT_RESULT", CHILD, "main", taken_by="main run 3", resolution="DELTA_CONTEXT", carries=[["child", 1, 1]]),
    transfer("xg", "FORK", CHILD, "grandchild", status="PENDING"),
    transfer("xw", "MERGE_BACK", NEVER, "child", status="PENDING", carries=[["grandchild", 1, 1]]),
]
HANDOFFS = [
    handoff("h0", "x4", "main", None, [["main", 1, 3]], status="SUPERSEDED"),
    handoff("h4", "x4", "main", "main run 4", [["main", 1, 3]], supersedes="h0", createdByProvider="codex"),
    handoff("h5", "x5", "main", "main run 5", [["main", 4, 4]], kind="DELTA_CONTEXT", strategy="DELTA_SINCE_TARGET_LAST_SEEN"),
    handoff("hm", "xm", "main", "main run 7", [["fork", 1, 2], ["main", 1, 2]], position=1),
    handoff("hp", "xm", "main", "main run 7", [["main", 2, 3]], position=0, kind="DELTA_CONTEXT", status="PENDING", summaryText=None),
    handoff("hr", "xr", "main", "main run 3", [["child", 1, 1]], position=1, kind="DELTA_CONTEXT"),
    handoff("hn", "xg", "grandchild", "grandchild run 1", [["child", 1, 1]], status="FAILED", failureReason="no summary came"),
]


def story() -> list[Part]:
    """The parts of the two trees; the main thread comes in three."""
    sessions = [provider_thread("p1", "main", "codex"), provider_thread("p2", "main", "claude")]
    forked = provider_thread("pf", "fork", "codex", forkOf="p1", inherits=[["main", 1, 3]])
    compaction = {
        "providerThreadId": "p1",
        "runId": "main run 3",
        "set": {"at": at(5), "summary": "short", "tokensBefore": 900, "tokensAfter": 90},
    }
    items = [item("main run 1", 0, text="ls"), item("main run 1", 1, text=None, data=None)]
    return [
        profiles("codex", "claude"),
        Part("main", "main", Records(threads=[thread("main", title="The parser")], provider_threads=sessions, runs=MAIN[:3], items=items)),
        Part("main", "main", Records(runs=MAIN[3:])),
        Part(
            "main",
            "main",
            Records(compactions=[compaction], events=[event("main", 1, "thread.created"), event("main", 13, "thread.rolled_back", 9)]),
        ),
        of_thread("main", thread("fork", parent="main", by="FORK", source="main run 4", depth=1), provider_threads=[forked], runs=FORK),
        of_thread("main", thread("lost", parent="main", by="FORK", source="main run 5", depth=1)),
        of_thread(
            "main",
            thread("child", parent="main", by="SUBAGENT", source="main run 2", depth=1, createdBy="AGENT"),
            provider_threads=[provider_thread("pc", "child", "codex")],
            runs=[CHILD],
        ),
        of_thread(
            "main",
            thread("grandchild", parent="child", by="FORK", source="child run 1", depth=2, rootId="main"),
            provider_threads=[provider_thread("pg", "grandchild", "codex", adopts="pc")],
            runs=[NEVER],
        ),
        Part("main", None, Records(transfers=TRANSFERS)),
        end_of_tree("main", handoffs=HANDOFFS),
        of_thread("empty", thread("empty", title="")),
        end_of_tree("empty"),
    ]
