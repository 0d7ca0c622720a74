"""From the record of content_flow.cypher to what the rules of provenance are told."""

from collections.abc import Iterable, Mapping
from typing import Any

from lineage.domain.kinds import ThreadRelationshipKind
from lineage.domain.points import Point
from lineage.domain.provenance import Consumed, ContentFlow, FlowRun
from lineage.store.facts_codec import segments


def content_flow(members: Iterable[Mapping[str, Any]]) -> ContentFlow:
    """The flow between the threads' runs."""
    threads = sorted(members, key=lambda member: member["made"])
    runs = {Point(member["id"], ordinal): FlowRun(id, rolled_back) for member in threads for ordinal, id, rolled_back in member["runs"]}
    continued = {
        Point(member["id"], ordinal): Point(before_thread, before_ordinal)
        for member in threads
        for ordinal, before_thread, before_ordinal in member["continued"]
    }
    consumed: dict[Point, list[Consumed]] = {}
    for member in threads:
        for ordinal, _, handoff_id, via, covers in sorted(member["consumed"], key=lambda row: (row[0], row[1])):
            entry = Consumed(handoff_id, ThreadRelationshipKind(via), segments(covers))
            consumed.setdefault(Point(member["id"], ordinal), []).append(entry)
    return ContentFlow([member["id"] for member in threads], runs, continued, consumed)
