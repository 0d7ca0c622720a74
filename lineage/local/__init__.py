"""A private Neo4j Community server without containers (design, section 9).

`start` brings one up and returns a `LocalServer` that knows its address and stops it; `fetch` downloads what it needs
ahead of time; `prepare` and `template.make` make later starts quicker. All are synchronous: call them from asyncio through a thread.
"""

from lineage.local import template
from lineage.local.archiving import prepare
from lineage.local.configuration import ServerOptions
from lineage.local.errors import ArchiveFailed, LocalNeo4jError
from lineage.local.jars import fetch
from lineage.local.paths import default_data_dir
from lineage.local.server import LocalServer, start

__all__ = ["ArchiveFailed", "LocalNeo4jError", "LocalServer", "ServerOptions", "default_data_dir", "fetch", "prepare", "start", "template"]
