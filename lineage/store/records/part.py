"""A piece of what is read of a workspace."""

from dataclasses import dataclass, field

from lineage.store.records.model import Records, Row


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of what is read, small enough to be held in memory. Parts come in this order:

    1. One part with the provider profiles of the workspace that were registered, by kind: records.providers alone (maybe
       none), root_id and thread_id None. It is always there, also when no tree follows.
    2. Then the lineage trees, by the ids of their root threads, each as a whole before the next:
       a. Its threads by depth, then by order of creation (made), so parents first. Each thread is one part or several that come
          one after another, with its thread_id. The first of them has the thread's row (records.threads, exactly one) and all its
          provider threads by made; the parts of a thread then have, in this order and possibly several kinds in one part,
          its runs by ordinal (each in the same part as its items, by index), its provider threads' compactions, its events by version.
       b. One part or several with thread_id None: the tree's transfers by made, then its handoffs by made (so those that are
          superseded first). The last of them has ends_tree and may be empty.
       c. Before that last one, where they are asked for, the receipts of the commands that wrote to the tree, by commandId.

    A thread's row with parentId None begins a tree; ends_tree ends it. A row may name things of its tree that come later: a
    transfer's id (of a resolution), a run that a handoff is for. What a row links to in another part is named by its id.
    """

    root_id: str | None
    """The root thread's id of the tree that it belongs to."""
    thread_id: str | None
    """The thread that it is a piece of."""
    records: Records
    ends_tree: bool = False
    receipts: list[Row] = field(default_factory=list)
    """{set}, times as text; only in parts of their own."""
