"""The agents whose lines stand in their session's file: sidechains. Newer versions write a file for each agent."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from lineage.importers.claude_code.chains import Chains, parent_named_by
from lineage.importers.claude_code.conversation import Conversation, Node, RunIds, Seen
from lineage.importers.claude_code.messages import said_in
from lineage.importers.claude_code.session import is_programs_own
from lineage.importers.loose import text


@dataclass(slots=True, eq=False)
class Sidechain:
    """An agent's conversation, and what its first line says about where it comes from."""

    conversation: Conversation
    agent_id: str | None
    at: datetime | None
    parent: str | None
    named: str | None
    prompt: int
    is_programs_own: bool


@dataclass(slots=True)
class Sidechains:
    """The agents of a session by the ids that their lines carry. Lines of old versions carry none, and are followed by their parents."""

    chains: Chains
    ids: RunIds
    _all: dict[str, Sidechain] = field(default_factory=dict)
    _by_line: dict[str, Sidechain] = field(default_factory=dict)
    _newest: Sidechain | None = None
    """Of those without an id: where a line goes on whose parent is missing."""

    def __iter__(self) -> Iterator[Sidechain]:
        return iter(self._all.values())

    def take(self, seen: Seen) -> Node | None:
        """The node that the line belongs to."""
        sidechain = self._of(seen)
        self._by_line[seen.uuid] = sidechain
        return sidechain.conversation.take(seen, None)

    def _of(self, seen: Seen) -> Sidechain:
        agent_id, parent = text(seen.line.get("agentId")), parent_named_by(seen.line)
        if agent_id is not None:
            return self._all.get(f"agent-{agent_id}") or self._first(f"agent-{agent_id}", agent_id, seen, parent)
        if parent is not None and parent in self._by_line:
            return self._by_line[parent]
        is_missing = "parentUuid" not in seen.line if parent is None else not self.chains.has(parent)
        if is_missing and self._newest is not None:
            return self._newest
        self._newest = self._first(f"sidechain-{seen.uuid}", None, seen, parent)
        return self._newest

    def _first(self, key: str, agent_id: str | None, seen: Seen, parent: str | None) -> Sidechain:
        conversation = Conversation(self.ids, f":{key}", is_agent=True)
        named = text(seen.line.get("parentToolUseID"))
        said = said_in(seen.line)
        sidechain = Sidechain(conversation, agent_id, seen.at, parent, named, hash(said), is_programs_own(agent_id, said))
        self._all[key] = sidechain
        return sidechain
