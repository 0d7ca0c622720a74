"""What a request's resolvers work with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphql import FieldNode, FragmentDefinitionNode, FragmentSpreadNode, InlineFragmentNode
from strawberry.types import Info as StrawberryInfo

from lineage.api.loaders import Loaders
from lineage.auth.access import Access
from lineage.auth.principal import Principal
from lineage.live.feed import Feed
from lineage.service.dashboards import Dashboards
from lineage.service.questions import Questions
from lineage.service.unit import Commands
from lineage.settings import Settings


@dataclass
class Context:
    """One request: who it is by, the workspace that it belongs to, its questions and commands, and its loaders."""

    principal: Principal
    workspace: str
    questions: Questions
    dashboards: Dashboards
    commands: Commands
    feed: Feed
    settings: Settings
    access: Access
    authorization: str | None = None
    """The credentials, to be checked again while something goes on for long."""
    request: Any = None
    _loaders: Loaders | None = field(init=False, default=None)

    @property
    def loaders(self) -> Loaders:
        """The loaders, made when the first of them is needed."""
        if self._loaders is None:
            self._loaders = Loaders(self.questions)
        return self._loaders

    def become(self, other: "Context") -> None:
        """Takes the place of another caller: of a WebSocket that told its credentials after it was opened."""
        self.principal, self.workspace, self.questions = other.principal, other.workspace, other.questions
        self.dashboards = other.dashboards
        self.forget()

    def forget(self) -> None:
        """Drops what the loaders hold: a command changes it, and a later one of the same document has to see that."""
        self._loaders = None

    async def prime_thread(self, thread_id: str) -> None:
        """Loads a thread with its facts in one round trip, for the loaders."""
        thread, facts = await self.questions.thread_with_facts(thread_id)
        self.loaders.threads.prime(thread_id, thread)
        self.loaders.facts.prime(thread_id, facts)

    async def prime_provider_thread(self, provider_thread_id: str) -> None:
        """Loads a provider thread with its thread's facts and its provider's profile in one round trip, for the loaders."""
        provider_thread, facts, provider = await self.questions.provider_thread_with_facts(provider_thread_id)
        self.loaders.provider_threads.prime(provider_thread_id, provider_thread)
        if facts is not None:
            self.loaders.facts.prime(facts.thread.id, facts)
        if provider is not None:
            self.loaders.providers.prime(provider.kind, provider)


Info = StrawberryInfo[Context, None]


def selects(info: Info, *names: str) -> bool:
    """Whether the field's selection asks for one of these fields, itself or in a fragment of it."""
    return not selected(info).isdisjoint(names)


def selected(info: Info, *path: str) -> set[str]:
    """The names of the fields that are asked of what stands at a path of fields below the field, in fragments too; and of those that
    a directive may leave out."""
    asked = info._raw_info
    found = _fields(asked.field_nodes, asked.fragments)
    for name in path:
        found = _fields([node for node in found if node.name.value == name], asked.fragments)
    return {node.name.value for node in found}


def _fields(parents: Iterable[FieldNode], fragments: Mapping[str, FragmentDefinitionNode]) -> list[FieldNode]:
    """What is asked below some fields. Strawberry's selected_fields converts the whole selection first, whatever is looked for."""
    fields, pending = list[FieldNode](), [parent.selection_set for parent in parents]
    while pending:
        selections = pending.pop()
        for node in selections.selections if selections else ():
            if isinstance(node, FieldNode):
                fields.append(node)
            elif isinstance(node, FragmentSpreadNode):
                pending.append(fragments[node.name.value].selection_set)
            elif isinstance(node, InlineFragmentNode):
                pending.append(node.selection_set)
    return fields
