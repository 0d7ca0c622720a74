"""What is taken for a diff, and where one ends."""

import pytest

from lineage.domain.summary.diffs import leave_out_diffs

GIT = """diff --git a/x.py b/x.py
index 1234567..89abcde 100644
--- a/x.py
+++ b/x.py
@@ -1,2 +1,2 @@ def f
 same

-old
+new
\\ No newline at end of file"""
UNIFIED = "--- x.orig\n+++ x\n@@ -1 +1,3 @@\n-a\n+b\n+c\n+d"
PATCH = "*** Begin Patch\n*** Update File: x\nanything\n-a\n+b\n*** End Patch"
BARE = "+one\n-two\n+three\n-four\n+five\n+six"
RENAMED = "diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\nold mode 1\nnew mode 2"


@pytest.mark.parametrize("diff", [GIT, UNIFIED, PATCH, BARE, RENAMED])
def test_a_long_diff_is_left_out_and_what_stands_around_it_is_kept(diff: str) -> None:
    lines = len(diff.split("\n"))
    assert leave_out_diffs(f"before\n\n{diff}\n\nafter") == f"before\n\n(diff of {lines} lines left out)\n\nafter"


@pytest.mark.parametrize(
    "text",
    [
        "@@ -1 +1 @@\n-a\n+b",
        "*** Begin Patch\n*** Update File: x\n-a\n+b\n*** End Patch",
        "\n".join(f"- point {n}" for n in range(20)),
        "\n".join(f"+ point {n}" for n in range(20)),
        "title\n--- \nsix\nplain\nlines\nof\nprose",
        "\n\n\n\n\n\n\n",
        "    indented\n" * 10,
    ],
)
def test_short_diffs_and_what_only_resembles_one_stay(text: str) -> None:
    assert leave_out_diffs(text) == text


def test_a_patch_that_is_not_closed_goes_to_the_end() -> None:
    assert leave_out_diffs("before\n*** Begin Patch\n" + "x\n" * 9 + "x") == "before\n(diff of 11 lines left out)"


def test_two_diffs_are_left_out_one_by_one() -> None:
    assert leave_out_diffs(f"{GIT}\nand\n{UNIFIED}") == "(diff of 10 lines left out)\nand\n(diff of 7 lines left out)"
