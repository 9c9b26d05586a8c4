"""The files for containers name commands, settings and routes that there are, and promise what the page says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from ricordo.cli.main import build_parser
from ricordo.opening import sqlite_path
from ricordo.server.admission import HEALTH_PATHS
from ricordo.settings import SETTINGS

ROOT = Path(__file__).parent.parent.parent
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
KNOWN = {setting.variable for setting in SETTINGS}
OURS = ["service", "worker"]


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile in order, each with its whole argument."""
    lines = [line for line in CONTAINERFILE.splitlines() if not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line)]


def last(name: str) -> str:
    return [rest for found, rest in instructions() if found == name][-1]


def arguments_of(command: list[str]) -> Any:
    """Parse a command as the command line does."""
    assert command[0] == "ricordo"
    return build_parser().parse_args(command[1:])


def test_the_image_starts_the_service_where_its_port_and_health_check_are() -> None:
    arguments = arguments_of(json.loads(last("CMD")))
    assert arguments.host == "0.0.0.0"
    assert arguments.port == int(last("EXPOSE"))
    asked = re.search(rf"127\.0\.0\.1:{arguments.port}(/\w+)", last("HEALTHCHECK"))
    assert asked is not None
    assert asked[1] in HEALTH_PATHS


def test_the_image_keeps_the_store_and_the_keys_in_its_volume() -> None:
    settings = dict(re.findall(r"(RICORDO_\w+)=(\S+)", last("ENV")))
    assert settings.keys() <= KNOWN
    volume = Path(last("VOLUME"))
    assert sqlite_path(settings["RICORDO_STORE"]).parent == volume
    assert Path(settings["RICORDO_KEYS"]).parent == volume


def test_the_image_does_not_run_as_root() -> None:
    user = last("USER")
    assert user not in {"root", "0"}
    assert re.search(rf"useradd .*\b{user}\b", CONTAINERFILE)


def test_the_image_copies_files_that_are_there_and_not_ignored() -> None:
    ignored = (ROOT / ".containerignore").read_text("utf-8")
    assert (ROOT / ".dockerignore").read_text("utf-8") == ignored
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists()
                assert f"!{source}\n" in ignored
    (extras,) = re.findall(r"'\.\[([\w,]+)\]'", CONTAINERFILE)
    declared = (ROOT / "pyproject.toml").read_text("utf-8")
    assert all(re.search(rf"^{extra} = \[", declared, re.MULTILINE) for extra in extras.split(","))


@pytest.mark.parametrize("name", OURS)
def test_the_services_run_commands_and_settings_that_there_are(name: str) -> None:
    service = COMPOSE["services"][name]
    arguments_of(service["command"])
    assert service["environment"].keys() <= KNOWN
    assert service["environment"]["RICORDO_STORE"].startswith("postgresql://")
    (mount,) = service["volumes"]
    assert mount.split(":")[0] in COMPOSE["volumes"]
    assert service["environment"]["RICORDO_KEYS"].startswith(mount.split(":")[1])


def test_somebody_learns_what_the_service_queues() -> None:
    assert arguments_of(COMPOSE["services"]["service"]["command"]).learning == "queue"
    assert arguments_of(COMPOSE["services"]["worker"]["command"]).run.__name__ == "_run_worker"


def test_only_this_machine_reaches_the_service_and_nobody_the_database() -> None:
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["service"]
    (port,) = COMPOSE["services"]["service"]["ports"]
    assert port.startswith("127.0.0.1:")


def test_no_password_is_written_down() -> None:
    database = COMPOSE["services"]["database"]["environment"]
    url = COMPOSE["services"]["service"]["environment"]["RICORDO_STORE"]
    assert database["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
    assert f"//{database['POSTGRES_USER']}:${{POSTGRES_PASSWORD:?" in url
    assert url.endswith(f"@database/{database['POSTGRES_DB']}")


def test_the_health_check_is_that_of_the_image() -> None:
    check = COMPOSE["services"]["service"]["healthcheck"]
    options, _, command = last("HEALTHCHECK").partition(" CMD ")
    assert check["test"] == ["CMD", *json.loads(command)]
    for option in options.split():
        name, _, value = option.removeprefix("--").partition("=")
        assert check[name.replace("-", "_")] == value


def test_the_image_is_built_on_one_base() -> None:
    (base,) = [rest for name, rest in instructions() if name == "ARG"]
    assert re.fullmatch(r"BASE=docker\.io/library/python:3\.\d+-slim", base)
    assert [rest.split()[0] for name, rest in instructions() if name == "FROM"] == ["${BASE}"] * 2


def test_stopping_waits_longer_than_the_grace_of_a_request() -> None:
    service = COMPOSE["services"]["service"]
    assert int(service["stop_grace_period"].removesuffix("s")) > arguments_of(service["command"]).grace
