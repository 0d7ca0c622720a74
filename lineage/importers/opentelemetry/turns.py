"""Which spans are one turn, whose turn it is, and which thread it belongs to.

A turn is what the topmost span of an agent, a workflow or a chat in a trace has below it. Within it, another agent's span begins a
turn of its own: of a subagent, or, when control was passed to that agent for good, the next one of the same thread.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lineage.importers.once import ToldOnce
from lineage.importers.opentelemetry.spans import Span, Spans
from lineage.importers.report import FaultKind


@dataclass(slots=True)
class Turn:
    """A turn: its topmost span, and all spans that belong to it, that one included, in the order of their starts."""

    top: Span
    thread: "Thread"
    spans: list[Span]
    passed_on_at: int | None = None
    """When it passed control to another agent, which ended its part."""
    called: list["Thread"] = field(default_factory=list)

    @property
    def run_id(self) -> str:
        return f"otel:{self.top.key}"

    @property
    def provider(self) -> str | None:
        return next((span.provider for span in self.spans if span.provider), None)


@dataclass(slots=True)
class Thread:
    """A thread. caller is the turn that called it as a subagent; named says whether a conversation or a session gives it its id."""

    conversation: str
    named: bool
    caller: Turn | None = None
    call_id: str | None = None
    turns: list[Turn] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"otel:{self.conversation}" + (f":{self.call_id}" if self.call_id else "")


def threads_of(spans: Spans, tell: ToldOnce) -> list[Thread]:
    """The threads, those that called others before them."""
    sorting = _Sorting(spans, tell)
    sorting.all()
    return sorting.threads


class _Sorting:
    def __init__(self, spans: Spans, tell: ToldOnce) -> None:
        self.threads: list[Thread] = []
        self._spans = spans
        self._tell = tell
        self._below: dict[str, list[Span]] = {}
        self._conversations: dict[str, Thread] = {}
        self._passed: dict[tuple[str, str], Turn] = {}
        self._last_of_trace: dict[str, Turn] = {}

    def all(self) -> None:
        for span in sorted(self._tops(), key=lambda span: span.order):
            if span.operation == "tool":
                self._take_loose_tool(span)
            else:
                self._walk(span, self._begun(span))
        for thread in self.threads:
            thread.turns.sort(key=lambda turn: turn.top.order)
            for turn in thread.turns:
                turn.spans.sort(key=lambda span: span.order)
        self.threads = [thread for thread in self.threads if thread.turns]

    def _tops(self) -> list[Span]:
        """The spans with nothing about agents above them; all others are put below the next one above."""
        parents = {key: self._above(span) for key, span in self._spans.known.items()}
        for key in _ends_of_circles(parents):
            self._tell(FaultKind.CYCLE, "spans that name each other as parents", self._spans.known[key].place)
            parents[key] = None
        tops = []
        for key, span in self._spans.known.items():
            parent = parents[key]
            if parent is None:
                tops.append(span)
            else:
                self._below.setdefault(parent, []).append(span)
        for below in self._below.values():
            below.sort(key=lambda span: span.order)
        return tops

    def _above(self, span: Span) -> str | None:
        """The next span above that is about agents."""
        links, key = self._spans.links, span.parent
        passed: set[str] = set()
        while key is not None and key not in self._spans.known:
            if key not in links:
                self._tell(FaultKind.DANGLING_PARENT, "a span whose parent is not in the file", span.place)
                break
            if key in passed:
                self._tell(FaultKind.CYCLE, "spans that name each other as parents", span.place)
                key = None
                break
            passed.add(key)
            key = links[key]
        for link in passed:
            # Whoever comes along here next has a short way up.
            links[link] = key
        return key if key in self._spans.known else None

    def _begun(self, span: Span) -> Turn:
        """The turn of a topmost span: a new one, or that of the chat before, when it goes on with what the tools said."""
        before = self._last_of_trace.get(span.trace)
        thread = self._thread_of(span)
        if before is not None and before.thread is thread and span.operation == "chat" and before.top.operation == "chat":
            last = max((known for known in before.spans if known.operation == "chat"), key=lambda known: known.order)
            if span.answers_tools or last.calls_tools:
                before.spans.append(span)
                return before
        turn = Turn(span, thread, [span])
        thread.turns.append(turn)
        self._last_of_trace[span.trace] = turn
        return turn

    def _walk(self, top: Span, turn: Turn) -> None:
        """All that is below the topmost span of a turn."""
        waiting = [(span, turn) for span in reversed(self._below.get(top.key, []))]
        while waiting:
            span, around = waiting.pop()
            own = self._own_turn(span, around) if span.operation == "agent" and _is_other(span, around.top) else around
            if own is around:
                own.spans.append(span)
            if span.passes_control_to:
                self._passed[span.trace, span.passes_control_to] = own
            waiting += [(below, own) for below in reversed(self._below.get(span.key, []))]

    def _own_turn(self, span: Span, around: Turn) -> Turn:
        passing = self._passed.get((span.trace, span.agent_name or ""))
        if passing is not None:
            turn = Turn(span, passing.thread, [span])
            if passing.passed_on_at is None:
                passing.passed_on_at = span.start
            passing.thread.turns.append(turn)
            return turn
        thread = Thread(around.thread.conversation, around.thread.named, around, span.id)
        turn = Turn(span, thread, [span])
        thread.turns.append(turn)
        self.threads.append(thread)
        around.called.append(thread)
        return turn

    def _take_loose_tool(self, span: Span) -> None:
        turn = self._last_of_trace.get(span.trace)
        if turn is None:
            self._tell(FaultKind.DANGLING_PARENT, "a call of a tool that belongs to no turn", span.place)
            return
        turn.spans.append(span)
        self._walk(span, turn)

    def _thread_of(self, span: Span) -> Thread:
        named = (
            span.conversation or next((below.conversation for below in self._all_below(span) if below.conversation), None) or span.session
        )
        conversation = named or span.trace
        thread = self._conversations.get(conversation)
        if thread is None:
            thread = self._conversations[conversation] = Thread(conversation, named is not None)
            self.threads.append(thread)
        return thread

    def _all_below(self, top: Span) -> Iterator[Span]:
        waiting = list(reversed(self._below.get(top.key, [])))
        while waiting:
            span = waiting.pop()
            yield span
            waiting += reversed(self._below.get(span.key, []))


def _is_other(span: Span, top: Span) -> bool:
    """Whether the span is of another agent than the turn: an agent may be told of at its caller's end, and again at its own."""
    if span.agent is None:
        return False
    same_name = span.agent_name is not None and span.agent_name == top.agent_name
    return not same_name and not (span.agent_id is not None and span.agent_id == top.agent_id)


def _ends_of_circles(parents: Mapping[str, str | None]) -> list[str]:
    """One of each set of keys that lead round in a circle."""
    ends: list[str] = []
    seen: dict[str, str] = {}
    for begin in parents:
        at: str | None = begin
        while at is not None and at not in seen:
            seen[at] = begin
            following = parents[at]
            if following is not None and seen.get(following) == begin:
                ends.append(at)
            at = following
    return ends
