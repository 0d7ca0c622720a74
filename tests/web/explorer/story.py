"""A lineage tree with one of everything that the explorer draws, made by the API: forks, a subagent, a merge-back, a detached fork, rolled-back
runs, a failed one, handoffs of several kinds and titles that try to be more than text."""

from dataclasses import dataclass

from tests.running import RunningService, fresh

HOSTILE = '<img src=x onerror="window.broken=1"><script>window.broken=2</script>'
RIGHT_TO_LEFT = "\u202eشجرة المحادثة עץ\u202c مع"
EMOJI = "👩‍👩‍👧‍👦 a family of 🌳🌳"
LONG = "A title that goes on " * 60
TITLES = (HOSTILE, RIGHT_TO_LEFT, EMOJI, LONG)


@dataclass(frozen=True)
class Story:
    """Ids of the threads that tests look at."""

    root: str
    fork: str
    detached: str
    subagent: str
    hostile: tuple[str, ...]


class Teller:
    """Carries runs through the API of a service."""

    def __init__(self, service: RunningService) -> None:
        self.service = service

    def thread(self, id: str, title: str | None) -> str:
        self.service.mutate("createThread", "thread { id }", id=id, title=title)
        return id

    def fork(self, id: str, source: str, run: str, title: str) -> str:
        self.service.mutate("forkThread", "thread { id }", id=id, sourceThreadId=source, runId=run, title=title)
        return id

    def start(self, thread: str, id: str, provider: str, message: str) -> str:
        self.service.mutate("startRun", "run { id }", id=id, threadId=thread, provider=provider, message=message)
        return id

    def begin(self, id: str, provider: str) -> None:
        run = self.service.query("query ($id: ID!) { run(id: $id) { providerThread { nativeThreadRef } } }", id=id)["run"]
        reference = run["providerThread"]["nativeThreadRef"]
        self.service.mutate("beginRun", "run { id }", runId=id, nativeThreadRef=reference or f"{provider}-{id}", nativeTurnRef=f"turn-{id}")

    def run(self, thread: str, id: str, provider: str, message: str, status: str = "COMPLETED", checkpoint: bool = True) -> str:
        self.start(thread, id, provider, message)
        self.begin(id, provider)
        self.service.mutate(
            "appendItems",
            "items { id }",
            runId=id,
            items=[
                {"kind": "USER_MESSAGE", "text": message},
                {"kind": "DECISION", "text": f"Decided in {id}"},
                {"kind": "TEST", "data": {"command": "pytest -q", "exitCode": 0, "summary": "12 passed"}},
            ],
        )
        ending = {"runId": id, "status": status} | ({"reason": "the model is overloaded"} if status == "FAILED" else {})
        if checkpoint and status == "COMPLETED":
            ending["checkpoint"] = {"workspaceRef": f"commit-{id[-8:]}"}
        self.service.mutate("finishRun", "run { id }", **ending)
        return id


def tell(service: RunningService, root: str | None = None, titles: tuple[str, ...] = TITLES) -> Story:
    """Makes the tree anew, under fresh ids that have characters which addresses must encode, unless a root's id is given."""
    teller = Teller(service)
    root = teller.thread(root or fresh("search/cache"), "A cache for the search")
    providers = ["codex", "codex", "codex", "claude", "claude", "codex", "opencode", "codex"]
    messages = [
        "Add a cache to the search",
        "Least recently used, please",
        "Measure how often it hits",
        "Review what Codex did",
        "Fix the race in the eviction",
        "Write the documentation",
        "Try it on the large index",
        "Tidy up",
    ]
    for number, (provider, message) in enumerate(zip(providers, messages, strict=True), 1):
        teller.run(root, f"{root}/{number}", provider, message, status="FAILED" if number == 7 else "COMPLETED", checkpoint=number % 2 == 0)
    fork = teller.fork(f"{root}/fork", root, f"{root}/4", "A cache on disk instead")
    for number in range(1, 5):
        teller.run(fork, f"{fork}/{number}", "claude" if number < 3 else "gemini", f"Disk step {number}")
    deeper = teller.fork(f"{fork}/deeper", fork, f"{fork}/2", "With a write-ahead log")
    teller.run(deeper, f"{deeper}/1", "claude", "Log before write")
    service.mutate("mergeBack", "transfer { id }", forkThreadId=fork)
    teller.start(root, f"{root}/9", "claude", "Bring that back and spawn a tester")
    teller.begin(f"{root}/9", "claude")
    subagent = f"{root}/tests"
    service.mutate("spawnSubagent", "thread { id }", id=subagent, parentRunId=f"{root}/9", title="Tests for the cache")
    teller.run(subagent, f"{subagent}/1", "gemini", "Write tests", checkpoint=False)
    service.mutate("returnSubagentResult", "transfer { id }", childThreadId=subagent, text="Three tests added, all pass")
    service.mutate("finishRun", "run { id }", runId=f"{root}/9", checkpoint={"workspaceRef": "commit-9"})
    for number in (10, 11, 12):
        teller.run(root, f"{root}/{number}", "codex", f"Polish, step {number}")
    detached = teller.fork(f"{root}/detached", root, f"{root}/12", "An idea that lost its ground")
    teller.run(detached, f"{detached}/1", "cursor", "Go on from there")
    service.mutate("rollbackThread", "thread { id }", threadId=root, toOrdinal=10)
    teller.run(root, f"{root}/13", "cursor", "Another way, from run 10")
    hostile = tuple(teller.fork(f"{root}/hostile-{n}%00/?#", root, f"{root}/{n + 1}", title) for n, title in enumerate(titles))
    service.mutate("mergeBack", "transfer { id }", forkThreadId=deeper)
    return Story(root, fork, detached, subagent, hostile)
