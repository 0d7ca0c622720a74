"""The parts of the README that are written from the code are what the code says now."""

import pytest

from lineage.settings import Settings
from tests.docs.generated import PARTS, command_names, variable
from tests.docs.page import README, generated

PAGE = README.read_text(encoding="utf-8")


PARTICULAR = {
    "url": "http://other.example/graphql",
    "neo4j_uri": "neo4j+s://another.example",
    "log_level": "ERROR",
    "auth": "off",
    "admin_token": "a-token-of-32-characters-or-more",
    "oidc_algorithms": '["ES384"]',
    "max_compacted_runs": "3",
    "traces_endpoint": "http://collector.example/v1/traces",
    "otlp_endpoint": "http://collector.example",
}
"""Values of settings that do not take any text."""


@pytest.mark.parametrize("part", PARTS)
def test_a_generated_part_is_up_to_date(part: str) -> None:
    assert generated(part, PAGE) == PARTS[part](), "run: .venv/bin/python -m tests.docs.refresh"


@pytest.mark.parametrize("setting", Settings.model_fields)
def test_a_setting_is_documented_under_the_variable_that_sets_it(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    default = Settings.model_fields[setting].default
    monkeypatch.setenv(variable(setting), PARTICULAR.get(setting, _another_than(default)))
    assert f"| `{variable(setting)}` |" in generated("settings", PAGE)
    assert getattr(Settings(), setting) != default


def _another_than(default: object) -> str:
    if isinstance(default, bool):
        return str(not default).lower()
    if isinstance(default, tuple):
        return '["https://tools.example"]'
    return str(default + 1) if isinstance(default, int | float) else "another"


@pytest.mark.parametrize("command", command_names())
def test_a_command_is_documented(command: str) -> None:
    assert f"Usage: lineage {command} " in generated("commands", PAGE)
