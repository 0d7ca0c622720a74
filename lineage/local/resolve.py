"""Writes a lock file: `python -m lineage.local.resolve VERSION` (for maintainers, when a version is added or raised).

jgo resolves `org.neo4j:neo4j:VERSION` as Maven would and downloads it into a scratch directory. Resolving takes over a
minute of small requests, which is why users download by the lock file instead.
"""

import argparse
import hashlib
import tempfile
from pathlib import Path
from typing import Any

from jgo.maven import MavenContext, PythonResolver

from lineage.local import locks
from lineage.local.download import repositories


def resolve(version: str, scratch: Path) -> list[locks.LockedJar]:
    """Every jar that Neo4j `version` needs to run, measured and hashed from a fresh download below `scratch`."""
    context = MavenContext(resolver=PythonResolver(), repo_cache=scratch, remote_repos=repositories(), timeout=60)
    # The "!" asks for Maven's own resolution. Without it jgo also imports Neo4j's dependency management, which lets
    # libraries of its tests in and raises versions that Neo4j was not released with.
    wanted = context.create_dependency(f"org.neo4j:neo4j:{version}!")
    inputs, transitive = context.resolver.resolve([wanted])
    return [_locked(dependency.artifact) for dependency in [*inputs, *transitive]]


def _locked(artifact: Any) -> locks.LockedJar:
    content = artifact.resolve().read_bytes()
    return locks.LockedJar(
        group=artifact.groupId,
        artifact=artifact.artifactId,
        version=artifact.version,
        classifier=artifact.classifier,
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )


def main() -> None:
    """Writes locks/neo4j-VERSION.lock beside this module."""
    parser = argparse.ArgumentParser(description="Write the lock file of one Neo4j version.")
    parser.add_argument("version")
    version = parser.parse_args().version
    with tempfile.TemporaryDirectory() as scratch:
        jars = resolve(version, Path(scratch))
    target = Path(locks.__file__).parent / f"neo4j-{version}.lock"
    target.write_text(locks.write(jars, version=version), encoding="utf-8")
    print(f"{target}: {len(jars)} jars, {sum(jar.size for jar in jars)} bytes")


if __name__ == "__main__":
    main()
