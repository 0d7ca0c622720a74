"""The questions of dashboards, of one workspace: statistics, stale provider threads, and lists of threads."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime

from lineage.domain.kinds import StatsDimension, StatsInterval
from lineage.domain.models import Provider
from lineage.domain.stats.telling import StatsBucket
from lineage.service.stale_provider_threads import StalePage, StaleProviderThreads
from lineage.service.stats import stats
from lineage.service.thread_lists import ThreadFilter, ThreadList, ThreadsPage, threads_page
from lineage.settings import Settings
from lineage.store.store import Store


class Dashboards:
    """What dashboards ask of one workspace. want is told that statistics of it are asked for."""

    def __init__(
        self, store: Store, settings: Settings, shipped: Mapping[str, Provider], workspace: str, want: Callable[[str], None]
    ) -> None:
        self._store = store
        self._settings = settings
        self._workspace = workspace
        self._want = want
        self._stale = StaleProviderThreads(store, workspace, shipped, settings.policy)

    async def stats(
        self, start: datetime, end: datetime, interval: StatsInterval, group_by: Collection[StatsDimension]
    ) -> list[StatsBucket]:
        """See stats; at most as many buckets as the settings say."""
        found = await stats(self._store, self._workspace, start, end, interval, group_by, self._settings.max_stats_buckets)
        self._want(self._workspace)
        return found

    async def stale_provider_threads(self, first: int, after: str | None, provider: str | None) -> StalePage:
        """See StaleProviderThreads.page."""
        return await self._stale.page(first, after, provider)

    async def threads_page(self, asked: ThreadList, wanted: ThreadFilter, total: bool) -> ThreadsPage:
        """See threads_page."""
        return await threads_page(self._store, self._workspace, asked, wanted, total)
