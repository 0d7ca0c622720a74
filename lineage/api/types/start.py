"""How runs start, and how fit provider threads are."""

from lineage.api.exposing import exposes
from lineage.domain import models
from lineage.service import handoff_previews


@exposes(models.NativeAction)
class NativeAction:
    pass


@exposes(models.StalenessSignal)
class StalenessSignal:
    pass


@exposes(models.Staleness)
class Staleness:
    pass


@exposes(models.RejectedStrategy)
class RejectedStrategy:
    pass


@exposes(models.StartContextResolution)
class StartContextResolution:
    pass


@exposes(handoff_previews.HandoffPreview)
class HandoffPreview:
    pass
