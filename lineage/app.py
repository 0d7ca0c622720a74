"""The only wiring: settings -> store -> service -> schema -> HTTP application."""

import asyncio
import tomllib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from pydantic import SecretStr
from starlette.applications import Starlette

from lineage import __version__, local
from lineage.api import watching as api_watching
from lineage.api.context import Context
from lineage.api.endpoint import Endpoint
from lineage.api.schema import build_schema
from lineage.auth.access import Access
from lineage.auth.opening import check_settings, opened_access
from lineage.auth.principal import Principal
from lineage.domain.models import Provider
from lineage.errors import LineageError
from lineage.live.feed import Feed, FeedOptions
from lineage.live.log import Log
from lineage.metrics.service_metrics import ServiceMetrics
from lineage.private_store import template
from lineage.service.configured_summaries import ConfiguredSummaries
from lineage.service.dashboards import Dashboards
from lineage.service.inputs import RegisterProviderInput
from lineage.service.questions import Questions
from lineage.service.rolling_up import RollUp
from lineage.service.unit import Commands
from lineage.service.usual import usual_statements
from lineage.settings import Settings
from lineage.store import watching as store_watching
from lineage.store.connect import connect
from lineage.store.migrations import migrate
from lineage.store.records.reading import asked_parts
from lineage.store.store import Store
from lineage.store.warming import PATIENCE_SECONDS, warm
from lineage.traces.opening import open_traces
from lineage.web.application import build_application
from lineage.web.health import Readiness
from lineage.web.options import WebOptions


def shipped_providers() -> dict[str, Provider]:
    """The provider profiles that come with the service, by kind."""
    profiles = tomllib.loads((files("lineage") / "providers.toml").read_text(encoding="utf-8"))
    return {
        kind: Provider(**RegisterProviderInput(kind=kind, **profile).model_dump(exclude={"command_id"}))
        for kind, profile in profiles.items()
    }


@dataclass(frozen=True, slots=True)
class LocalOptions:
    """The private Neo4j that a service starts when the settings name no other. progress is told a download's bytes there and in all."""

    ephemeral: bool = False
    version: str | None = None
    progress: Callable[[int, int], None] | None = None


async def open_store(settings: Settings) -> Store:
    """The store that the settings name, once it answers. UNAVAILABLE or UNSUPPORTED as connect says."""
    assert settings.neo4j_uri is not None
    return await connect(
        settings.neo4j_uri,
        settings.neo4j_username,
        settings.neo4j_password.get_secret_value(),
        settings.neo4j_database,
        wait_seconds=settings.neo4j_wait_seconds,
        pool_size=settings.neo4j_pool_size,
        query_timeout=settings.query_timeout_seconds,
        retry_seconds=settings.retry_seconds,
    )


@asynccontextmanager
async def opened(settings: Settings, options: LocalOptions) -> AsyncIterator[Store]:
    """A store for as long as it is used: the one that the settings name, or a private Neo4j that is started for it and stopped again."""
    server = None
    if settings.neo4j_uri is None:
        data_dir = None if options.ephemeral else (settings.data_dir or local.default_data_dir())
        sizes = local.ServerOptions(heap=settings.neo4j_heap, page_cache=settings.neo4j_page_cache)
        begin_with = template(options.version)
        server = await asyncio.to_thread(
            local.start, data_dir, version=options.version, options=sizes, template=begin_with, progress=options.progress
        )
        address = {"neo4j_uri": server.uri, "neo4j_username": server.username, "neo4j_password": SecretStr(server.password)}
        settings = settings.model_copy(update=address)
    try:
        store = await open_store(settings)
        try:
            yield store
        finally:
            await store.close()
    finally:
        if server is not None:
            await asyncio.to_thread(server.stop)


