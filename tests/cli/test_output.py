"""Output on a terminal and in pipes: colours, progress bars, control characters, readers that are gone."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ricordo.cli
from ricordo.cli import main
from ricordo.cli.options import Exit
from ricordo.cli.output import escape_controls, progress_bar

CONTROLS = "\x07\x1b[31m\r\x7f\x85\x9b31m\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff"


@given(st.text(), st.text(alphabet=CONTROLS))
def test_escaping_leaves_json_with_the_same_values(text: str, controls: str) -> None:
    value = text + controls
    line = escape_controls(json.dumps(value, ensure_ascii=False))
    assert json.loads(line) == value
    assert not set(line) & (set(CONTROLS) - set("[31m"))


def test_only_one_module_of_the_command_line_prints() -> None:
    folder = Path(ricordo.cli.__file__).parent
    printing = [path.name for path in folder.glob("*.py") if re.search(r"\bprint\(", path.read_text("utf-8"))]
    assert printing == ["output.py"]


def test_no_progress_bar_is_drawn_into_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(3, unit="turns") as bar:
        bar.delay = 0
        bar.update(3)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("terminals", "is_drawn"), [((), False), (("stdout",), False), (("stderr",), False), (("stdout", "stderr"), True)]
)
def test_a_progress_bar_is_drawn_where_nothing_is_piped(
    terminals: tuple[str, ...], is_drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, Terminal() if name in terminals else io.StringIO())
    with progress_bar(3, unit="turns") as bar:
        assert bar.disable is not is_drawn


class Terminal(io.StringIO):
    """A terminal that keeps what is printed on it."""

    def isatty(self) -> bool:
        return True


STYLE = re.compile("\x1b\\[(?:1|2|31|32|0)m")


@pytest.mark.parametrize(
    ("variables", "has_colours"),
    [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colours_are_for_terminals_only(
    variables: dict[str, str],
    has_colours: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RICORDO_STORE", str(tmp_path / "memory.db"))
    main(["remember", "-u", "alice", "--later", f"zebra {CONTROLS}"])
    capsys.readouterr()
    main(["recall", "-u", "alice", "zebra"])
    plain = capsys.readouterr().out
    assert "zebra" in plain
    assert "\x1b" not in plain
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    assert main(["recall", "-u", "alice", "zebra"]) == Exit.DONE
    printed = terminal.getvalue()
    assert bool(STYLE.search(printed)) is has_colours
    assert STYLE.sub("", printed) == plain
    main(["recall", "-u", "alice", "zebra", "--json"])
    assert "\x1b" not in terminal.getvalue().removeprefix(printed)


@pytest.mark.parametrize("argv", [["--help"], ["recall", "--help"], ["completion", "zsh"], ["--version"]])
def test_a_reader_that_is_gone_gets_no_complaint(argv: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-m", "ricordo", *argv], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (Exit.DONE, b"")
