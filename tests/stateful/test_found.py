"""What campaigns found, each as a written case: service and model answer as it says."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conformance import conformance
from tests.model.model import Model
from tests.running import RunningService

CASES = [
    pytest.param(spec, id=f"{path.stem}/{spec['name']}")
    for path in sorted((Path(__file__).parent / "found").glob("*.yaml"))
    for spec in yaml.safe_load_all(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("spec", CASES)
def test_the_service_answers_as_the_case_says(service: RunningService, spec: dict[str, Any]) -> None:
    conformance.Case(conformance.Http(service.url, timeout=120), spec).go()


@pytest.mark.parametrize("spec", CASES)
def test_the_model_answers_as_the_case_says(spec: dict[str, Any]) -> None:
    conformance.Case(Model(refused=conformance.Refused), spec).go()
