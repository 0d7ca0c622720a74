"""How much processor time each hostile query costs the service until it is refused: `python -m benchmarks.hostile_queries`.

Goal: below 100 ms each (README, Limits). No store is needed, because none of them comes that far.
"""

import asyncio
import time

from lineage.api.errors import code_of
from lineage.api.schema import build_schema
from lineage.settings import Settings
from tests.api.hostile_queries import HOSTILE

ROUNDS = 5


async def measure() -> list[tuple[float, str, str]]:
    """The least of some rounds in milliseconds, the code and the name of each query; each is met for the first time."""
    least: dict[str, float] = {}
    codes: dict[str, str] = {}
    for number in range(ROUNDS):
        schema = build_schema(Settings(_env_file=None))
        for name, query in HOSTILE.items():
            # A document that is new to the caches, in each round.
            document = f"{query} #{number}"
            before = time.process_time()
            result = await schema.execute(document, context_value=None)
            took = (time.process_time() - before) * 1000
            least[name] = min(took, least.get(name, took))
            codes[name] = code_of(result.errors[0]) if result.errors else "no error"
    return sorted(((took, codes[name], name) for name, took in least.items()), reverse=True)


def main() -> None:
    print("| query | refused with | processor time, ms |\n|---|---|---|")
    for took, code, name in asyncio.run(measure()):
        print(f"| {name} | `{code}` | {took:.1f} |")


if __name__ == "__main__":
    main()
