"""Completion in the shells, and what must not be in a script or a help text."""

from __future__ import annotations

import argparse
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from ricordo.cli import main
from ricordo.cli.main import build_parser
from ricordo.settings import SETTINGS

CHECKS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}

ASK = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_shtab_ricordo
printf '%s\\n' "${COMPREPLY[@]}"
"""


def list_commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action.choices, dict):
            for command in cast("dict[str, argparse.ArgumentParser]", action.choices).values():
                yield from list_commands(command)


def script_of(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", CHECKS)
def test_every_option_is_completed(shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = script_of(shell, capsys)
    for command in list_commands(build_parser()):
        for action in command._actions:
            if action.help != argparse.SUPPRESS:
                assert all(name.lstrip("-") in script for name in action.option_strings)
        assert command.prog.split()[-1] in script
    if shutil.which(shell):
        (tmp_path / "script").write_text(script, "utf-8")
        subprocess.run([*CHECKS[shell], tmp_path / "script"], check=True)


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_bash_completes_commands_options_values_and_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "script").write_text(script_of("bash", capsys), "utf-8")
    file = tmp_path / "alice.jsonl"
    file.touch()
    for typed, offered in (
        (["rec"], ["recall"]),
        (["recall", "--ki"], ["--kind"]),
        (["recall", "--kind", "e"], ["episodic"]),
        (["keys", ""], ["create", "list", "revoke"]),
        (["import", str(tmp_path / "ali")], [str(file)]),
        (["completion", "f"], ["fish"]),
    ):
        command = ["bash", "-c", ASK, "bash", str(tmp_path / "script"), "ricordo", *typed]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.split("\n")[:-1] == offered


def test_settings_that_may_be_secret_are_in_no_help_and_no_script(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for setting in SETTINGS:
        monkeypatch.setenv(setting.variable, "postgresql://bob:hunter2@host/db")
    texts = [command.format_help() for command in list_commands(build_parser())]
    texts += [script_of(shell, capsys) for shell in CHECKS]
    assert [text for text in texts if "hunter2" in text] == []
