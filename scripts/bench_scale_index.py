"""Run `ricordo bench scale` on PostgreSQL with a Qdrant server beside it, both started for this.

    make bench-scale-index

Further arguments are passed on to the bench.
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

_INTERVAL_SECONDS = 5.0


def _disk_usage(folder: Path) -> int:
    """Return the disk usage of a folder in bytes. Files and folders may disappear meanwhile."""
    total = 0
    for inside, _, files in os.walk(folder):
        for name in files:
            with suppress(FileNotFoundError):
                total += 512 * Path(inside, name).stat().st_blocks
    return total


def main() -> int:
    """Run the bench, print the peak disk usage of the index, and return the exit code."""
    peak, stopped = 0, threading.Event()

    def watch(folder: Path) -> None:
        nonlocal peak
        while not stopped.wait(_INTERVAL_SECONDS):
            peak = max(peak, _disk_usage(folder))

    with tempfile.TemporaryDirectory(prefix="ricordo-") as own, alone(Path(own) / "qdrant") as node:
        watcher = threading.Thread(target=watch, args=(Path(own),))
        watcher.start()
        try:
            code = ricordo(["bench", "scale", "--store", "postgres", "--index", url_of(node), *sys.argv[1:]])
        finally:
            stopped.set()
            watcher.join()
    print(f"* the index took up to {peak / 2**30:.1f} GB of disk")
    return code


if __name__ == "__main__":
    sys.exit(main())
