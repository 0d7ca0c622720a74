"""Values as OTLP's JSON has them: each in an object whose only key names its type, such as {"intValue": "1"}."""

from typing import Any

from lineage.importers.loose import Json, mapping, number, sequence

DEEPEST = 24
"""How many lists and mappings may be within each other; what lies deeper is left out."""


def attributes_of(listed: Any, depth: int = 0) -> Json:
    """A list of attributes as a mapping; of two with the same key the first one counts."""
    found: Json = {}
    for entry in listed if isinstance(listed, list) else ():
        if not isinstance(entry, dict) or not isinstance(key := entry.get("key"), str) or key in found:
            continue
        value = entry.get("value")
        # Nearly all are texts.
        said = value.get("stringValue") if isinstance(value, dict) else None
        found[key] = said if isinstance(said, str) else _value(value, depth)
    return found


def _value(value: Any, depth: int) -> Any:
    if not isinstance(value, dict) or depth >= DEEPEST:
        return None
    for kind, told in value.items():
        match kind:
            case "stringValue" | "boolValue" | "doubleValue" | "bytesValue":
                return told if isinstance(told, str | bool | int | float) else None
            case "intValue":
                count = number(told)
                # What no signed 64 bits hold cannot be written as JSON again.
                return count if count is not None and -(1 << 63) <= count < 1 << 63 else None
            case "arrayValue":
                return [_value(entry, depth + 1) for entry in sequence(mapping(told).get("values"))]
            case "kvlistValue":
                return attributes_of(mapping(told).get("values"), depth + 1)
    return None
