"""Every command, from one list: the form of its JSON as documented, and no control characters of anybody's words."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from ricordo.cli import main
from ricordo.cli.main import build_parser

CONTROLS = "\x07\x1b[31m\r\x7f\x85\x9b31m\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff"
FORBIDDEN = set(CONTROLS) - set("[31m")
DIRTY = f"zebra {CONTROLS} end"
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "command-line.md"

SERVERS = {"serve", "mcp", "demo", "worker"}
"""They run until they are stopped, and have tests of their own."""

CLIENT = f"""
class Broken:
    async def get_response(self, *_, **__):
        raise RuntimeError({DIRTY!r})
"""

MEMORY: dict[str, Any] = {
    "type": "memory",
    "kind": "profile",
    "content": DIRTY,
    "value": DIRTY,
    "scope": {"user": "alice"},
    "created_at": "2026-05-08",
    "valid_from": "2026-05-08",
    "subject": None,
    "field": "motto",
    "evidence": [{"turn_id": "1", "quote": DIRTY}],
}

KEY = "the key's id"

COMMANDS: dict[str, list[str]] = {
    "remember": ["-u", "alice", "--later", "zebra"],
    "recall": ["-u", "alice", "zebra"],
    "recall --render": ["300", "-u", "alice", "zebra"],
    "memories": ["-u", "alice"],
    "turns": ["-u", "alice"],
    "profile": ["-u", "alice"],
    "confirm": ["-u", "alice", "m1"],
    "correct": ["-u", "alice", "m1", DIRTY],
    "reject": ["-u", "alice", "m2"],
    "learn --estimate": ["--chat-client", "broken:Broken"],
    "learn": ["--chat-client", "broken:Broken"],
    "jobs": [],
    "jobs --retry": [],
    "usage": ["-u", "alice"],
    "export": ["-u", "alice"],
    "export --output": ["out.jsonl", "-u", "alice"],
    "import": ["-u", "bob", "rows.jsonl"],
    "consent": ["-u", "alice"],
    "retention": ["-u", "alice", "--days", "30", "--kind", "turn"],
    "expire": [],
    "retention --receipts": ["-u", "alice"],
    "status": [],
    "status --check": [],
    "migrate --reindex": [],
    "migrate --merge-twins": [],
    "migrate --scrub": [],
    "migrate --embedder": [],
    "migrate --embedder --estimate": [],
    "migrate --drop-embedder": ["nothing"],
    "migrate --from": ["memory.db", "--to", "copy.db"],
    "keys create": ["--application", "travel", "--label", "zebra\u202e"],
    "keys list": [],
    "keys revoke": [KEY],
    "forget": ["-u", "alice", "--yes"],
    "completion": ["bash"],
}
"""The arguments of each command; some commands come in several forms."""


@dataclass
class Printed:
    """All that a command printed."""

    out: str
    err: str
    code: int

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


def run(argv: list[str]) -> Printed:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(argv)
    return Printed(out.getvalue(), err.getvalue(), code)


def prepare(folder: Path) -> None:
    """Fill a store with words that would control a terminal."""
    (folder / "broken.py").write_text(CLIENT, "utf-8")
    rows: list[dict[str, Any]] = [
        {
            "type": "turn",
            "id": "1",
            "role": "user",
            "text": DIRTY,
            "author": "A\u202enn",
            "occurred_at": "2026-01-01",
            "scope": {"user": "alice", "session": "monday"},
        },
        {**MEMORY, "id": "m1"},
        {**MEMORY, "id": "m2", "kind": "semantic", "field": "likes", "value": None},
    ]
    (folder / "rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    done = run(["import", "-u", "alice", "rows.jsonl"])
    assert done.code == 0, done.err


def _find_key(printed: dict[str, Printed]) -> str:
    """Return the id of the key that was created, from either form of the list."""
    listed = printed["keys list"].out if "keys list" in printed else ""
    return next(iter(re.findall(r"\w{6,}", listed)), "")


def run_all(folder: Path, *, as_json: bool) -> dict[str, Printed]:
    prepare(folder)
    printed: dict[str, Printed] = {}
    for name, arguments in COMMANDS.items():
        given = [argument.replace(KEY, _find_key(printed)) for argument in arguments]
        printed[name] = run([*name.split(), *given, *(["--json"] if as_json else [])])
    return printed


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Make commands work in a folder of their own, with a fast embedder."""
    with pytest.MonkeyPatch.context() as patch:
        for variable in [name for name in os.environ if name.startswith("RICORDO_")]:
            patch.delenv(variable)
        patch.setenv("RICORDO_EMBEDDER", "ricordo.testing:HashEmbedder")
        yield tmp_path_factory.mktemp("commands")


