"""Build the image of the Containerfile, run it as compose.yaml does, and try the service in it.

    python -m scripts.test_image [--base IMAGE] [--optional]

The tools are Debian's: podman with runc, debootstrap, docker-compose. Without `--base`, the base image is made by
debootstrap from the package sources of this machine, so that no registry is needed. pip in the build has the settings
of pip here. With `--optional`, a machine that cannot run containers is no failure.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent
CACHE = ROOT / ".venv" / "image"
PACKAGES = "python3,python3-venv,ca-certificates"
IMAGE, BASE = "localhost/ricordo", "localhost/ricordo-base"
LIMITS = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"]
"""Podman's own limits are higher than some machines allow."""
CONFINEMENT = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "all", "--security-opt", "no-new-privileges"]
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
NOT_COVERED = """Not covered by this run:
  - a published port: the service is asked from inside of its own network, which has no way out;
  - the database and the network of compose.yaml: its image comes from a registry, so the store here is SQLite."""


class Impossible(Exception):
    """The machine cannot do it."""


@dataclass(frozen=True, slots=True)
class Podman:
    """Podman with a storage of its own."""

    folder: Path
    driver: str

    @property
    def command(self) -> list[str]:
        """The command with its options for storage and runtime."""
        storage = ["--root", str(self.folder / "storage"), "--runroot", str(self.folder / "run")]
        runtime = ["--runtime", "runc", "--cgroup-manager", "cgroupfs"]
        return ["podman", *storage, "--storage-driver", self.driver, *runtime]

    def run(self, *arguments: str | Path, input: str | None = None) -> str:
        """Run podman and return its output. End with its errors if it fails."""
        done = self.attempt(*arguments, input=input)
        if done.returncode:
            sys.exit(f"podman {arguments[0]} ended with {done.returncode}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        return done.stdout.strip()

    def attempt(self, *arguments: str | Path, input: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run podman, whatever comes of it."""
        return subprocess.run(
            [*self.command, *map(str, arguments)], input=input, capture_output=True, text=True, check=False
        )


@contextmanager
def open_podman(base: str | None) -> Generator[Podman]:
    """Give podman an empty storage with the base in it, and remove all of it at the end."""
    with tempfile.TemporaryDirectory(prefix="ricordo-image-", ignore_cleanup_errors=True) as folder:
        podman = Podman(Path(folder), "overlay")
        try:
            try:
                load_base(podman, base)
            except Impossible:  # slower, and possible without mounts
                podman = Podman(Path(folder), "vfs")
                load_base(podman, base)
            yield podman
        finally:
            podman.attempt("rm", "--all", "--force", "--time", "5")
            subprocess.run(["umount", str(Path(folder) / "storage/overlay")], capture_output=True, check=False)


@contextmanager
def report(step: str) -> Generator[None]:
    """Print a step and the seconds that it took."""
    print(f"{step} …", end=" ", flush=True)
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:.0f} s", flush=True)


def make_base() -> Path:
    """Return a Debian of this machine's release, with Python, as a tar file. It is made once."""
    release = platform.freedesktop_os_release()
    if release.get("ID") != "debian" or not shutil.which("debootstrap"):
        raise Impossible("there is no debootstrap; name an image instead: make test-image BASE=…")
    codename = release["VERSION_CODENAME"]
    made = CACHE / f"{codename}.tar"
    if made.exists():
        return made
    CACHE.mkdir(parents=True, exist_ok=True)
    sources = _read(["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", f"Codename: {codename}"])
    with tempfile.TemporaryDirectory(prefix="ricordo-base-") as name:
        folder, part = Path(name) / "root", made.with_suffix(".part")
        options = ["--variant=minbase", f"--include={PACKAGES}"]
        done = subprocess.run(
            ["debootstrap", *options, codename, str(folder), *sources.split()[:1]],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Impossible(f"debootstrap ended with {done.returncode}: {done.stdout[-1000:]}{done.stderr[-1000:]}")
        (folder / "usr/local/bin/python").symlink_to("/usr/bin/python3")
        shutil.rmtree(folder / "var/cache/apt", ignore_errors=True)
        _read(["tar", "--create", "--file", str(part), "--directory", str(folder), "."])
        part.rename(made)
    return made


def load_base(podman: Podman, base: str | None) -> None:
    """Give podman the base, and see whether it can run anything at all."""
    found = podman.attempt("pull", base) if base else podman.attempt("import", make_base(), BASE)
    if found.returncode == 0 and base:
        found = podman.attempt("tag", base, BASE)
    if found.returncode:
        raise Impossible(f"podman does not take the base: {found.stderr.strip()[-500:]}")
    tried = podman.attempt("run", "--rm", "--network", "none", *LIMITS, *CONFINEMENT, BASE, "python", "--version")
    if tried.returncode:
        raise Impossible(f"podman cannot run a container here: {tried.stderr.strip()[-500:]}")


def build(podman: Podman) -> None:
    """Build the image, with pip's settings of this machine, of which nothing stays in the image."""
    mounts = {CERTIFICATES: CERTIFICATES} if CERTIFICATES.exists() else {}
    settings, folders = read_pip_settings()
    file = podman.folder / "pip.conf"
    file.write_text("[global]\n" + "".join(f"{name} = {value}\n" for name, value in settings.items()), "utf-8")
    mounts |= {file: Path("/etc/pip.conf")} | {folder: folder for folder in folders}
    volumes = [part for source, target in mounts.items() for part in ("--volume", f"{source}:{target}:ro")]
    options = [
        "--isolation",
        "chroot",
        "--layers=false",
        "--format",
        "docker",
        "--build-arg",
        f"BASE={BASE}",
        "--tag",
        IMAGE,
    ]
    podman.run("build", *options, *volumes, "--file", ROOT / "Containerfile", ROOT)
    look = "cat /etc/pip.conf 2>/dev/null; find /opt -type f -not -path '/opt/ricordo/*'"  # empty mount points stay
    if podman.run("run", "--rm", "--network", "none", *LIMITS, IMAGE, "sh", "-c", look):
        sys.exit("something of this machine is in the image")


def read_pip_settings() -> tuple[dict[str, str], list[Path]]:
    """Return pip's settings here, and the folders of this machine that they name."""
    settings: dict[str, str] = {}
    for line in _read([sys.executable, "-m", "pip", "config", "list"]).splitlines():
        name, _, value = line.partition("=")
        settings[name.rpartition(".")[2]] = value.strip("'").replace("\\n", " ").strip()
    folders: set[Path] = set()
    for word in (word for value in settings.values() for word in value.split()):
        path = Path(word.removeprefix("file://"))
        if path.is_absolute() and path.is_dir():
            folders.add(path.parent if word.startswith("file://") else path)  # an index names files beside it
    return settings, sorted(folder for folder in folders if not any(other in folder.parents for other in folders))


def try_service(podman: Podman, commands: dict[str, list[str]]) -> None:
    """Start the service as compose.yaml does, use it, stop it, and see whether everything is there afterwards."""
    options = ["--network", "none", *LIMITS, *CONFINEMENT, "--volume", "data:/data"]
    refused = podman.attempt("run", "--rm", *options, IMAGE)
    if refused.returncode == 0 or "key" not in refused.stderr:
        sys.exit(f"the service starts without a key: {refused.stdout}{refused.stderr}")
    made = podman.run("run", "--rm", *options, IMAGE, "ricordo", "keys", "create", "--application", "shop", "--json")
    key = json.loads(made)["key"]
    with report("  its own command: remember, recall, export"):
        podman.run("run", "--detach", "--name", "image", *options, IMAGE)
        smoke(podman, "image", "first", key)
    with report("  its health check"):
        podman.run("healthcheck", "run", "image")
    with report("  a restart: everything is there"):
        stop(podman, "image")
        podman.run("start", "image")
        smoke(podman, "image", "again", key)
        podman.run("kill", "--signal", "KILL", "image")
        podman.attempt("wait", "image")
        podman.run("start", "image")
        smoke(podman, "image", "again", key)
        stop(podman, "image")
    with report("  service and worker by the commands of compose.yaml: it learns"):
        podman.run("run", "--detach", "--name", "service", *options, IMAGE, *commands["service"])
        podman.run("run", "--detach", "--name", "worker", *options, IMAGE, *commands["worker"])
        smoke(podman, "service", "learned", key)
        stop(podman, "service")
        stop(podman, "worker")


def smoke(podman: Podman, name: str, step: str, key: str) -> None:
    """Run a step of `image_smoke` in a container. End with the log of the container if it fails."""
    program = (ROOT / "scripts/image_smoke.py").read_text("utf-8")
    done = podman.attempt("exec", "--interactive", name, "python", "-", step, key, input=program)
    if done.returncode:
        log = podman.attempt("logs", "--tail", "40", name)
        sys.exit(f"{done.stdout}{done.stderr}\nlog of the container:\n{log.stdout}{log.stderr}")


def stop(podman: Podman, name: str) -> None:
    """Stop a container as compose does, and check that it ended by itself."""
    podman.run("stop", "--time", "30", name)
    code = podman.run("inspect", "--format", "{{.State.ExitCode}}", name)
    if code != "0":
        sys.exit(f"{name} was asked to stop and ended with {code}")


def check_compose() -> dict[str, list[str]]:
    """Let docker-compose read compose.yaml, and return the commands of our services."""
    if not shutil.which("docker-compose"):
        print("compose.yaml: there is no docker-compose, so only its commands are tried")
        found = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
        return {name: found["services"][name]["command"] for name in ("service", "worker")}
    environment = {name: value for name, value in os.environ.items() if name != "POSTGRES_PASSWORD"}
    with tempfile.TemporaryDirectory() as folder:  # so that no .env is read
        command = ["docker-compose", "--project-directory", folder, "--file", str(ROOT / "compose.yaml"), "config"]
        if subprocess.run(command, env=environment, capture_output=True, check=False, cwd=folder).returncode == 0:
            sys.exit("compose.yaml does not ask for a password")
        done = subprocess.run(
            command,
            env=environment | {"POSTGRES_PASSWORD": "x"},
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
        )
    if done.returncode:
        sys.exit(f"docker-compose does not read compose.yaml: {done.stderr}")
    services = yaml.safe_load(done.stdout)["services"]
    return {name: services[name]["command"] for name in ("service", "worker")}


def _read(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test(base: str | None) -> None:
    """Build and try the image."""
    if not shutil.which("podman"):
        raise Impossible("there is no podman: apt-get install podman runc")
    with report("compose.yaml is read"):
        commands = check_compose()
    with ExitStack() as stack:
        with report("the base" if base else "the base, by debootstrap"):
            podman = stack.enter_context(open_podman(base))
        with report("the image is built"):
            build(podman)
        print("the service in it")
        try_service(podman, commands)
    print(NOT_COVERED)
    if base is None:
        print("  - the base image that the Containerfile names; the base was Debian's Python instead.")


def main() -> int:
    """Return 1 if the image does not work, or cannot be tried and is not optional."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.test_image", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--base", help="the base image, instead of one made by debootstrap")
    parser.add_argument("--optional", action="store_true", help="succeed where containers cannot be run")
    options = parser.parse_args()
    try:
        test(options.base or None)
    except Impossible as reason:
        print(f"\nthe image was NOT tried: {reason}")
        return 0 if options.optional else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
