"""Changes of files, as turn items and as the diff summary of a checkpoint."""

from pathlib import PurePath
from typing import Any

from lineage.importers.t3code.fields import Json, mappings, text, whole


def file_change(item: Json, folder: PurePath | None) -> dict[str, Any] | None:
    """The data of a FILE_CHANGE item; None without a file name. What the item does not count is counted in its diff."""
    name = text(item, "fileName")
    if name is None:
        return None
    path = PurePath(name)
    relative = str(path.relative_to(folder)) if folder is not None and path.is_relative_to(folder) else name
    lines = (text(item, "diffStr") or "").splitlines()
    told: dict[str, Any] = {"path": relative, "change": _change(item, lines)}
    counted = {
        "additions": sum(line.startswith("+") and not line.startswith("+++") for line in lines),
        "deletions": sum(line.startswith("-") and not line.startswith("---") for line in lines),
    }
    for field, count in counted.items():
        known = whole(item, field)
        if known is not None or lines:
            told[field] = count if known is None else known
    return told


def diff_summary(checkpoint: Json) -> dict[str, Any]:
    """What changed up to a checkpoint: counts, and each file."""
    files = mappings(checkpoint, "files")
    told = [{name: file[name] for name in ("path", "kind", "additions", "deletions") if name in file} for file in files]
    counts = {name: sum(whole(file, name) or 0 for file in files) for name in ("additions", "deletions")}
    return {"files": len(files), **counts, **({"changed": told} if told else {})}


def _change(item: Json, diff: list[str]) -> str:
    if any(line.startswith(("new file mode", "--- /dev/null")) for line in diff):
        return "added"
    if any(line.startswith(("deleted file mode", "+++ /dev/null")) for line in diff):
        return "deleted"
    written, before = item.get("newStr"), item.get("oldStr")
    return "added" if not diff and before == "" and isinstance(written, str) and written else "modified"