@pytest.fixture(scope="module")
def as_json(here: Path) -> Iterator[dict[str, Printed]]:
    with pytest.MonkeyPatch.context() as patch:
        (here / "json").mkdir()
        patch.chdir(here / "json")
        patch.syspath_prepend(str(here / "json"))
        yield run_all(here / "json", as_json=True)


@pytest.fixture(scope="module")
def as_text(here: Path) -> Iterator[dict[str, Printed]]:
    with pytest.MonkeyPatch.context() as patch:
        (here / "text").mkdir()
        patch.chdir(here / "text")
        patch.syspath_prepend(str(here / "text"))
        yield run_all(here / "text", as_json=False)


def list_commands(parser: argparse.ArgumentParser, prefix: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the commands that do something, with their names."""
    for action in parser._actions:
        if isinstance(action.choices, dict):
            for name, command in cast("dict[str, argparse.ArgumentParser]", action.choices).items():
                inner = [*list_commands(command, f"{prefix}{name} ")]
                yield from inner or [(f"{prefix}{name}", command)]


def documented_forms() -> dict[str, set[str]]:
    """Return the fields of each command's objects, as the page has them."""
    section = PAGE.read_text("utf-8").partition("## JSON")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| `")]
    return {row[0].strip("| `"): set(re.findall(r"`(\w+)`", row[-1])) for row in rows}


def test_the_list_has_every_command() -> None:
    listed = {" ".join(word for word in name.split() if word[0] != "-") for name in COMMANDS}
    names = {name for name, _ in list_commands(build_parser())}
    measures = {name for name in names if name.startswith("bench ")}  # they take long, and have tests of their own
    assert listed | SERVERS | measures == names


def test_every_command_takes_json() -> None:
    for name, command in list_commands(build_parser()):
        assert "--json" in command._option_string_actions, name


@pytest.mark.parametrize("name", COMMANDS)
def test_json_has_the_documented_form(name: str, as_json: dict[str, Printed]) -> None:
    printed = as_json[name]
    assert printed.code == 0, printed.err
    assert printed.objects, "nothing was printed"
    expected = documented_forms()[name]
    for found in printed.objects:
        # A row of an export has more, which depends on its type.
        assert expected <= set(found) if name == "export" else expected == set(found)


@pytest.mark.parametrize("name", COMMANDS)
def test_nobody_s_words_control_the_terminal(
    name: str, as_text: dict[str, Printed], as_json: dict[str, Printed]
) -> None:
    for printed in (as_text[name], as_json[name]):
        assert not set(printed.out + printed.err) & FORBIDDEN
    assert as_text[name].code == 0, as_text[name].err


def test_the_words_are_in_what_is_printed(as_text: dict[str, Printed], as_json: dict[str, Printed]) -> None:
    for name in ("recall", "recall --render", "memories", "turns", "profile", "confirm", "correct", "reject"):
        assert "zebra" in as_text[name].out, name
    for name in ("export", "keys list", "keys revoke"):
        assert "zebra" in as_text[name].out, name
    assert DIRTY in [turn["text"] for turn in as_json["turns"].objects]


@pytest.mark.parametrize("command", [["serve"], ["demo", "--no-browser", "--folder", "demo"]])
def test_a_server_prints_its_address_as_json(command: list[str], tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "ricordo", *command, "--port", "0", "--json"]
    child = subprocess.Popen(argv, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/?", json.loads(child.stdout.readline())["url"])
        child.send_signal(signal.SIGTERM)
        child.communicate(timeout=60)
    finally:
        child.kill()
        child.wait()
