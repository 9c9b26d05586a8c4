"""Build the wheel and the source distribution, and try each in a fresh environment outside of the checkout.

In each one the README's first program and `ricordo demo --terminal` are run.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
MAX_WHEEL_MEGABYTES = 125
"""The largest wheel. PyPI takes 100 MB unless it is asked for more; decision 32 says what is in the rest."""


def build() -> list[Path]:
    """Return the wheel and the source distribution that `python -m build` makes."""
    shutil.rmtree(DIST, ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(DIST), str(ROOT)], check=True, stdout=subprocess.DEVNULL
    )
    return sorted(DIST.iterdir())


def try_out(distribution: Path, program: str) -> None:
    """Install a distribution into a fresh environment, and run the first program and the demo there."""
    with tempfile.TemporaryDirectory(prefix="ricordo-wheel-") as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        python = folder / "venv/bin/python"
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "--constraint", ROOT / "constraints.txt", distribution], check=True, cwd=folder)
        (folder / "first.py").write_text(program, "utf-8")
        first = _run([python, "-I", "-W", "error", "first.py"], folder)
        assert "I love hiking" in first, first
        assert "Suggest a vacation" in _run([folder / "venv/bin/ricordo", "demo", "--terminal"], folder)


def _run(command: list[str | Path], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> int:
    """Build both, try both, and return 1 where the wheel is too large."""
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    for distribution in build():
        megabytes = distribution.stat().st_size / 1e6
        print(f"{distribution.name}: {megabytes:.1f} MB; installing it into a fresh environment …", flush=True)
        if distribution.suffix == ".whl" and megabytes > MAX_WHEEL_MEGABYTES:
            print(f"the wheel is larger than {MAX_WHEEL_MEGABYTES} MB")
            return 1
        try_out(distribution, program)
        print("  the README's first program and `ricordo demo --terminal` run", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
