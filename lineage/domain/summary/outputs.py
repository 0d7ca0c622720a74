"""Tool output that no later item superseded (design 7)."""

from dataclasses import dataclass, field

from lineage.domain.summary.fields import string
from lineage.domain.summary.model import Entry, SummaryItem
from lineage.domain.summary.wording import tool_output

SHOWN = 5
"""Tool output is the least of what a summary says: only the newest few that still hold enter."""

_Key = tuple[str, str, str]


@dataclass(slots=True)
class ToolOutputs:
    """The newest output of each command, or else of each tool and path.

    An output is superseded by a later one of the same, when it is of a command by the command's later result, and when it is
    about a file by a later change of that file. Output that names nothing cannot be told apart, so the newest stands for all.
    """

    _outputs: dict[_Key, Entry] = field(default_factory=dict)
    _of_path: dict[str, dict[_Key, None]] = field(default_factory=dict)

    def take(self, item: SummaryItem) -> None:
        """Brings in a TOOL_OUTPUT item, or drops what a COMMAND, TEST or FILE_CHANGE item supersedes."""
        command, path = string(item.data, "command"), string(item.data, "path")
        if item.kind == "FILE_CHANGE":
            for key in self._of_path.pop(path, {}):
                self._outputs.pop(key, None)
        elif item.kind in ("COMMAND", "TEST"):
            self._outputs.pop(_key("", command, ""), None)
        elif output := tool_output(item):
            key = _key(string(item.data, "tool"), command, path)
            self._outputs.pop(key, None)
            self._outputs[key] = output
            if path:
                self._of_path.setdefault(path, {})[key] = None

    def entries(self) -> list[Entry]:
        """The newest few, the newest last."""
        return list(self._outputs.values())[-SHOWN:]


def _key(tool: str, command: str, path: str) -> _Key:
    return ("", command, "") if command else (tool, "", path)
