"""Measure the disk usage of a base install in a fresh environment."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
MAX_MEGABYTES = 300


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "venv"
        venv.create(folder, with_pip=True)
        pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        empty = size(folder)
        subprocess.run([*pip, "--constraint", str(ROOT / "constraints.txt"), str(ROOT)], check=True)
        total = size(folder)
        packages = subprocess.run(
            [str(folder / "bin/python"), "-m", "pip", "list", "--format", "freeze"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    torch = any(line.startswith("torch==") for line in packages.splitlines())
    print(f"base install: {(total - empty) / 1e6:.0f} MB, {total / 1e6:.0f} MB with Python's own environment")
    print(f"torch: {'INSTALLED' if torch else 'not installed'}")
    return 1 if torch or total - empty > MAX_MEGABYTES * 1e6 else 0


def size(folder: Path) -> int:
    return sum(file.lstat().st_size for file in folder.rglob("*") if not file.is_dir())


if __name__ == "__main__":
    sys.exit(main())
