"""What happened in parts of time."""

from lineage.api.exposing import exposes
from lineage.domain.stats import telling


@exposes(telling.RunStats)
class RunStats:
    pass


@exposes(telling.HandoffStats)
class HandoffStats:
    pass


@exposes(telling.SizeClass)
class SizeClass:
    pass


@exposes(telling.SummarySizeStats)
class SummarySizeStats:
    pass


@exposes(telling.StatsBucket)
class StatsBucket:
    pass
