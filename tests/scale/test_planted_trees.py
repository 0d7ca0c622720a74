"""The large trees are what the service would have recorded: verify finds nothing in their workspace."""

import pytest

from lineage.service.verify import verify
from tests.scale.conftest import LargeTrees


@pytest.mark.usefixtures("tree", "chain", "long", "clean")
def test_large_trees_are_whole(large: LargeTrees) -> None:
    assert large.running.run(verify(large.running.service.store, large.running.service.settings.workspace)) == []
