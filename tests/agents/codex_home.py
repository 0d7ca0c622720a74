"""A CODEX_HOME of the tests' own, whose model is the tests' model server."""

from pathlib import Path

KEY = "LINEAGE_TEST_CODEX_KEY"

_CONFIG = """
model = "m1"
model_provider = "tests"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
plugins = false

[model_providers.tests]
name = "tests"
base_url = "{base}/v1"
wire_api = "responses"
env_key = "{key}"
request_max_retries = 0
stream_max_retries = 0
"""


def codex_home(folder: Path, base: str) -> dict[str, str]:
    """The environment for Codex with this folder as its home and the user's, whose login shell would else run for each command."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text(_CONFIG.format(base=base, key=KEY))
    return {"HOME": str(folder), "CODEX_HOME": str(folder), KEY: "any"}


def rollout_files(home: Path, thread: str) -> list[Path]:
    """The files that hold a thread."""
    return [path for path in home.glob("sessions/**/*.jsonl") if thread in path.name]
