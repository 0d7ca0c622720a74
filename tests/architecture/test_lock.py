"""requirements.lock pins what pyproject.toml asks for, each file by its hash, and says nothing of where it was fetched."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKED = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PINS = [
    (canonicalize_name(name), version, hashes)
    for name, version, hashes in re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)([^\n]*(?:\\\n +--hash=[^\n]*)+)", LOCKED, re.M)
]
"""Name, version and hashes of each pin; a package that is pinned by environment has several."""


def wanted() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    own = [Requirement(text) for text in extras["dev"]]
    named = [extra for requirement in own if requirement.name == project["name"] for extra in requirement.extras]
    texts = [*project["dependencies"], *extras["dev"], *(text for extra in named for text in extras[extra])]
    return sorted(text for text in texts if Requirement(text).name != project["name"])


@pytest.mark.parametrize("text", wanted())
def test_what_is_asked_for_is_pinned_within_its_bounds(text: str) -> None:
    requirement = Requirement(text)
    versions = [version for name, version, _ in PINS if name == canonicalize_name(requirement.name)]
    assert versions, f"scripts/dependencies lock: {text} is not locked"
    assert all(requirement.specifier.contains(version, prereleases=True) for version in versions), versions


def test_every_pin_has_hashes() -> None:
    assert len(PINS) > 50
    assert [name for name, _, hashes in PINS if "--hash=sha256:" not in hashes] == []
    assert len(re.findall(r"^[A-Za-z0-9._-]+.*==", LOCKED, re.M)) == len(PINS)


def test_no_place_is_named() -> None:
    assert "://" not in LOCKED
    assert "--index" not in LOCKED
