"""``ricordo bench scale`` on PostgreSQL with a Qdrant server beside it, both started for this.

    make bench-scale-index

Whatever stands behind the command is given on to the bench.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from tests.cluster.qdrant import alone, url_of

from ricordo.cli.main import main as ricordo

_SECONDS = 5.0


def _bytes(folder: Path) -> int:
    """What files take on the disk; they come and go meanwhile, and so do folders."""
    total = 0
    for inside, _, files in os.walk(folder):
        for name in files:
            with suppress(FileNotFoundError):
                total += 512 * Path(inside, name).stat().st_blocks
    return total


def main() -> int:
    """Run it; at the end, how much room the index took when it took most."""
    most, ended = 0, threading.Event()

    def watch(folder: Path) -> None:
        nonlocal most
        while not ended.wait(_SECONDS):
            most = max(most, _bytes(folder))

    with tempfile.TemporaryDirectory(prefix="ricordo-") as own, alone(Path(own) / "qdrant") as node:
        watching = threading.Thread(target=watch, args=(Path(own),))
        watching.start()
        try:
            code = ricordo(["bench", "scale", "--store", "postgres", "--index", url_of(node), *sys.argv[1:]])
        finally:
            ended.set()
            watching.join()
    print(f"* the index took {most / 2**30:.1f} GB of the disk when it took most")
    return code


if __name__ == "__main__":
    sys.exit(main())
