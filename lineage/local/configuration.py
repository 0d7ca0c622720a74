"""What the private server is told: its settings and the arguments of its JVM. Pure functions of the options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

OPENED_PACKAGES = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent", "java.lang")
"""Packages of java.base that Neo4j reflects into."""


@dataclass(frozen=True)
class ServerOptions:
    """How much the server may use and where it listens. Sizes are written as Neo4j and Java do: "512m", "1g"."""

    heap: str = "512m"
    page_cache: str = "128m"
    port: int = 0
    """The Bolt port on loopback; 0 takes a free one."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Further Neo4j settings by their full names. They win over those of this module."""
    jvm_arguments: tuple[str, ...] = ()
    """Further arguments of the JVM. They win over those of this module."""


def server_settings(options: ServerOptions) -> dict[str, str]:
    """The content of neo4j.conf, by setting name (design, section 9)."""
    return {
        "server.bolt.enabled": "true",
        "server.bolt.listen_address": f"127.0.0.1:{options.port}",
        "server.http.enabled": "false",
        "server.memory.pagecache.size": options.page_cache,
        "dbms.security.auth_enabled": "true",
        "dbms.usage_report.enabled": "false",
        # Preallocated, the two empty transaction logs alone take half a gigabyte.
        "db.tx_log.preallocate": "false",
        # A shutdown waits these times out even when nothing is left to wait for; with Neo4j's defaults it takes ten seconds.
        "internal.server.bolt.thread_pool_shutdown_wait_time": "200ms",
        "internal.server.bolt.connection_shutdown_wait_time": "200ms",
        "db.shutdown_transaction_end_timeout": "1s",
        **options.settings,
    }


# Half of the processor time of a start goes into the optimizing compiler. A short-lived server does without it; a lasting
# one starts it on code that ran ten times as often as Java's defaults ask for.
WITHOUT_OPTIMIZER = ("-XX:TieredStopAtLevel=1",)
LATE_OPTIMIZER = (
    "-XX:Tier4InvocationThreshold=50000",
    "-XX:Tier4MinInvocationThreshold=6000",
    "-XX:Tier4CompileThreshold=150000",
    "-XX:Tier4BackEdgeThreshold=400000",
)


def jvm_arguments(options: ServerOptions, *, data_dir: Path, java_version: int, ephemeral: bool) -> list[str]:
    """The arguments of the JVM that the server runs in, without the class path. `java_version` is its feature release."""
    return [
        f"-Xmx{options.heap}",
        # Signals belong to the Python process around the JVM, which shuts the server down in order.
        "-Xrs",
        "-XX:+ExitOnOutOfMemoryError",
        f"-XX:ErrorFile={data_dir / 'logs' / 'hs_err_pid%p.log'}",
        # Native libraries are unpacked here, where the next start clears away what a killed server left.
        f"-Djava.io.tmpdir={data_dir / 'tmp'}",
        "-XX:-UsePerfData",
        *(WITHOUT_OPTIMIZER if ephemeral else LATE_OPTIMIZER),
        *access_arguments(java_version),
        *options.jvm_arguments,
    ]


def access_arguments(java_version: int) -> list[str]:
    """The arguments that let Neo4j reach where Java no longer lets libraries by default."""
    opened = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED_PACKAGES]
    # Releases before 23 neither warn about this access nor know the argument.
    unsafe = ["--sun-misc-unsafe-memory-access=allow"] if java_version >= 23 else []
    return ["--enable-native-access=ALL-UNNAMED", *opened, *unsafe]
