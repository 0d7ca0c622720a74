"""The client is for other programs: importing it loads nothing of the service."""

import subprocess
import sys

LOADED = """
import sys
import lineage.client
print(*sorted(name for name in sys.modules if name.split(".")[0] in ("lineage", "neo4j", "strawberry", "starlette", "typer", "mcp")))
"""


def test_the_client_loads_the_words_of_the_domain_and_nothing_else() -> None:
    loaded = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, timeout=120, check=True).stdout.split()
    others = [name for name in loaded if not name.startswith("lineage.client")]
    assert others == ["lineage", "lineage.domain", "lineage.domain.kinds"]