class Service:
    """The parts of a running service, made when it starts."""

    def __init__(self, settings: Settings, options: LocalOptions | None = None) -> None:
        self.settings = settings
        self.providers = shipped_providers()
        self._options = options or LocalOptions()
        self._store: Store | None = None
        self._commands: Commands | None = None
        self._feed: Feed | None = None
        self._roll_up: RollUp | None = None
        self._access: Access | None = None
        self.metrics = ServiceMetrics(__version__, settings.neo4j_pool_size) if settings.metrics else None
        self.traces = open_traces(settings.traces_to, __version__, settings.neo4j_database) if settings.traces_to else None

    @property
    def store(self) -> Store:
        assert self._store is not None, "the service has not started"
        return self._store

    @property
    def commands(self) -> Commands:
        assert self._commands is not None, "the service has not started"
        return self._commands

    @property
    def feed(self) -> Feed:
        assert self._feed is not None, "the service has not started"
        return self._feed

    @property
    def access(self) -> Access:
        assert self._access is not None, "the service has not started"
        return self._access

    @property
    def roll_up(self) -> RollUp:
        assert self._roll_up is not None, "the service has not started"
        return self._roll_up

    def use(self, store: Store) -> None:
        """Works on a store that somebody else opened and closes."""
        self._store = store
        self._roll_up = RollUp(store, self.settings.query_timeout_seconds)
        options = FeedOptions(
            poll_seconds=self.settings.live_poll_seconds,
            queue=self.settings.live_queue,
            most_subscriptions=self.settings.max_subscriptions,
            most_threads=self.settings.max_tree_nodes,
        )
        self._feed = Feed(Log(store, self.settings.max_tree_nodes), options)
        if self.metrics is not None:
            self.metrics.of(store, self._feed)
        if self.traces is not None:
            store.watch = store_watching.Both(store.watch, self.traces)
        self._commands = Commands(store, self.settings, self.providers, changed=self._feed.wake)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Service"]:
        """Opens the store, brings its schema up to date, and closes it in the end. BAD_INPUT for settings that would let everybody in."""
        check_settings(self.settings)
        async with self._tracing(), opened(self.settings, self._options) as store:
            with store.patient(PATIENCE_SECONDS):
                await migrate(store)
            self.use(store)
            background = [asyncio.create_task(warm(store, usual_statements()))] if self.settings.plan_ahead else []
            if self.settings.roll_up_seconds:
                background.append(asyncio.create_task(self.roll_up.keep_up(self.settings.roll_up_seconds)))
            try:
                async with self._summaries(), opened_access(self.settings, store) as self._access:
                    yield self
            finally:
                await self.feed.close()
                for task in background:
                    task.cancel()
                await asyncio.gather(*background, return_exceptions=True)

    @asynccontextmanager
    async def _tracing(self) -> AsyncIterator[None]:
        """At the end the traces that are left are sent."""
        try:
            yield
        finally:
            if self.traces is not None:
                await asyncio.to_thread(self.traces.close)

    @property
    def operation_watch(self) -> api_watching.OperationWatch | None:
        """Who is told of operations; None when nobody measures or traces."""
        if self.metrics is not None and self.traces is not None:
            return api_watching.Both(self.metrics, self.traces)
        return self.metrics or self.traces

    @asynccontextmanager
    async def _summaries(self) -> AsyncIterator[None]:
        """With the summarizer at work that the settings name; without one CONFIGURED handoffs wait for a summary from outside."""
        if self.settings.summarizer_url is None or self.settings.summarizer_model is None:
            yield
            return
        summaries = ConfiguredSummaries(self.store, self.settings, self.providers, self.commands)
        self._commands = Commands(self.store, self.settings, self.providers, summaries.want, self.feed.wake)
        await summaries.start()
        try:
            yield
        finally:
            await summaries.close()

    def context(self, request: Any, principal: Principal) -> Context:
        """What one request works with, by whom it is."""
        return Context(
            principal=principal,
            workspace=principal.workspace,
            questions=Questions(self.store, self.settings, self.providers, principal.workspace),
            dashboards=Dashboards(self.store, self.settings, self.providers, principal.workspace, self.roll_up.want),
            commands=self.commands,
            feed=self.feed,
            settings=self.settings,
            access=self.access,
            request=request,
        )

    async def readiness(self) -> Readiness:
        """Whether the store answers."""
        try:
            await self.store.read(self.settings.workspace, "ping")
        except LineageError as error:
            return Readiness(ready=False, detail={"code": error.code, "message": error.message})
        return Readiness(ready=True, detail={"code": "OK"})


def build_app(service: Service, on_start: Callable[[Service], Awaitable[None]] | None = None) -> Starlette:
    """The HTTP application of a service, which starts and stops with it; on_start is awaited before requests are answered."""
    settings = service.settings

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with service.running():
            if on_start is not None:
                await on_start(service)
            yield

    return build_application(
        graphql=Endpoint(
            build_schema(settings, service.operation_watch), service.context, settings.cors_origins, settings.live_keep_alive_seconds
        ),
        readiness=service.readiness,
        options=WebOptions(
            max_body_bytes=settings.max_body_bytes,
            cors_origins=settings.cors_origins,
            graphiql=settings.graphiql,
            concurrent_requests=settings.max_concurrent_requests,
            waiting_requests=settings.max_waiting_requests,
            waiting_seconds=settings.max_waiting_seconds,
            request_seconds=settings.request_timeout_seconds,
            allowed_hosts=settings.allowed_hosts,
        ),
        lifespan=lifespan,
        exports=lambda principal, thread_id: asked_parts(service.store, principal.workspace, thread_id),
        access=lambda: service.access,
        metrics=service.metrics,
        traces=service.traces.middleware() if service.traces is not None else None,
    )
