"""Build the wheels and the source distributions, and try them in fresh environments outside of the checkout.

There are two of each: `ricordo`, and `ricordo-travel` with the travel assistant. `python -m build` makes a wheel from
its source distribution. The README's first program and `ricordo demo --terminal` run with `ricordo` alone, where
`ricordo demo` says what is missing. Then `ricordo[demo]` is installed, and the travel assistant is asked for a hotel.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
import uuid
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
MAX_MEGABYTES = {"ricordo": 55, "ricordo_travel": 62}
"""The largest wheel and source distribution of each. PyPI takes 100 MB unless it is asked for more."""
SENTENCE = "the travel assistant is not installed; this needs: pip install 'ricordo[demo]'"
TIMEOUT = 60


def build(folder: Path) -> None:
    """Make the wheel and the source distribution of the project in `folder`."""
    command = [sys.executable, "-m", "build", "--outdir", str(DIST), str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def find_faults() -> list[str]:
    """Print the size of each distribution, and return what is wrong with them."""
    faults: list[str] = []
    files = sorted(DIST.iterdir())
    if len(files) != 4 or len({_split(file)[1] for file in files}) != 1:
        faults.append("there should be a wheel and a source distribution of each, all of one version")
    for file in files:
        name, _ = _split(file)
        megabytes = file.stat().st_size / 1e6
        print(f"{file.name}: {megabytes:.1f} MB")
        if megabytes > MAX_MEGABYTES[name]:
            faults.append(f"{file.name} is larger than {MAX_MEGABYTES[name]} MB")
        if file.suffix == ".whl" and (held := _list_packages(file)) != {name}:
            faults.append(f"{file.name} holds {', '.join(sorted(held))}")
    return faults


def _split(file: Path) -> tuple[str, str]:
    """Return name and version of a distribution."""
    name, version = file.name.removesuffix(".tar.gz").split("-")[:2]
    return name, version


def _list_packages(wheel: Path) -> set[str]:
    """Return the folders at the top of a wheel, its metadata apart."""
    with zipfile.ZipFile(wheel) as archive:
        return {name.split("/")[0] for name in archive.namelist() if ".dist-info/" not in name}


def try_alone(folder: Path, distribution: Path, program: str) -> None:
    """Install `ricordo` alone into a fresh environment, and run there what needs nothing else."""
    venv.create(folder / "venv", with_pip=True)
    _install(folder, str(distribution))
    (folder / "first.py").write_text(program, "utf-8")
    first = _run(folder, "python", "-I", "-W", "error", "first.py")
    assert "I love hiking" in first, first
    assert "Suggest a vacation" in _run(folder, "ricordo", "demo", "--terminal")
    assert SENTENCE in _run(folder, "ricordo", "demo", "--no-browser", code=2)


def try_demo(folder: Path, wheel: Path) -> None:
    """Install `ricordo[demo]` there as well, start the travel assistant, and ask it for a hotel."""
    _install(folder, f"{wheel}[demo]", "--find-links", str(DIST))
    _run(folder, "python", "-m", "pip", "check")
    command = [folder / "venv/bin/ricordo", "demo", "--json", "--no-browser", "--port", "0", "--folder", "data"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        try:
            url = json.loads(demo.stdout.readline())["url"]
            assert "Travel assistant" in _get(url)
            question = {"userInput": "a hotel in Lisbon for three", "conversationId": str(uuid.uuid4())}
            answer = _get(f"{url}api/v1/agent?{urllib.parse.urlencode(question)}")
            assert "Lisbon" in answer, answer
        finally:
            demo.send_signal(signal.SIGTERM)
    assert demo.returncode == 0, demo.returncode


def _install(folder: Path, *what: str) -> None:
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run(folder, "python", *install, "--constraint", str(ROOT / "constraints.txt"), *what)


def _run(folder: Path, program: str, *arguments: str, code: int = 0) -> str:
    """Run a program of the environment, which must end with `code`, and return what it prints."""
    command = [str(folder / "venv/bin" / program), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != code:
        raise SystemExit(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
        return answer.read().decode()


def main() -> int:
    """Build all, try them, and return 1 where one is too large or holds something else."""
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    shutil.rmtree(DIST, ignore_errors=True)
    for folder in (ROOT, ROOT / "travel"):
        build(folder)
    if faults := find_faults():
        print("\n".join(faults))
        return 1
    for distribution in sorted(DIST.glob("ricordo-*")):
        with tempfile.TemporaryDirectory(prefix="ricordo-wheel-") as name:
            print(f"{distribution.name} in a fresh environment …", flush=True)
            try_alone(Path(name), distribution, program)
            print("  alone: the README's first program and `ricordo demo --terminal` run", flush=True)
            if distribution.suffix == ".whl":
                try_demo(Path(name), distribution)
                print("  with the extra `demo`: the travel assistant answers", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
