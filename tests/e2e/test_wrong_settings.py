"""A setting that is wrong ends a command with one line that names it, before anything is started."""

import pytest
from typer.testing import CliRunner

from lineage.cli import app


@pytest.mark.parametrize(
    ("arguments", "environment", "told"),
    [
        (["schema"], {"LINEAGE_PORT": "abc"}, "lineage: setting port: Input should be a valid integer"),
        (["serve"], {"LINEAGE_MAX_PAGE_SIZE": "0"}, "lineage: setting max_page_size: Input should be greater than or equal to 1"),
        (["serve", "--port", "99999"], {}, "lineage: setting port: Input should be less than or equal to 65535"),
        (["serve"], {"LINEAGE_LOG_LEVEL": "LOUD"}, "lineage: setting log_level: Input should be 'DEBUG'"),
        (["migrate"], {"NEO4J_URI": "http://127.0.0.1:7474"}, "lineage: setting NEO4J_URI: String should match pattern"),
        (["serve", "--ephemeral"], {"NEO4J_URI": "bolt://127.0.0.1:1"}, "lineage: --ephemeral is for the private Neo4j"),
        (
            ["serve", "--no-auth", "--host", "0.0.0.0"],
            {},
            "lineage: without auth (--no-auth, LINEAGE_AUTH=off) the service listens on loopback",
        ),
        (
            ["serve"],
            {"LINEAGE_AUTH": "off", "LINEAGE_HOST": "::"},
            "lineage: without auth (--no-auth, LINEAGE_AUTH=off) the service listens",
        ),
        (["serve"], {"LINEAGE_ADMIN_TOKEN": "short"}, "lineage: setting admin_token: Value should have at least 32 items"),
        (["serve"], {"LINEAGE_OIDC_ALGORITHMS": '["HS256"]'}, "lineage: setting oidc_algorithms: Input should be 'RS256'"),
        (
            ["serve"],
            {"LINEAGE_OIDC_ISSUER": "https://issuer.example"},
            "lineage: LINEAGE_OIDC_ISSUER and LINEAGE_OIDC_AUDIENCE go together",
        ),
        (["migrate"], {"LINEAGE_CORS_ORIGINS": "https://a.example"}, 'lineage: error parsing value for field "cors_origins"'),
    ],
)
def test_a_wrong_setting_is_named(arguments: list[str], environment: dict[str, str], told: str) -> None:
    result = CliRunner().invoke(app, arguments, env=environment)
    assert result.exit_code == 1
    assert result.output.startswith(told)


def test_a_wrong_setting_does_not_show_its_value() -> None:
    result = CliRunner().invoke(app, ["schema"], env={"LINEAGE_NEO4J_POOL_SIZE": "a-secret-in-the-wrong-place"})
    assert "a-secret" not in result.output


def test_an_option_wins_over_the_environment() -> None:
    result = CliRunner().invoke(app, ["serve", "--port", "99999"], env={"LINEAGE_PORT": "8080"})
    assert "setting port" in result.output
