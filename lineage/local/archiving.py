"""Makes the class archive: one run of Neo4j to see which classes it loads, one run of Java to lay them out."""

import subprocess
import tempfile
from pathlib import Path

from filelock import FileLock
from neo4j import GraphDatabase

from lineage.local import archive, configuration, cypher, jars, jvm, server, versions
from lineage.local.configuration import ServerOptions
from lineage.local.errors import ArchiveFailed
from lineage.local.jvm import Jvm

DUMP_SECONDS = 600


def prepare(*, version: str | None = None) -> Path:
    """The class archive of a supported Neo4j, made if there is none: that takes about a minute and 160 MB in the cache.

    Several processes may call it at once: one makes it. Raises what `jars.fetch` and `server.start` raise, and
    `ArchiveFailed`, after which everything still works as it does without an archive.
    """
    class_path = jars.fetch(version=version)
    java = jvm.find()
    target = archive.path(class_path, java)
    with FileLock(target.with_suffix(".lock")):
        if not archive.is_current(class_path, java):
            target.unlink(missing_ok=True)
            with tempfile.TemporaryDirectory(prefix="lineage-archive-") as scratch:
                classes = Path(scratch) / "classes.txt"
                _list_classes(classes, versions.choose(version))
                _dump(classes, target, class_path, java)
    return target


def _list_classes(target: Path, version: str) -> None:
    """Runs Neo4j through the training queries while the JVM writes down what it loads."""
    options = ServerOptions(jvm_arguments=(f"-XX:DumpLoadedClassList={target}",))
    with (
        server.start(version=version, options=options) as running,
        GraphDatabase.driver(running.uri, auth=(running.username, running.password)) as driver,
    ):
        for statement in cypher.read("training"):
            driver.execute_query(statement, {"id": 7}, database_="neo4j")


def _dump(classes: Path, target: Path, class_path: tuple[Path, ...], java: Jvm) -> None:
    part = target.with_suffix(".part")
    command = [
        str(java.executable),
        "-Xshare:dump",
        f"-XX:SharedClassListFile={classes}",
        f"-XX:SharedArchiveFile={part}",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx1g",
        *configuration.access_arguments(java.version),
        "-cp",
        ":".join(str(jar) for jar in class_path),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=DUMP_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ArchiveFailed(f"The class archive could not be made: {error}") from error
    if done.returncode != 0 or not part.exists():
        raise ArchiveFailed(f"The class archive could not be made: {(done.stderr or done.stdout)[-2000:].strip()}")
    part.replace(target)
