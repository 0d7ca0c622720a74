"""What a rollback does."""

import strawberry

from lineage.api.context import Info
from lineage.api.exposing import exposes
from lineage.api.types.run import Run, runs_by_id
from lineage.api.types.start import NativeAction as NativeAction
from lineage.domain import models


@exposes(models.ProviderThreadImpact)
class ProviderThreadImpact:
    pass


@exposes(models.RollbackImpact, hide=("downstream_run_ids",))
class RollbackImpact:
    @strawberry.field(
        description="Begun, not rolled-back runs of other threads that the content of these runs reached, by thread creation and ordinal."
    )
    async def downstream_runs(self, root: strawberry.Parent[models.RollbackImpact], info: Info) -> list[Run]:
        return await runs_by_id(info, root.downstream_run_ids)
