"""Context transfers."""

from lineage.api.exposing import exposes
from lineage.api.types.source_point import ContextSourcePoint as ContextSourcePoint
from lineage.domain import models


@exposes(models.ContextTransferResolution)
class ContextTransferResolution:
    pass


@exposes(models.ContextTransfer)
class ContextTransfer:
    pass
