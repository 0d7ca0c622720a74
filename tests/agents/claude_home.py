"""A home of the tests' own for Claude Code, whose model is the tests' model server."""

import json
import os
from pathlib import Path


def claude_home(folder: Path, base: str) -> dict[str, str]:
    """The environment for Claude Code with this folder as its home; base is the model server's address. Commands need no consent."""
    (folder / ".claude").mkdir(parents=True, exist_ok=True)
    (folder / ".claude" / "settings.json").write_text(json.dumps({"permissions": {"allow": ["Bash"]}}))
    return {
        # What the person who runs the tests has set for their own Claude Code.
        **{name: "" for name in os.environ if name.startswith(("ANTHROPIC_", "CLAUDE"))},
        "HOME": str(folder),
        "CLAUDE_CONFIG_DIR": str(folder / ".claude"),
        "ANTHROPIC_BASE_URL": base,
        "ANTHROPIC_API_KEY": "any",
        "CLAUDE_CODE_MAX_RETRIES": "0",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }


def session_file(home: Path, thread: str) -> Path:
    """The file that holds a session."""
    (path,) = (home / ".claude" / "projects").glob(f"*/{thread}.jsonl")
    return path


def copied_session(home: Path, thread: str, copy: str) -> None:
    """Another session with the same turns, which costs nothing: its file is the first one's with another id."""
    path = session_file(home, thread)
    path.with_name(f"{copy}.jsonl").write_text(path.read_text().replace(thread, copy))
