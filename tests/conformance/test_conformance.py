"""The conformance cases, answered by a running service through its endpoint; and whether the copy here is the newest."""

import filecmp
from pathlib import Path

import pytest
import yaml

from tests.conformance import conformance
from tests.running import RunningService

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared" / "conformance"
CASES = [
    pytest.param(spec, id=f"{path.stem}/{spec['name']}")
    for folder in ("cases", "random")
    for path in sorted((HERE / folder).glob("*.yaml"))
    for spec in yaml.safe_load_all(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("spec", CASES)
def test_the_service_answers_as_the_case_says(service: RunningService, spec: dict[str, object]) -> None:
    conformance.Case(conformance.Http(service.url, timeout=120), spec).go()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the project's shared folder is not beside this checkout")
def test_the_copy_of_runner_and_cases_is_the_newest() -> None:
    copied = sorted(path.relative_to(HERE) for path in [HERE / "conformance.py", *HERE.glob("cases/*"), *HERE.glob("random/*")])
    shared = sorted(path.relative_to(SHARED) for path in [SHARED / "conformance.py", *SHARED.glob("cases/*"), *SHARED.glob("random/*")])
    assert copied == shared
    assert [str(name) for name in copied if not filecmp.cmp(HERE / name, SHARED / name, shallow=False)] == []
