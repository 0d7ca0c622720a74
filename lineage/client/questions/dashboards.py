"""Questions of dashboards."""

from collections.abc import Sequence
from datetime import datetime

from lineage.client.caller import Caller
from lineage.client.models import StaleProviderThread, StatsBucket
from lineage.client.models.answer import Part
from lineage.domain.kinds import StatsDimension, StatsInterval


class DashboardQuestions(Caller):
    """Statistics, and provider threads that are stale."""

    async def stats(
        self, *, from_: datetime, to: datetime, bucket: StatsInterval, group_by: Sequence[StatsDimension] | None = None
    ) -> tuple[StatsBucket, ...]:
        """What happened from one moment to before another, by parts of time. BAD_INPUT for a range that is none or has too many parts."""
        return await self._ask("stats", "stats", tuple[StatsBucket, ...], from_=from_, to=to, bucket=bucket, group_by=group_by)

    async def stale_provider_threads(
        self, *, first: int | None = None, after: str | None = None, provider: str | None = None
    ) -> Part[StaleProviderThread]:
        """Those that are stale now. A part can be shorter than asked for, even empty, while has_next_page is True."""
        return await self._ask(
            "stale_provider_threads", "staleProviderThreads", Part[StaleProviderThread], first=first, after=after, provider=provider
        )
