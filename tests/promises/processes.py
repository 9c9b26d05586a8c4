"""Starting and killing other processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@contextmanager
def running(mode: str, url: Path | str, name: str, count: int) -> Generator[subprocess.Popen[str]]:
    """A child at work; it is ended when the block is left."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.promises.child", mode, str(url), name, str(count)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield child
    finally:
        child.kill()
        child.wait()
        if child.stdout is not None:
            child.stdout.close()


def lines(child: subprocess.Popen[str], count: int) -> list[str]:
    """The next so many lines that the child says, fewer if it ends."""
    assert child.stdout is not None
    said = (child.stdout.readline().strip() for _ in range(count))
    return [line for line in said if line]


def killed(child: subprocess.Popen[str]) -> list[str]:
    """Kill the child with -9; what it had still said, and so acknowledged."""
    child.kill()
    child.wait()
    assert child.stdout is not None
    return [line.strip() for line in child.stdout if line.endswith("\n")]
