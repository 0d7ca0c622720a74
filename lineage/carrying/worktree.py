"""The folder that agents work in, where it is a git work tree: what it is at a checkpoint, and how it becomes that again."""

import asyncio
import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GIT_SECONDS = 60
MAX_FILES = 200
"""How many changed files a diff summary names; it gives the number of all."""
AUTHOR = {
    f"GIT_{role}_{field}": value
    for role in ("AUTHOR", "COMMITTER")
    for field, value in (("NAME", "lineage"), ("EMAIL", "lineage@localhost"))
}


class GitFailed(Exception):
    """Git refused; its text is what it said."""


@dataclass(frozen=True)
class Snapshot:
    """A commit that holds all files as they are, and what changed since the commit that is checked out."""

    commit: str
    diff_summary: Mapping[str, Any]


async def snapshot(folder: Path, name: str) -> Snapshot | None:
    """The state of the work tree as a commit; None where the folder is in no git work tree or that has no commit yet.

    Where nothing was changed it is the commit that is checked out. Else one is made of all files that git does not ignore,
    kept by the reference refs/lineage/NAME; branches, the index and the files are not touched.
    """
    try:
        head = (await _git(folder, "rev-parse", "--verify", "HEAD")).strip()
    except (GitFailed, OSError):
        return None
    with tempfile.TemporaryDirectory(prefix="lineage-index-") as scratch:
        index = {"GIT_INDEX_FILE": str(Path(scratch) / "index")}
        await _git(folder, "read-tree", "HEAD", environment=index)
        await _git(folder, "add", "--all", ":/", environment=index)
        tree = (await _git(folder, "write-tree", environment=index)).strip()
        numbers = await _git(folder, "diff", "--cached", "--numstat", "-z", "--no-renames", "HEAD", environment=index)
    commit = head
    if tree != (await _git(folder, "rev-parse", "HEAD^{tree}")).strip():
        message = f"Checkpoint {name}"
        commit = (await _git(folder, "commit-tree", tree, "-p", head, "-m", message, environment=AUTHOR)).strip()
        await _git(folder, "update-ref", f"refs/lineage/{re.sub('[^A-Za-z0-9_-]', '-', name)}", commit)
    return Snapshot(commit, summary_of(numbers))


def summary_of(numstat: str) -> dict[str, Any]:
    """Git's `--numstat -z` as a diff summary: files with their added and deleted lines, null for binary ones, and the number of all."""
    files = []
    for line in filter(None, numstat.split("\0")):
        added, deleted, path = line.split("\t", 2)
        files.append({"path": path, "additions": _number(added), "deletions": _number(deleted)})
    return {"filesChanged": len(files), "files": files[:MAX_FILES]}


def _number(text: str) -> int | None:
    return None if text == "-" else int(text)


async def check_restorable(folder: Path, commit: str) -> None:
    """GitFailed unless the work tree holds nothing that is not committed, new files included, and has that commit."""
    if (await _git(folder, "status", "--porcelain")).strip():
        raise GitFailed("the work tree has changes that are not committed: commit or stash them first")
    await _git(folder, "rev-parse", "--quiet", "--verify", f"{commit}^{{commit}}")


async def restore(folder: Path, commit: str) -> None:
    """Makes all files of the work tree and the index those of the commit; HEAD stays where it is. GitFailed as above."""
    await check_restorable(folder, commit)
    top = Path((await _git(folder, "rev-parse", "--show-toplevel")).rstrip("\n"))
    await _git(top, "restore", f"--source={commit}", "--staged", "--worktree", "--", ":/")


async def _git(folder: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    process = await asyncio.create_subprocess_exec(
        "git",
        *arguments,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(GIT_SECONDS):
            out, errors = await process.communicate()
    except TimeoutError as error:
        raise GitFailed(f"git {arguments[0]} took longer than {GIT_SECONDS} seconds") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise GitFailed(errors.decode(errors="replace").strip() or f"git {arguments[0]} failed")
    return out.decode(errors="surrogateescape")
