"""Points that something is taken from."""

from lineage.api.exposing import exposes
from lineage.api.loaders import Loaders
from lineage.domain import models
from lineage.domain.points import Point


@exposes(models.ContextSourcePoint)
class ContextSourcePoint:
    pass


async def source_point(point: Point | None, loaders: Loaders) -> models.ContextSourcePoint | None:
    """A point of a history with the ids of its run and of its checkpoint."""
    if point is None:
        return None
    found = await loaders.runs_at.load(point)
    run_id, checkpoint_id = found or (None, None)
    return models.ContextSourcePoint(thread_id=point.thread_id, ordinal=point.ordinal, run_id=run_id, checkpoint_id=checkpoint_id)
