"""What can be set, from the environment (LINEAGE_… and Neo4j's own NEO4J_… names) or by the CLI; the README lists each."""

from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from lineage.domain.staleness import Policy
from lineage.errors import BadInput

Algorithm = Literal["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
"""Signatures of JWTs by a private key alone: none, and those by a shared secret, are not among them and cannot be chosen."""


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="LINEAGE_", frozen=True, extra="ignore", populate_by_name=True)

    host: str = Field("127.0.0.1", description="Address that the service listens on.")
    port: int = Field(8080, ge=0, le=65535, description="Port that the service listens on; 0 takes a free one.")
    workspace: str = Field(
        "default",
        min_length=1,
        max_length=256,
        description="Workspace of requests without credentials, of the admin token, and of the commands that work on the store.",
    )

    auth: Literal["on", "off"] = Field("on", description="Whether requests need credentials; off only while LINEAGE_HOST is of loopback.")
    admin_token: SecretStr | None = Field(
        None, min_length=32, description="A token that may do everything in LINEAGE_WORKSPACE, kept nowhere: 32 characters at least."
    )
    revocation_seconds: float = Field(
        10, gt=0, description="Within how many seconds a revoked token ends, for requests and for what is subscribed by it."
    )
    rate_per_second: float = Field(500, ge=0, description="Requests per second with the same credentials (RATE_LIMITED); 0 for no limit.")
    rate_burst: int = Field(1000, ge=1, description="Requests with the same credentials that may come at once after a pause.")
    oidc_issuer: str | None = Field(None, description="OpenID provider whose JWTs are taken, exactly as their claim iss has it.")
    oidc_audience: str | None = Field(None, description="What has to be among the claim aud of those JWTs.")
    oidc_workspace_claim: str | None = Field(
        None, min_length=1, description="Claim that has the workspace; when not set, JWTs belong to LINEAGE_WORKSPACE."
    )
    oidc_scopes_claim: str = Field(
        "scope", min_length=1, description="Claim that has the scopes, a list or words in one text; a.b is the claim b inside of a."
    )
    oidc_scope_prefix: str = Field("lineage:", description="What the scopes read, write and admin begin with in that claim.")
    oidc_algorithms: tuple[Algorithm, ...] = Field(
        ("RS256", "PS256", "ES256", "EdDSA"), min_length=1, description="Signatures that JWTs may have, as a JSON list."
    )
    oidc_leeway_seconds: float = Field(30, ge=0, le=300, description="How far clocks may differ where JWTs begin and end, in seconds.")
    oidc_refetch_seconds: float = Field(
        30, gt=0, description="How soon the provider's keys are read again at most when a JWT names an unknown one, in seconds."
    )
    allowed_hosts: tuple[str, ...] = Field(
        (), description="Names beside those of loopback that requests may call the service by while auth is off, as a JSON list."
    )
    introspection: bool = Field(True, description="Whether the schema can be asked for; off, GraphiQL has no documentation.")

    neo4j_uri: str | None = Field(
        None,
        validation_alias=AliasChoices("NEO4J_URI", "neo4j_uri"),
        pattern=r"^(bolt|neo4j)(\+s|\+ssc)?://",
        description="Neo4j to use (bolt, neo4j, with +s or +ssc); without it a private one is started.",
    )
    neo4j_username: str = Field(
        "neo4j", validation_alias=AliasChoices("NEO4J_USERNAME", "neo4j_username"), description="User of that Neo4j."
    )
    neo4j_password: SecretStr = Field(
        SecretStr(""), validation_alias=AliasChoices("NEO4J_PASSWORD", "neo4j_password"), description="Password of that user."
    )
    neo4j_database: str = Field("neo4j", validation_alias=AliasChoices("NEO4J_DATABASE", "neo4j_database"), description="Database in it.")
    neo4j_wait_seconds: float = Field(60, gt=0, description="How long a start waits for Neo4j to answer, in seconds.")
    neo4j_pool_size: int = Field(50, ge=1, description="Connections to Neo4j at most.")
    data_dir: Path | None = Field(None, description="Where the private Neo4j keeps its data; the user's data folder when not set.")
    neo4j_heap: str = Field("512m", description="Heap of the private Neo4j.")
    neo4j_page_cache: str = Field("128m", description="Page cache of the private Neo4j.")

    query_timeout_seconds: float = Field(30, gt=0, description="How long one query or transaction may take, in seconds (TIMEOUT).")
    retry_seconds: float = Field(
        10, ge=0, description="How long a write that met a deadlock or a lost connection is tried again, in seconds."
    )
    shutdown_grace_seconds: float = Field(10, ge=0, description="How long running requests may take at a shutdown, in seconds.")

    request_timeout_seconds: float = Field(
        60, gt=0, description="How long a request may take until its answer begins, in seconds (TIMEOUT, status 504)."
    )
    max_concurrent_requests: int = Field(100, ge=1, description="Requests to /graphql and /export that are worked on at a time.")
    max_waiting_requests: int = Field(1000, ge=0, description="Requests that wait for that at most (UNAVAILABLE, status 503).")
    max_waiting_seconds: float = Field(10, ge=0, description="How long one waits for that, in seconds (UNAVAILABLE, status 503).")

    max_body_bytes: int = Field(1024 * 1024, ge=1024, description="Size of a request's body at most, in bytes.")
    max_item_bytes: int = Field(
        64 * 1024, ge=1, description="Size of a turn item's text, and of its data as JSON, at most, in bytes of UTF-8."
    )
    max_text_chars: int = Field(200_000, ge=1, description="Length of a message, a reason or a subagent's result at most, in characters.")
    max_title_chars: int = Field(10_000, ge=1, description="Length of a thread's title at most, in characters.")
    max_recorded_runs: int = Field(5000, ge=1, description="Runs in one recordHistory at most.")
    max_items: int = Field(1000, ge=1, description="Turn items in one appendItems at most.")
    max_page_size: int = Field(500, ge=1, description="Entries in one page at most.")
    default_page_size: int = Field(50, ge=1, description="Entries in a page when first is left out.")
    max_tree_nodes: int = Field(20_000, ge=1, description="Nodes in one answer of forkTree at most; more are had by first and after.")
    max_provenance_edges: int = Field(50_000, ge=1, description="Steps in one answer of provenance at most; more set truncated.")
    plan_ahead: bool = Field(
        True,
        description="Whether usual statements are planned right after a start, which keeps a new Neo4j busy for a minute or two.",
    )
    roll_up_seconds: float = Field(
        60, ge=0, description="How often hours are summed up for statistics, in seconds; 0 leaves it to other services on the same Neo4j."
    )
    max_stats_buckets: int = Field(1000, ge=1, description="Buckets of time in one answer of stats at most.")
    max_query_depth: int = Field(20, ge=1, description="Depth of a GraphQL query at most (TOO_COMPLEX).")
    max_query_chars: int = Field(100_000, ge=1, description="Length of a GraphQL document at most, in characters (TOO_COMPLEX).")
    max_query_tokens: int = Field(5000, ge=1, description="Tokens of a GraphQL query at most (TOO_COMPLEX).")
    max_query_aliases: int = Field(100, ge=0, description="Aliases in a GraphQL query at most (TOO_COMPLEX).")
    max_query_operations: int = Field(20, ge=1, description="Operations in a GraphQL document at most (TOO_COMPLEX).")
    max_query_variables: int = Field(100, ge=0, description="Variables of a GraphQL document at most (TOO_COMPLEX).")
    max_query_fragments: int = Field(50, ge=0, description="Fragments in a GraphQL document at most (TOO_COMPLEX).")
    max_query_fields: int = Field(1000, ge=1, description="Fields and spreads in a GraphQL document at most (TOO_COMPLEX).")
    max_query_arguments: int = Field(200, ge=0, description="Arguments in a GraphQL document at most (TOO_COMPLEX).")
    max_query_directives: int = Field(50, ge=0, description="Directives in a GraphQL document at most (TOO_COMPLEX).")
    max_query_repeats: int = Field(50, ge=1, description="Selections of one name in one place of a query at most (TOO_COMPLEX).")
    max_query_introspections: int = Field(5, ge=0, description="Introspections (__schema, __type) in a query at most (TOO_COMPLEX).")
    max_query_cost: int = Field(250_000, ge=1, description="Objects that the answer of a query may hold at most, estimated (TOO_COMPLEX).")

    live_poll_seconds: float = Field(
        0.25,
        gt=0,
        description="How often changes are looked for while there are subscriptions, in seconds; its own the service tells at once.",
    )
    live_queue: int = Field(1000, ge=1, description="Changes that may wait for a subscription's client before it is dropped (TOO_SLOW).")
    live_keep_alive_seconds: float = Field(15, gt=0, description="How often a silent subscription is kept alive, in seconds.")
    max_subscriptions: int = Field(2000, ge=0, description="Open subscriptions of one process at most (UNAVAILABLE).")

    max_off_provider_runs: int = Field(20, ge=0, description="Runs elsewhere before a provider thread counts as stale.")
    max_chained_handoffs: int = Field(5, ge=0, description="Live handoffs in a provider thread before one more makes it stale.")
    max_delta_ranges: int = Field(1, ge=0, description="Stretches of missing history that a delta may cover.")
    max_compacted_runs: int | None = Field(
        None, ge=0, description="Runs known as a summary only, after compactions, before a provider thread counts as stale; not set: any."
    )

    summarizer_url: str | None = Field(
        None, description="Base address of an OpenAI-compatible chat endpoint for handoffs asked for with CONFIGURED."
    )
    summarizer_model: str | None = Field(None, description="Model that the summarizer asks for.")
    summarizer_api_key: SecretStr | None = Field(None, description="Key for the summarizer's endpoint.")
    summarizer_timeout_seconds: float = Field(60, gt=0, description="How long the summarizer waits for an answer, in seconds.")

    url: str = Field(
        "http://127.0.0.1:8080/graphql",
        pattern="^https?://",
        description="Address of the service that chat, fork, merge, rollback and mcp ask.",
    )
    token: SecretStr | None = Field(None, description="Token that those send to the service.")
    token_file: Path | None = Field(None, description="File that has it; of both the variable counts.")
    codex_program: str = Field("codex", description="Codex for `lineage chat`: a name on the PATH, or a path.")
    claude_program: str = Field("claude", description="Claude Code for `lineage chat`: a name on the PATH, or a path.")
    opencode_program: str = Field("opencode", description="OpenCode for `lineage chat`: a name on the PATH, or a path.")
    openai_base_url: str = Field(
        "", description="Base address of the endpoint for the agent openai-compatible, such as http://127.0.0.1:11434/v1."
    )
    openai_model: str = Field("", description="Model that it is asked for where `--model` names none.")
    openai_api_key: SecretStr = Field(SecretStr(""), description="Key for that endpoint.")
    turn_silence_seconds: float = Field(600, gt=0, description="How long an agent may say nothing before its run FAILED, in seconds.")

    cors_origins: tuple[str, ...] = Field((), description="Origins that browsers may call from, as a JSON list; none by default.")
    graphiql: bool = Field(True, description="Whether GET /graphql shows the GraphiQL page.")
    metrics: bool = Field(True, description="Whether the service measures itself, and GET /metrics tells it.")
    traces_endpoint: str | None = Field(
        None,
        pattern="^(https?://.+)?$",
        validation_alias=AliasChoices("LINEAGE_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "traces_endpoint"),
        description="Address that traces are sent to by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces: needs the extra otel. "
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is taken for it.",
    )
    otlp_endpoint: str | None = Field(
        None,
        pattern="^(https?://.+)?$",
        validation_alias=AliasChoices("OTEL_EXPORTER_OTLP_ENDPOINT", "otlp_endpoint"),
        description="Address of a collector, such as http://127.0.0.1:4318: traces go to /v1/traces there when no address is set for them.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="Level of the logs: DEBUG, INFO, WARNING or ERROR.")
    log_json: bool = Field(False, description="Whether logs are JSON lines.")

    @property
    def traces_to(self) -> str | None:
        """Where traces are sent; None when there are none."""
        if self.traces_endpoint or not self.otlp_endpoint:
            return self.traces_endpoint or None
        return f"{self.otlp_endpoint.rstrip('/')}/v1/traces"

    @property
    def client_token(self) -> str | None:
        """What requests to a service bring as credentials. BAD_INPUT when the file that has it cannot be read, or has none."""
        if self.token is not None and (token := self.token.get_secret_value().strip()):
            return token
        if self.token_file is None:
            return None
        try:
            token = self.token_file.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"the token cannot be read from {self.token_file}: {error}") from error
        if not token:
            raise BadInput(f"{self.token_file} is empty, expected a token in it")
        return token

    @property
    def policy(self) -> Policy:
        """The limits of start decisions that give none of their own."""
        return Policy(self.max_off_provider_runs, self.max_chained_handoffs, self.max_delta_ranges, self.max_compacted_runs)
