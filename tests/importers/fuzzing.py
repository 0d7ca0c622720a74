"""How long the fuzzing of readers takes: a few seconds in the test suite, LINEAGE_FUZZ_EXAMPLES examples a test when it is told."""

import os

from hypothesis import HealthCheck, settings

fuzzed = settings(
    max_examples=int(os.environ.get("LINEAGE_FUZZ_EXAMPLES", "40")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
