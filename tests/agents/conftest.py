"""The agent programs for tests that drive them."""

import pytest

from tests.agents.installing import Programs, install


@pytest.fixture(scope="session")
def programs() -> Programs:
    """The real programs, from npm."""
    return install()
