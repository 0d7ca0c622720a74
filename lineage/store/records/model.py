"""The facts of lineage trees as rows, the same whether they are written in bulk or read to be exported.

A row's set has exactly the properties that its node has, but the workspace; values are what the driver takes and gives:
datetimes in UTC, JSON as text. Everything else in a row is a relationship. Ranges are [thread id, from, to], inclusive, in order.
"""

from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]


@dataclass(slots=True)
class Records:
    """Rows of each kind. Threads come parents first, handoffs after those that they supersede; else the order is free."""

    providers: list[Row] = field(default_factory=list)
    """{set: profile with kind}"""
    threads: list[Row] = field(default_factory=list)
    """{set, parentId, by: FORK|SUBAGENT, sourceRunId, sourceVersion (of a fork), lockMade: of a root, the count of its tree's lock}"""
    provider_threads: list[Row] = field(default_factory=list)
    """{set, threadId, forkOf, adopts: the one that it took over, inherits: [range]}"""
    runs: list[Row] = field(default_factory=list)
    """{set, providerThreadId, continues: run id, turns: [native reference], checkpoint: properties}"""
    items: list[Row] = field(default_factory=list)
    """{set}; the run's id and the item's index are among the properties"""
    compactions: list[Row] = field(default_factory=list)
    """{providerThreadId, runId: the last run that it took in, set: {at, summary, tokensBefore, tokensAfter, version, made}}"""
    transfers: list[Row] = field(default_factory=list)
    """{set, sourceThreadId, targetThreadId, carries: [range]}"""
    handoffs: list[Row] = field(default_factory=list)
    """{set, transferId, providerThreadId, runId, position, covers: [range], supersedes}; runId is of the run that consumes it"""
    events: list[Row] = field(default_factory=list)
    """{set}; the thread's id and version are among the properties"""

    def __len__(self) -> int:
        """How many rows there are in all."""
        return sum(len(getattr(self, name)) for name in self.__slots__)

    def add(self, more: "Records") -> None:
        """Puts the rows of the other after these."""
        for name in self.__slots__:
            getattr(self, name).extend(getattr(more, name))
