"""A home of the tests' own for OpenCode, whose models are the tests' model server."""

import json
from pathlib import Path
from typing import Any


def opencode_home(folder: Path, base: str, **configuration: Any) -> dict[str, str]:
    """The environment for OpenCode with this folder as its home; base is the model server's address.

    Models whose names begin with gpt get other tools from OpenCode than others. configuration is added to the configuration file.
    """
    models = {name: {"name": name} for name in ("m1", "m2", "gpt-5")}
    endpoint = {"baseURL": f"{base}/v1", "apiKey": "any"}
    provider = {"npm": "@ai-sdk/openai-compatible", "name": "tests", "options": endpoint, "models": models}
    config = {"model": "tests/m1", "enabled_providers": ["tests"], "provider": {"tests": provider}, "share": "disabled", **configuration}
    (folder / "config" / "opencode").mkdir(parents=True, exist_ok=True)
    (folder / "config" / "opencode" / "opencode.json").write_text(json.dumps(config))
    return {
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_STATE_HOME": str(folder / "state"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        # No network, and nothing that would only take time.
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    }


def database(home: Path) -> Path:
    """The file that holds the sessions."""
    return home / "data" / "opencode" / "opencode.db"
