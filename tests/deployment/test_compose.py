"""docker-compose.yml: health checks, volumes, loopback ports, and secrets from the environment alone."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

FILE = Path(__file__).parents[2] / "docker-compose.yml"
COMPOSED: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSED["services"]

GIVEN = {"NEO4J_PASSWORD": "only-for-this-test", "LINEAGE_ADMIN_TOKEN": "only-for-this-test-0123456789abcd"}


def compose_client_is_installed() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "compose", "version"], capture_output=True, timeout=30, check=False).returncode == 0


needs_compose = pytest.mark.skipif(not compose_client_is_installed(), reason="the docker client with its compose plugin is not installed")


def config(**settings: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J_", "LINEAGE_"))}
    return subprocess.run(
        ["docker", "compose", "--file", str(FILE), "config"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment | settings,
    )


@pytest.mark.parametrize("name", SERVICES)
def test_each_service_has_a_health_check(name: str) -> None:
    check = SERVICES[name]["healthcheck"]
    assert check["test"][0] in ("CMD", "CMD-SHELL")
    assert {"interval", "timeout", "retries", "start_period"} <= set(check)


def test_the_service_waits_for_a_healthy_store() -> None:
    assert SERVICES["lineage"]["depends_on"] == {"neo4j": {"condition": "service_healthy"}}


def test_data_and_logs_are_in_named_volumes() -> None:
    mounted = dict(volume.split(":") for volume in SERVICES["neo4j"]["volumes"])
    assert mounted == {"neo4j-data": "/data", "neo4j-logs": "/logs"}
    assert set(COMPOSED["volumes"]) == set(mounted)


@pytest.mark.parametrize("name", SERVICES)
def test_ports_are_bound_to_loopback(name: str) -> None:
    assert all(port.startswith("127.0.0.1:") for port in SERVICES[name]["ports"])


@pytest.mark.parametrize("name", SERVICES)
def test_secrets_come_from_the_environment_and_have_no_default(name: str) -> None:
    secrets = {key: value for key, value in SERVICES[name]["environment"].items() if re.search("PASSWORD|AUTH|TOKEN|SECRET", key)}
    assert secrets
    for value in secrets.values():
        assert re.fullmatch(r"(neo4j/)?\$\{(NEO4J_PASSWORD|LINEAGE_ADMIN_TOKEN):\?[^}]+\}", value)


def test_the_store_is_a_community_release_and_can_be_chosen() -> None:
    assert re.fullmatch(r"\$\{NEO4J_IMAGE:-neo4j:[\d.]+-community\}", SERVICES["neo4j"]["image"])


@needs_compose
def test_compose_accepts_the_file() -> None:
    answer = config(**GIVEN)
    assert answer.returncode == 0, answer.stderr
    assert answer.stderr == ""
    composed = yaml.safe_load(answer.stdout)["services"]
    assert composed["neo4j"]["image"] == "neo4j:2026-community"
    assert composed["lineage"]["ports"][0]["host_ip"] == "127.0.0.1"


@needs_compose
def test_compose_refuses_to_start_without_a_secret() -> None:
    for name in GIVEN:
        answer = config(**{other: value for other, value in GIVEN.items() if other != name})
        assert answer.returncode != 0
        assert f"set {name}" in answer.stderr


@needs_compose
def test_compose_takes_another_release_of_the_store() -> None:
    answer = config(**GIVEN, NEO4J_IMAGE="neo4j:5.26-community")
    assert yaml.safe_load(answer.stdout)["services"]["neo4j"]["image"] == "neo4j:5.26-community"
