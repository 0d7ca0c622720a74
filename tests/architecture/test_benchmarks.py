"""Benchmarks are not run with the tests, but what they import has to be there."""

import importlib
import pkgutil

import pytest

import benchmarks

BROUGHT_BY_BENCH = {"asyncpg"}
"""Packages of the extra `bench`, which is not installed for the tests."""

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(benchmarks.__path__, "benchmarks.") if not module.name.endswith("__main__")
)


def test_there_are_benchmarks() -> None:
    assert "benchmarks.dashboards" in MODULES


@pytest.mark.parametrize("module", MODULES)
def test_a_benchmark_can_be_imported(module: str) -> None:
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name not in BROUGHT_BY_BENCH:
            raise
