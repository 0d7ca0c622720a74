"""Which model a turn is for."""

from lineage.adapters.errors import NotConfigured
from lineage.adapters.opencode.server import Json, Server


async def chosen_model(server: Server, wanted: str | None) -> Json | None:
    """The model as a message names it: the wanted one, or else the configuration's; None leaves it to OpenCode.

    NotConfigured when OpenCode has no such model: it would store the message first and then fail, and the session would ask
    for that model from then on.
    """
    name = wanted or (await server.get("/config")).get("model")
    if not name:
        return None
    provider, _, model = name.partition("/")
    if not model:
        raise NotConfigured(f"OpenCode's models are named provider/model; {name} is no such name.")
    known = {found["id"]: found["models"] for found in (await server.get("/config/providers"))["providers"]}
    if provider not in known:
        raise NotConfigured(
            f"OpenCode has no provider {provider} that it could ask, only {', '.join(sorted(known)) or 'none'}: "
            "give it a key with `opencode auth login`, or describe it in opencode.json."
        )
    if model not in known[provider]:
        raise NotConfigured(f"OpenCode's provider {provider} has no model {model}; `opencode models {provider}` lists those that it has.")
    return {"providerID": provider, "modelID": model}
