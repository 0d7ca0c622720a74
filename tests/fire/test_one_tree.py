"""Writers that fork, roll back, run, merge and spawn on one lineage tree at once: nothing hangs, each refusal has its code, the store stays whole."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Lock
from typing import Any

from lineage.app import Service
from lineage.service.verify import verify
from tests.running import Neo4jAddress, Refused, RunningService, fresh, serving

WRITERS = 8
COMMANDS = 500
REFUSALS = {
    "BAD_INPUT",
    "NOT_FOUND",
    "CONFLICT",
    "ACTIVE_RUN",
    "UNSTABLE_SOURCE",
    "ROLLED_BACK_SOURCE",
    "UNSUPPORTED",
    "INVALID_TRANSITION",
}
PROVIDERS = ("codex", "claude", "cursor")


class Tree:
    """What the writers know of the tree, for all of them to choose from."""

    def __init__(self, service: RunningService, root: str) -> None:
        self.service = service
        self.threads = [root]
        self.runs: list[str] = []
        self.forks: list[str] = []
        self.children: list[str] = []
        self.told: Counter[str] = Counter()
        self.sent = 0
        self._lock = Lock()

    def next_command(self) -> bool:
        """Whether there is one more command to send."""
        with self._lock:
            self.sent += 1
            return self.sent <= COMMANDS

    def do(self, operation: str, selection: str, **given: Any) -> Any:
        """The payload, or None for a command that was refused."""
        try:
            answer = self.service.mutate(operation, selection, **given)
        except Refused as refused:
            self._count(f"{operation} {refused.code}")
            return None
        self._count(operation)
        return answer

    def _count(self, what: str) -> None:
        with self._lock:
            self.told[what] += 1


def write(tree: Tree, seed: int) -> None:
    """Sends commands until there are enough of them."""
    random = Random(seed)
    actions = (run, run, run, fork, fork, roll_back, merge_back, spawn, return_result)
    while tree.next_command():
        random.choice(actions)(tree, random)


def run(tree: Tree, random: Random) -> None:
    id = fresh("r")
    given = {"id": id, "threadId": random.choice(tree.threads), "provider": random.choice(PROVIDERS)}
    if tree.do("startRun", "run { id }", **given) is None:
        return
    tree.do("beginRun", "run { id }", runId=id, nativeThreadRef=fresh("n"), nativeTurnRef=fresh("t"))
    tree.runs.append(id)
    tree.do("finishRun", "run { id }", runId=id, checkpoint={"id": fresh("k")})


def fork(tree: Tree, random: Random) -> None:
    id = fresh("F")
    source: dict[str, Any] = {"latestStable": True} if not tree.runs or random.random() < 0.5 else {"runId": random.choice(tree.runs)}
    if tree.do("forkThread", "thread { id }", id=id, sourceThreadId=random.choice(tree.threads), **source):
        tree.threads.append(id)
        tree.forks.append(id)


def roll_back(tree: Tree, random: Random) -> None:
    tree.do("rollbackThread", "impact { rolledBackOrdinals }", threadId=random.choice(tree.threads), toOrdinal=random.randint(0, 3))


def merge_back(tree: Tree, random: Random) -> None:
    if tree.forks:
        tree.do("mergeBack", "transfer { id }", forkThreadId=random.choice(tree.forks))


def spawn(tree: Tree, random: Random) -> None:
    if tree.runs and tree.do("spawnSubagent", "thread { id }", id=(id := fresh("S")), parentRunId=random.choice(tree.runs)):
        tree.threads.append(id)
        tree.children.append(id)


def return_result(tree: Tree, random: Random) -> None:
    if tree.children:
        tree.do("returnSubagentResult", "transfer { id }", childThreadId=random.choice(tree.children), text="found it")


def test_the_tree_stays_whole_under_fire(neo4j_address: Neo4jAddress) -> None:
    workspace = fresh("fire")
    with serving(Service(neo4j_address.settings(query_timeout_seconds=60, workspace=workspace))) as service:
        root = fresh("T")
        service.mutate("createThread", "thread { id }", id=root)
        tree = Tree(service, root)
        with ThreadPoolExecutor(WRITERS) as writers:
            for writer in [writers.submit(write, tree, seed) for seed in range(WRITERS)]:
                writer.result(timeout=600)
        refused = {what.split()[1] for what in tree.told if " " in what}
        assert refused <= REFUSALS, tree.told
        assert tree.told["startRun"] > 20 and tree.told["forkThread"] > 20 and tree.told["rollbackThread"] > 5, tree.told
        assert service.run(verify(service.service.store, workspace)) == []
