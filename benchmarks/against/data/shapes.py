"""The trees that are asked about, each of one shape: a conversation, a wide tree of forks, a deep chain, one with many dependents."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.against.data.conversation import PROVIDERS, Clock, Mixed, conversation, fork_of
from lineage.domain.recording.recorded import RecordedThread

CHILDREN = 7
"""Forks of each thread of the wide tree."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """How large the trees are that are asked about."""

    short: int = 100
    long: int = 10_000
    tree: int = 5000
    chain: int = 500
    dependents: int = 50

    def shrunk(self, runs: int) -> "Shapes":
        """Smaller trees where so few runs are asked for that a measurement only shows that everything works."""
        if runs >= self.long:
            return self
        return Shapes(self.short, max(runs // 5, 120), max(runs // 5, 20), max(runs // 20, 5), 10)


@dataclass(frozen=True, slots=True)
class Targets:
    """The ids of what is asked about."""

    shapes: Shapes
    short: str = "short"
    long: str = "long"
    tree: str = "tree"
    root: str = "dependents"
    provider_threads: dict[str, str] = field(default_factory=lambda: {name: f"{name}:codex" for name in ("short", "long")})

    @property
    def chain_end(self) -> str:
        return f"chain-{self.shapes.chain}"

    @property
    def long_end(self) -> str:
        """The last run of the long thread that is history."""
        return f"{self.long}/{self.shapes.long}"


def trees(shapes: Shapes) -> Iterator[list[RecordedThread]]:
    """The threads of one tree after another, parents first."""
    clock, targets = Clock(), Targets(shapes)
    yield list(conversation(targets.short, shapes.short, clock, merges=2, items=2))
    yield list(conversation(targets.long, shapes.long, clock, merges=2))
    yield list(_wide(targets.tree, shapes.tree, clock))
    yield list(_chain(shapes.chain, clock))
    yield list(_depended_on(targets.root, shapes.dependents, clock))


def _single(id: str, runs: int, clock: Clock) -> RecordedThread:
    mixed = Mixed(id, clock)
    for _ in range(runs):
        mixed.run(PROVIDERS[0])
    return mixed.recorded(f"Root {id}")


def _wide(root: str, threads: int, clock: Clock) -> Iterator[RecordedThread]:
    """Forks of forks, two in three of them native."""
    yield _single(root, 3, clock)
    providers = [PROVIDERS[0]]
    for number in range(1, threads):
        place = (number - 1) // CHILDREN
        parent = root if place == 0 else f"{root}-{place}"
        source = f"{parent}/{3 if place == 0 else 1}"
        native = number % 3 != 0
        provider = providers[place] if native else PROVIDERS[number % 2]
        providers.append(provider)
        session = f"{parent}:{provider}" if native else None
        yield fork_of(f"{root}-{number}", source, parent, provider, session, 1, clock)


def _chain(length: int, clock: Clock) -> Iterator[RecordedThread]:
    """Each the fork of the one before, two runs each, every tenth with a handoff instead of a native fork."""
    yield _single("chain-0", 2, clock)
    for number in range(1, length + 1):
        parent = f"chain-{number - 1}"
        session = f"{parent}:{PROVIDERS[0]}" if number % 10 else None
        yield fork_of(f"chain-{number}", f"{parent}/2", parent, PROVIDERS[0], session, 2, clock)


def _depended_on(root: str, dependents: int, clock: Clock) -> Iterator[RecordedThread]:
    """A thread whose later half reached many forks, by handoffs and natively by turns."""
    runs = 100
    yield _single(root, runs, clock)
    for number in range(1, dependents + 1):
        source = runs - number % 40
        covered = tuple(f"{root}/{ordinal}" for ordinal in range(1, source + 1))
        session = f"{root}:{PROVIDERS[0]}" if number % 2 else None
        yield fork_of(f"{root}-{number}", f"{root}/{source}", root, PROVIDERS[0], session, 2, clock, covers=covered)
