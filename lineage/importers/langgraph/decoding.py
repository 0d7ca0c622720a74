"""The serialized values of checkpoints, as plain data.

They are msgpack or JSON. Objects are in there as the name of their class with its fields: the fields are taken, the class is never looked
up, and pickled values are never loaded.
"""

from importlib.util import find_spec
from typing import Any

from lineage.importers.loose import parsed

DEEPEST = 16
"""How many objects may stand within each other; what lies deeper is left out."""
_FIELDS_AT = 2
"""Where an object's fields stand behind its module and its name."""
_OBJECTS = frozenset(range(6))
_NUMPY_ARRAY, _SNAPSHOT = 6, 7


NEEDS_MSGPACK = "states that are msgpack, which needs the package ormsgpack: install lineage[langgraph]"
READ_TYPES = frozenset({"msgpack", "json", "null", "bytes", "bytearray"})


class NotDecoded(Exception):
    """Why a value could not be decoded."""


def decoded(kind: str | None, data: bytes) -> Any:
    """The value that was stored with this type. NotDecoded."""
    match kind:
        case "msgpack":
            return _from_msgpack(data)
        case "json":
            try:
                return _plain(parsed(data))
            except (ValueError, RecursionError) as error:
                raise NotDecoded("a value that is no JSON, or nested too deeply") from error
        case "null":
            return None
        case "bytes" | "bytearray":
            return data
        case _:
            raise NotDecoded(f"a value of the type {kind}, which is never loaded")


def can_decode_msgpack() -> bool:
    return find_spec("ormsgpack") is not None


def _from_msgpack(data: bytes) -> Any:
    try:
        import ormsgpack
    except ImportError:
        raise NotDecoded(NEEDS_MSGPACK) from None
    depth = 0

    def of_extension(code: int, inner: bytes) -> Any:
        nonlocal depth
        if depth >= DEEPEST or code == _NUMPY_ARRAY:
            return None
        depth += 1
        try:
            value = ormsgpack.unpackb(inner, ext_hook=of_extension, option=ormsgpack.OPT_NON_STR_KEYS)
        except ValueError:
            return None
        finally:
            depth -= 1
        if code == _SNAPSHOT:
            return value
        return value[_FIELDS_AT] if code in _OBJECTS and isinstance(value, list) and len(value) > _FIELDS_AT else None

    try:
        return ormsgpack.unpackb(data, ext_hook=of_extension, option=ormsgpack.OPT_NON_STR_KEYS)
    except ValueError as error:
        raise NotDecoded("a value that is no msgpack") from error


def _plain(value: Any) -> Any:
    """The same without the envelopes that objects have in JSON; a message's type is then that of its class"""
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    if value.get("type") == "constructor" and "lc" in value and isinstance(value.get("kwargs"), dict):
        name = value["id"][-1] if isinstance(value.get("id"), list) and value["id"] else ""
        kind = str(name).removesuffix("Chunk").removesuffix("Message").lower()
        return {"type": kind, **_plain(value["kwargs"])}
    return {key: _plain(entry) for key, entry in value.items()}
