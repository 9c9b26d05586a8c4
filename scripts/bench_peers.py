"""Measure Ricordo beside other memory systems, with a harness in a given folder.

    make bench-peers [PEERS=folder] [SYSTEMS=naive,mem0] [WORKLOADS=locomo,crash]

The harness is copied to `out/peers`, where it builds one environment for each system, and Ricordo is added to them. All
use the same embedder, no language model, and their own default ranking. `FIND_LINKS` may name a folder with a CPU build
of torch, which the harness needs to make the vectors.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
WORK = ROOT / "out/peers"


def main() -> None:
    source = Path(sys.argv[1]).resolve()
    systems = os.environ.get("SYSTEMS", "naive").split(",")
    workloads = os.environ.get("WORKLOADS", "locomo,scale_users,scale_one,crash,procs,delete")
    copy_harness(source)
    environment = {**os.environ, "UV": str(install_uv()), "LOCOMO": str(source.parent / "data/locomo.jsonl")}
    run(["./install.sh", "base"], environment)
    run(["./install.sh", "ricordo", str(ROOT)], environment)
    known = json.loads((WORK / "systems.json").read_text())
    for environment_name in sorted({known[system]["venv"] for system in systems} - {"base", "ricordo"}):
        run(["./install.sh", environment_name, *read_packages(environment_name)], environment)
    python = str(WORK / "venvs/base/bin/python")
    if not (WORK / "cache/scale.keys").exists():
        run([python, "workloads.py"], environment)
    run([python, "harness.py", "--systems", "ricordo", "--workload", "fill"], environment)
    run([python, "harness.py", "--systems", ",".join(["ricordo", *systems]), "--workload", workloads], environment)
    run([python, "harness.py", "--table"], environment)


def copy_harness(source: Path) -> None:
    WORK.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source, WORK, dirs_exist_ok=True, copy_function=shutil.copyfile)
    (WORK / "install.sh").chmod(0o755)
    shutil.copyfile(ROOT / "scripts/peer_adapter.py", WORK / "adapters/ricordo_adapter.py")
    systems = json.loads((source / "systems.json").read_text())
    systems["ricordo"] = {"venv": "ricordo", "adapter": "ricordo_adapter", "extra_cache": "ricordo"}
    (WORK / "systems.json").write_text(json.dumps(systems, indent=1))


def install_uv() -> Path:
    """Return the path of uv, installed in an environment of its own."""
    tools = WORK / ".tools"
    if not (tools / "bin/uv").exists():
        venv.create(tools, with_pip=True)
        run([str(tools / "bin/python"), "-m", "pip", "install", "--quiet", "uv"], dict(os.environ))
    return tools / "bin/uv"


def read_packages(name: str) -> list[str]:
    """Return the packages that the harness's script installs for a system."""
    script = (WORK / "install.sh").read_text()
    command = next(part for part in script.split(";") if part.strip().removeprefix("all) ").startswith(f"mk {name} "))
    return command.split(f"mk {name} ", 1)[1].replace('"', "").split()


def run(command: list[str], environment: dict[str, str]) -> None:
    print(f"$ {' '.join(command)}", flush=True)
    subprocess.run(command, cwd=WORK, env=environment, check=True)


if __name__ == "__main__":
    main()
