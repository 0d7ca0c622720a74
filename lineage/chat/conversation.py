"""One thread as a person works in it: messages to agents, and what can be done with the thread itself."""

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

from lineage.adapters.installed import AGENTS, agent_of
from lineage.adapters.port import Agent
from lineage.carrying.rolling_back import NativeRollback, roll_back
from lineage.carrying.running import Asked, Stop, carry_out
from lineage.carrying.worktree import check_restorable, restore
from lineage.chat.showing import Showing
from lineage.client import LineageClient, Refused
from lineage.client.models import ForkTreeNode, RollbackImpact, Run, StartContextResolution
from lineage.domain.kinds import RunStatus
from lineage.errors import BadInput, NotFound
from lineage.settings import Settings

TREE_PAGE = 500


class Conversation:
    """Where a person is: a thread, an agent, a folder. Errors are those of the client, and BadInput for what cannot be meant."""

    def __init__(self, client: LineageClient, settings: Settings, thread_id: str, folder: Path | None = None) -> None:
        self.client = client
        self.thread_id = thread_id
        self.folder = folder or Path.cwd()
        self._folder_is_given = folder is not None
        self.model: str | None = None
        self._settings = settings
        self._agent: Agent | None = None

    @property
    def provider(self) -> str:
        return self._current().provider

    def switch(self, provider: str, model: str | None = None) -> None:
        """Lets another agent take the next message."""
        found = agent_of(provider, self._settings)
        if found is None:
            raise BadInput(f"there is no adapter for {provider!r}; there are {', '.join(AGENTS)}")
        self._agent, self.model = found, model

    def _current(self) -> Agent:
        if self._agent is None:
            raise BadInput(f"no agent is chosen; there are {', '.join(AGENTS)}")
        return self._agent

    async def find_or_make(self) -> bool:
        """Makes the thread where there is none; whether it did.

        Agents' sessions belong to the folder that they were made in. So a thread remembers the folder that it began in, and its
        tree goes on there wherever the command is given, unless a folder is given.
        """
        thread = await self.client.thread(self.thread_id)
        if thread is None:
            await self.client.create_thread(id=self.thread_id, metadata={"folder": str(self.folder)})
            return True
        root = thread if thread.lineage.parent_thread_id is None else await self.client.thread(thread.lineage.root_thread_id)
        if not self._folder_is_given and root is not None:
            self.folder = _began_in(root.metadata) or self.folder
        return False

    async def left_over(self) -> Run | None:
        """A run that is still active, as one that broke off leaves it."""
        thread = await self.client.thread(self.thread_id)
        return thread.active_run if thread is not None else None

    async def give_up(self, run: Run) -> None:
        """Ends a run that nobody carries out any more."""
        await self.client.finish_run(run_id=run.id, status=RunStatus.INTERRUPTED, reason="it broke off and was given up later")

    async def say(self, message: str, clean_context: bool = False) -> Run:
        """Carries one run out, shown in the terminal. Ctrl-C stops its turn, and a second one everything."""
        agent, stop = self._current(), Stop()
        asked = Asked(self.thread_id, message, self.folder, self.model, clean_context)
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, _stopper(stop, asyncio.current_task()))
        try:
            return await carry_out(self.client, agent, asked, Showing(agent.provider), stop)
        finally:
            loop.remove_signal_handler(signal.SIGINT)

    async def resolve(self, provider: str | None = None) -> tuple[str, StartContextResolution]:
        """How the next run would start, on this agent or another."""
        kind = provider or self.provider
        model = self.model if provider is None else None
        return kind, await self.client.resolve_start_context(thread_id=self.thread_id, provider=kind, model=model)

    async def fork(self, ordinal: int | None = None, title: str | None = None) -> str:
        """The id of a fork at one of the thread's own runs, or at its latest stable point."""
        if ordinal is None:
            made = await self.client.fork_thread(source_thread_id=self.thread_id, latest_stable=True, title=title)
        else:
            run = await self.client.thread_run(self.thread_id, ordinal)
            if run is None:
                raise NotFound(f"thread {self.thread_id!r} has no run {ordinal}")
            made = await self.client.fork_thread(source_thread_id=self.thread_id, run_id=run.id, title=title)
        return made.thread.id

    async def merge(self, target: str | None = None) -> str:
        """Takes what this fork did back into the thread that it came from, or one further up; the id of that thread."""
        return (await self.client.merge_back(fork_thread_id=self.thread_id, target_thread_id=target)).transfer.target_thread_id

    async def impact(self, to_ordinal: int) -> RollbackImpact:
        """What a rollback would do."""
        return await self.client.rollback_impact(thread_id=self.thread_id, to_ordinal=to_ordinal)

    async def roll_back(self, to_ordinal: int, restore_files: bool = False) -> tuple[RollbackImpact, list[NativeRollback]]:
        """Rolls the thread and its sessions back; the files too where that is wanted and a checkpoint says what they were.

        GitFailed when the files cannot be restored; then nothing is rolled back.
        """
        commit = await self._commit_at(to_ordinal) if restore_files else None
        if commit is not None:
            await check_restorable(self.folder, commit)
        done = await roll_back(self.client, lambda kind: agent_of(kind, self._settings), self.thread_id, to_ordinal, self.folder)
        if commit is not None:
            await restore(self.folder, commit)
        return done

    async def _commit_at(self, to_ordinal: int) -> str:
        checkpoint_id = (await self.impact(to_ordinal)).checkpoint_id
        checkpoint = await self.client.checkpoint(checkpoint_id) if checkpoint_id else None
        if checkpoint is None or checkpoint.workspace_ref is None:
            raise BadInput("no checkpoint of the remaining runs says what the files were, so they cannot be restored")
        return checkpoint.workspace_ref

    async def tree(self) -> list[ForkTreeNode]:
        """All threads of the tree that this thread is in, parents before children."""
        thread = await self.client.thread(self.thread_id)
        if thread is None:
            raise NotFound(f"thread {self.thread_id!r} is not known")
        nodes: list[ForkTreeNode] = []
        after = None
        while True:
            page = await self.client.fork_tree(thread.lineage.root_thread_id, first=TREE_PAGE, after=after)
            nodes += page.nodes
            if not page.has_next_page:
                return nodes
            after = page.end_cursor


def _stopper(stop: Stop, task: "asyncio.Task[object] | None") -> Callable[[], None]:
    """What Ctrl-C does: the first lets the program end its turn, the second ends all."""

    def stopped() -> None:
        if stop.asked.is_set() and task is not None:
            task.cancel()
        stop.asked.set()

    return stopped


async def started_over(conversation: Conversation, ask: Callable[[Run], bool]) -> None:
    """Lets a person decide about a run that was left active. Refused with ACTIVE_RUN when it is to stay."""
    run = await conversation.left_over()
    if run is None:
        return
    if not ask(run):
        raise Refused("ACTIVE_RUN", f"run {run.ordinal} of thread {run.thread_id!r} is still {run.status}")
    await conversation.give_up(run)


def _began_in(metadata: object) -> Path | None:
    """The folder that a thread remembers, where it is there."""
    known = metadata.get("folder") if isinstance(metadata, dict) else None
    return Path(known) if isinstance(known, str) and Path(known).is_dir() else None
