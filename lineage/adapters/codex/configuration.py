"""Whether Codex has what it needs to ask its model, as far as that can be known before it does."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lineage.adapters.codex.abilities import Abilities
from lineage.adapters.codex.app_server import AppServer, Lost, Refused
from lineage.adapters.errors import NotConfigured
from lineage.adapters.program import surroundings


async def check_configuration(server: AppServer, abilities: Abilities, folder: Path, environment: Mapping[str, str] | None) -> None:
    """NotConfigured when its configuration cannot be read, its provider's key is missing, or nobody is logged in.

    Looked at before a thread is touched: what fails later would count against the thread.
    """
    try:
        if "config/read" in abilities.methods:
            _check_key((await server.request("config/read", cwd=str(folder))).get("config") or {}, surroundings(environment))
        if "account/read" in abilities.methods:
            account = await server.request("account/read")
            if account.get("requiresOpenaiAuth") and account.get("account") is None:
                raise NotConfigured("Codex is not logged in: run `codex login`, or name another model provider in its config.toml.")
    except (Lost, Refused) as error:
        raise NotConfigured(f"Codex cannot use its configuration: {error}") from error


def _check_key(config: dict[str, Any], variables: Mapping[str, str]) -> None:
    provider = config.get("model_provider") or ""
    needed = ((config.get("model_providers") or {}).get(provider) or {}).get("env_key")
    if needed and not variables.get(needed):
        raise NotConfigured(f"Codex takes the key of its model provider {provider} from the variable {needed}, which is not set.")
