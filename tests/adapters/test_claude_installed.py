"""What is found out about the installed Claude Code, on programs that say what versions of it say."""

from itertools import pairwise
from pathlib import Path

import pytest

from lineage.adapters.claude import ClaudeAgent
from lineage.adapters.claude.installed import installed_at
from lineage.adapters.claude.turn import Manner


def program(folder: Path, version: str, options: str) -> Path:
    path = folder / "claude"
    path.write_text(f"#!/bin/sh\ncase $1 in\n--version) echo '{version} (Claude Code)' ;;\n--help) echo '{options}' ;;\nesac\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(("version", "reverts"), [("2.1.94", False), ("2.1.196", False), ("2.1.197", True), ("2.2.0", True)])
async def test_only_versions_that_keep_to_a_revert_are_told_to_revert(tmp_path: Path, version: str, reverts: bool) -> None:
    probe = await ClaudeAgent(program(tmp_path, version, "")).probe()
    assert probe.version == version
    assert probe.profile["nativeFork"] is True
    assert probe.profile["nativeRevert"] is reverts


@pytest.mark.parametrize(("options", "given"), [("--model", False), ("--model  --system-prompt-snapshot <on|off>", True)])
async def test_a_version_that_pins_the_system_prompt_is_told_not_to(tmp_path: Path, options: str, given: bool) -> None:
    installed = await installed_at(program(tmp_path, "2.1.197", options), None)
    arguments = Manner(installed, tmp_path, tmp_path, None, "m1", "acceptEdits", 1, 1).arguments()
    assert (("--system-prompt-snapshot", "off") in pairwise(arguments)) is given
    assert ("--model", "m1") in pairwise(arguments)
