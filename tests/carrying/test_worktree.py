"""Checkpoints of a git work tree, and going back to one, with the real git."""

import subprocess
from pathlib import Path

import pytest

from lineage.carrying.worktree import GitFailed, restore, snapshot, summary_of


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@localhost", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A work tree with one commit of the files kept.txt and gone.txt, where ignored.txt is ignored."""
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    (tmp_path / "kept.txt").write_text("one\n")
    (tmp_path / "gone.txt").write_text("one\ntwo\n")
    (tmp_path / ".gitignore").write_text("ignored.txt\n")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message=first")
    return tmp_path


async def test_an_unchanged_tree_is_its_commit(tree: Path) -> None:
    taken = await snapshot(tree, "r1")
    assert taken is not None
    assert taken.commit == git(tree, "rev-parse", "HEAD").strip()
    assert taken.diff_summary == {"filesChanged": 0, "files": []}


async def test_a_changed_tree_becomes_a_commit_of_its_own_and_is_left_as_it_is(tree: Path) -> None:
    (tree / "kept.txt").write_text("one\ntwo\n")
    (tree / "gone.txt").unlink()
    (tree / "new ü.bin").write_bytes(bytes(range(256)))
    (tree / "ignored.txt").write_text("not for anybody")
    before = git(tree, "status", "--porcelain")
    taken = await snapshot(tree, "run:1/a b")
    assert taken is not None
    assert git(tree, "status", "--porcelain") == before
    assert taken.commit != git(tree, "rev-parse", "HEAD").strip()
    assert git(tree, "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", taken.commit).splitlines() == [
        ".gitignore",
        "kept.txt",
        "new ü.bin",
    ]
    assert git(tree, "for-each-ref", "--format=%(objectname)", "refs/lineage").split() == [taken.commit]
    assert taken.diff_summary == {
        "filesChanged": 3,
        "files": [
            {"path": "gone.txt", "additions": 0, "deletions": 2},
            {"path": "kept.txt", "additions": 1, "deletions": 0},
            {"path": "new ü.bin", "additions": None, "deletions": None},
        ],
    }


async def test_a_clean_tree_goes_back_to_a_checkpoint_and_its_branch_stays(tree: Path) -> None:
    (tree / "kept.txt").write_text("as the agent left it\n")
    (tree / "new.txt").write_text("by the agent\n")
    taken = await snapshot(tree, "r1")
    assert taken is not None
    git(tree, "checkout", "--quiet", "--", "kept.txt")
    (tree / "new.txt").unlink()
    head = git(tree, "rev-parse", "HEAD")
    (tree / "below").mkdir()
    await restore(tree / "below", taken.commit)
    assert (tree / "kept.txt").read_text() == "as the agent left it\n"
    assert (tree / "new.txt").read_text() == "by the agent\n"
    assert git(tree, "rev-parse", "HEAD") == head


async def test_changes_that_are_not_committed_are_never_overwritten(tree: Path) -> None:
    taken = await snapshot(tree, "r1")
    assert taken is not None
    (tree / "mine.txt").write_text("not committed")
    with pytest.raises(GitFailed, match="not committed"):
        await restore(tree, taken.commit)
    assert (tree / "mine.txt").read_text() == "not committed"


async def test_a_commit_that_is_not_there_changes_nothing(tree: Path) -> None:
    with pytest.raises(GitFailed):
        await restore(tree, "0" * 40)
    assert (tree / "kept.txt").read_text() == "one\n"


async def test_outside_of_a_work_tree_and_before_its_first_commit_there_is_no_snapshot(tmp_path: Path) -> None:
    assert await snapshot(tmp_path, "r1") is None
    git(tmp_path, "init", "--quiet")
    assert await snapshot(tmp_path, "r1") is None


def test_a_long_summary_says_how_many_files_there_are() -> None:
    summary = summary_of("".join(f"1\t0\tfile {number}\0" for number in range(500)))
    assert (summary["filesChanged"], len(summary["files"])) == (500, 200)
