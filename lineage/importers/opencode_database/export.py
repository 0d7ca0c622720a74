"""What `opencode export` writes: one session as {info, messages: [{info, parts}]}."""

from collections.abc import Iterator
from pathlib import Path

from lineage.importers.cut_json import document
from lineage.importers.damaged import Unpacking
from lineage.importers.loose import Json, mapping, mappings, sequence, text
from lineage.importers.once import ToldOnce
from lineage.importers.opencode_database.session import Message, Session
from lineage.importers.report import FaultKind


class Export:
    """See Source; places count the messages."""

    def __init__(self, path: Path, tell: ToldOnce) -> None:
        unpacking = Unpacking(path)
        data = b"".join(unpacking)
        self._whole: Json = {}
        self._tell = tell
        try:
            found, cut = document(data)
        except ValueError as error:
            tell(FaultKind.NOT_READABLE, f"the file is no JSON: {error}")
            return
        if cut:
            tell(FaultKind.CUT_LINE, "the file ends in the middle of its document")
        self._whole = mapping(found)
        if not self._session_id():
            tell(FaultKind.NOT_READABLE, "the file names no session")

    def close(self) -> None:
        self._whole = {}

    def sessions(self) -> Iterator[Session]:
        if session_id := self._session_id():
            info = mapping(self._whole.get("info"))
            yield Session(session_id, {**info, "time": mapping(info.get("time"))})

    def messages(self, session_id: str, whole: bool) -> Iterator[Message]:
        for place, entry in enumerate(sequence(self._whole.get("messages")), 1):
            info = mapping(mapping(entry).get("info"))
            message_id = text(info.get("id"))
            if message_id is None:
                self._tell(FaultKind.NOT_READABLE, "a message without an id", place)
                continue
            parts = mappings(entry.get("parts"))
            typed = [part for part in parts if text(part.get("type"))]
            if len(typed) < len(sequence(entry.get("parts"))):
                self._tell(FaultKind.NOT_READABLE, "a part of a message that has no type", place)
            named = [{**part, "id": str(part.get("id") or f"{message_id}-{at}"), "messageID": message_id} for at, part in enumerate(typed)]
            yield Message(message_id, info, named, place)

    def _session_id(self) -> str | None:
        return text(mapping(self._whole.get("info")).get("id"))
