"""The Grafana dashboard: each of its queries is answered by the service, and each column of a panel is found in what comes."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from graphql import build_schema, get_named_type

from tests.running import RunningService

ROOT = Path(__file__).parents[2]
DASHBOARD = json.loads((ROOT / "deploy" / "grafana" / "lineage.json").read_text(encoding="utf-8"))
TARGETS = [(panel, target) for panel in DASHBOARD["panels"] for target in panel["targets"]]
UNTOLD = {"checkpoint summary", "manual context"}
"""What does not happen in the story."""
NOT_SHOWN = {"end", "isComplete", "upTo", "count", "strategy", "classes"}
"""Fields of buckets that no panel needs."""


def asked(target: dict[str, Any], bucket: str) -> str:
    """The query as Grafana sends it, of the last two days."""
    now = datetime.now(UTC)
    values = {
        "__from:date:iso": (now - timedelta(days=1)).isoformat(),
        "__to:date:iso": (now + timedelta(days=1)).isoformat(),
        "bucket": bucket,
    }
    return re.sub(r"\$\{([^}]+)\}", lambda found: values[found[1]], target["url_options"]["body_graphql_query"])


def at(value: Any, path: str) -> Any:
    """What a selector finds; KeyError or IndexError where there is no such place."""
    for part in path.split("."):
        value = value[int(part)] if part.isdigit() else value[part]
    return value


@pytest.mark.parametrize(("panel", "target"), TARGETS, ids=[panel["title"] for panel, _ in TARGETS])
def test_a_panel_gets_rows_with_its_columns(
    alone: RunningService, expected: dict[str, int], panel: dict[str, Any], target: dict[str, Any]
) -> None:
    assert (target["source"], target["url"], target["url_options"]["method"]) == ("url", "${endpoint}", "POST")
    for bucket in ("HOUR", "DAY"):
        rows = at({"data": alone.query(asked(target, bucket))}, target["root_selector"])
        assert rows
        for column in target["columns"]:
            found = [at(row, column["selector"]) for row in rows]
            if panel["type"] == "timeseries" and column["type"] == "number" and column["text"] not in UNTOLD:
                assert any(found), f"nothing of the story shows as {column['text']}"


def test_every_figure_has_a_panel() -> None:
    bucket = build_schema((ROOT / "schema.graphql").read_text(encoding="utf-8")).type_map["StatsBucket"]
    selected = {part for _, target in TARGETS for column in target["columns"] for part in column["selector"].split(".")}
    figures = set(bucket.fields)  # type: ignore[attr-defined]
    inner = {name for field in bucket.fields.values() for name in getattr(get_named_type(field.type), "fields", {})}  # type: ignore[attr-defined]
    assert (figures | inner) - NOT_SHOWN <= selected
