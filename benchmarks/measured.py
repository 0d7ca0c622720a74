"""Runs a console command in this process and tells on standard error, last, how much memory it held at most, in bytes.

`python -m benchmarks.measured lineage import …`
"""

import resource
import sys

from lineage.cli import app


def main() -> None:
    sys.argv = sys.argv[1:]
    try:
        app()
    finally:
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, file=sys.stderr)


if __name__ == "__main__":
    main()
