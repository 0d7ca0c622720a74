"""The providers that examples use: those of the conformance cases, and some that are odder."""

from collections.abc import Mapping
from typing import Any, cast

from tests.conformance import conformance
from tests.running import RunningService

Profile = Mapping[str, Any]

ODDER: dict[str, Profile] = {
    "reverter": {"nativeRevert": True},
    "forkReverter": {"nativeFork": True, "nativeRevert": True, "handoffDelivery": "SYSTEM"},
    "rollbacker": {"nativeRollback": True},
    "strict": {"nativeFork": True, "nativeRollback": True, "resumeAcrossModels": False, "resumeAcrossRuntimeModes": False},
    "muteAll": {"acceptsHandoff": False, "nativeFork": True, "nativeRollback": True, "nativeRevert": True},
    "terse": {"maxHandoffChars": 700, "nativeFork": True},
}
PROFILES: dict[str, Profile] = {**cast(Mapping[str, Profile], conformance.PROFILES), **ODDER}
CHANGELING = "changeling"
"""A provider of each example's own, whose profile changes while it runs."""


def registered(service: RunningService, salt: str) -> dict[str, str]:
    """Registers the profiles under kinds of this salt, which sort as the names do; gives the kinds by the profiles' names."""
    kinds = {name: f"{name} {salt}" for name in PROFILES}
    for name, kind in kinds.items():
        service.mutate("registerProvider", "provider{kind}", kind=kind, **PROFILES[name])
    return kinds


def profiles() -> list[Profile]:
    """The inputs that tell the model the same."""
    return [{"kind": name, **profile} for name, profile in PROFILES.items()]
