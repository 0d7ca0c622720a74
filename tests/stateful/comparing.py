"""Where two answers differ: the model's, and the service's to the same question with names in the place of ids."""

from collections.abc import Callable
from typing import Any

MADE = "made-"
"""What the model's own ids begin with."""
COMPUTED = frozenset({"history", "headOrdinal", "latestStable", "firstRunOrdinal", "lastRunOrdinal"})
"""What a thread or provider thread answers from the graph as it is when asked, not from what a command recorded."""


def paired(model: Any, service: Any, path: str = "") -> list[tuple[str, str, str]]:
    """Where both answers have an id that each made itself: (path, the model's, the service's)."""
    if isinstance(model, dict) and isinstance(service, dict):
        return [found for key in service if key in model for found in paired(model[key], service[key], f"{path}.{key}")]
    if isinstance(model, list) and isinstance(service, list):
        return [found for n, (one, other) in enumerate(zip(model, service, strict=False)) for found in paired(one, other, f"{path}.{n}")]
    if isinstance(model, str) and model.startswith(MADE) and isinstance(service, str):
        return [(path, model, service)]
    return []


def difference(model: Any, service: Any, path: str = "", recorded_only: bool = False) -> str | None:
    """The first place where the answers differ, and how; None when they agree in everything that the service was asked for."""
    if isinstance(service, dict) and isinstance(model, dict):
        return _difference_of_records(model, service, path, recorded_only)
    if isinstance(service, list) and isinstance(model, list):
        if len(model) != len(service):
            return f"{path}: the model has {model}, the service {service}"
        pairs = enumerate(zip(model, service, strict=True))
        return next((found for n, (one, other) in pairs if (found := difference(one, other, f"{path}.{n}", recorded_only))), None)
    return None if model == service else f"{path}: the model has {model!r}, the service {service!r}"


def _difference_of_records(model: dict[str, Any], service: dict[str, Any], path: str, recorded_only: bool) -> str | None:
    if "summaryText" in service:
        model, service = _told(model, service)
    for key, theirs in service.items():
        if recorded_only and key in COMPUTED:
            continue
        if key not in model:
            return f"{path}.{key}: the model has none, the service {theirs!r}"
        seen = LOOSER.get(key, _as_it_is)
        if found := difference(seen(model[key]), seen(theirs), f"{path}.{key}", recorded_only):
            return found
    return None


def _told(model: dict[str, Any], service: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two handoffs, where the texts are the local summarizer's, whose words the model does not know: with what has to be equal in them."""
    payload = model["payload"]
    if not isinstance(payload, dict) or payload.keys() != {"checkpointId"}:
        return model, service
    mine = {**model, "summaryText": True}
    theirs = {
        **service,
        "summaryText": bool(service["summaryText"]),
        "payload": {"checkpointId": (service["payload"] or {}).get("checkpointId")},
    }
    return mine, theirs


def _as_it_is(value: Any) -> Any:
    return value


def _in_any_order(values: list[Any]) -> list[Any]:
    return sorted(values, key=repr)


def _signals(signals: list[dict[str, Any]]) -> list[Any]:
    return sorted([one["kind"], one["value"] or 0, one["threshold"] or 0] for one in signals)


def _native_is_rejected(rejected: list[dict[str, Any]]) -> bool:
    """The service names more of the strategies that it passed over than the model does."""
    return any(one["strategy"] == "NATIVE" for one in rejected)


def _place(point: dict[str, Any] | None) -> dict[str, Any] | None:
    """A source point: which checkpoint it names when its run has one is left open."""
    return {key: value for key, value in point.items() if key != "checkpointId"} if point is not None else None


LOOSER: dict[str, Callable[[Any], Any]] = {
    "signals": _signals,
    "rejected": _native_is_rejected,
    "reason": lambda reason: reason is not None,
    "supersededHandoffIds": _in_any_order,
    "supersededTransferIds": _in_any_order,
    "sourcePoint": _place,
    "basePoint": _place,
    "compactedThrough": _place,
    "base": _place,
    "sources": _in_any_order,
    "edges": _in_any_order,
}
"""What is compared of fields whose words or order are not fixed."""
