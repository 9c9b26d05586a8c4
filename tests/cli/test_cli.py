"""The command line: results on standard output, notes on standard error, and exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ricordo.cli import main
from ricordo.cli.options import Exit


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "memory.db"
    monkeypatch.setenv("RICORDO_STORE", str(path))
    return path


class Shell:
    """A shell that runs commands and captures what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def run(self, *argv: str, stdin: str = "", code: Exit = Exit.DONE) -> str:
        """Run a command that must end with `code`, and return its standard output."""
        if argv[0] == "remember":
            argv = (*argv, "--later")  # learning has tests of its own
        self._monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        self._capsys.readouterr()
        assert main(argv) == code, self._capsys.readouterr().err
        output = self._capsys.readouterr()
        self.errors = output.err
        return output.out

    def rows(self, *argv: str, stdin: str = "", code: Exit = Exit.DONE) -> list[dict[str, Any]]:
        """Run a command with `--json` and return the objects that it prints."""
        return [json.loads(line) for line in self.run(*argv, "--json", stdin=stdin, code=code).splitlines()]


@pytest.fixture
def shell(store: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(capsys, monkeypatch)


def test_what_is_remembered_is_recalled_with_the_reason(shell: Shell) -> None:
    assert "remembered 2 turns" in shell.run("remember", "-u", "alice", "I love hiking", "My budget is $2,000")
    text = shell.run("recall", "-u", "alice", "what is my budget?")
    assert "My budget is $2,000" in text.splitlines()[0]
    assert "keyword #1 (budget)" in text
    (hit,) = shell.rows("recall", "-u", "alice", "what is my budget?", "--limit", "1")
    assert hit["text"] == "My budget is $2,000"
    assert hit["why"]["words"] == ["budget"]
    assert hit["scope"] == {"user": "alice"}
    block = shell.run("recall", "-u", "alice", "budget", "--render", "100")
    assert block.startswith("<ricordo-memory>")


def test_nothing_relevant_is_an_answer_of_its_own(shell: Shell) -> None:
    shell.run("remember", "-u", "alice", "I love hiking")
    assert shell.run("recall", "-u", "bob", "hiking", code=Exit.NOTHING) == ""
    assert "nothing relevant" in shell.errors
    assert shell.rows("memories", "-u", "alice", code=Exit.NOTHING) == []


def test_turns_come_from_standard_input_too(shell: Shell) -> None:
    shell.run("remember", "-u", "alice", stdin="I love hiking\nvery much")
    lines = [
        {"role": "user", "text": "I hate caves", "id": "1", "occurred_at": "2026-05-08T12:00:00+02:00"},
        {"role": "assistant", "text": "Noted.", "author": "Guide"},
    ]
    ids = shell.rows("remember", "-u", "alice", "--lines", stdin="\n".join(map(json.dumps, lines)))
    assert ids[0] == {"id": "1"}
    rows = shell.rows("export", "-u", "alice")
    assert [row["text"] for row in rows] == ["I love hiking\nvery much", "I hate caves", "Noted."]
    assert rows[1]["occurred_at"] == "2026-05-08T10:00:00+00:00"
    assert rows[2]["author"] == "Guide"


def test_a_line_that_is_no_turn_is_named(shell: Shell) -> None:
    shell.run("remember", "-u", "alice", "--lines", stdin='{"role": "user", "text": "a"}\nnonsense', code=Exit.USAGE)
    assert "line 2" in shell.errors
    shell.run("export", "-u", "alice", code=Exit.FAILED)
    assert "no such store" in shell.errors


def test_forgetting_asks_first_and_prints_the_receipt(shell: Shell) -> None:
    shell.run("remember", "-u", "alice", "I love hiking", "and sailing")
    shell.run("forget", "-u", "alice", code=Exit.USAGE)
    assert "--yes" in shell.errors
    receipt = shell.rows("forget", "-u", "alice", "--yes")[0]
    assert receipt["counts"]["turns"] == 2
    assert len(receipt["digest"]) == 64
    assert "erased" in shell.run("forget", "-u", "alice", "--yes", code=Exit.NOTHING)


def test_single_ids_and_times_can_be_forgotten(shell: Shell) -> None:
    for number in range(4):
        shell.run("remember", "-u", "alice", f"note {number}", "--id", str(number), "--at", f"2026-01-0{number + 1}")
    assert shell.rows("forget", "-u", "alice", "-y", "--id", "3")[0]["counts"]["turns"] == 1
    assert shell.rows("forget", "-u", "alice", "-y", "--before", "2026-01-02")[0]["counts"]["turns"] == 1
    assert [row["id"] for row in shell.rows("export", "-u", "alice")] == ["1", "2"]


def test_an_export_can_be_imported_again(shell: Shell, tmp_path: Path) -> None:
    shell.run("remember", "-u", "alice", "-e", "monday", "I love hiking")
    file = tmp_path / "alice.jsonl"
    assert "exported 1 row to" in shell.run("export", "-u", "alice", "-o", str(file))
    before = shell.rows("export", "-u", "alice")
    shell.run("forget", "-u", "alice", "-y")
    assert shell.rows("import", str(file), "-u", "alice") == [{"rows": 1}]
    assert shell.rows("export", "-u", "alice") == before
    file.write_text("nonsense\n")
    shell.run("import", str(file), "-u", "alice", code=Exit.USAGE)
    assert "line 1 is not JSON" in shell.errors
    shell.run("import", str(tmp_path / "nowhere"), "-u", "alice", code=Exit.FAILED)
    assert f"{tmp_path / 'nowhere'}: No such file" in shell.errors
    assert "Errno" not in shell.errors


def test_a_backup_is_replaced_by_a_whole_one_or_not_at_all(shell: Shell, tmp_path: Path) -> None:
    shell.run("remember", "-u", "alice", "I love hiking")
    file = tmp_path / "alice.jsonl"
    shell.run("export", "-u", "alice", "-o", str(file))
    backup = file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    for wrong, code in (
        (["-o", str(file)], Exit.USAGE),
        (["-u", "alice", "-s", str(tmp_path / "other.db"), "-o", str(file)], Exit.FAILED),
        (["-u", "nobody", "-o", str(file)], Exit.NOTHING),
        (["-u", "alice", "-o", str(tmp_path / "nowhere" / "x")], Exit.FAILED),
    ):
        shell.run("export", *wrong, code=code)
        assert file.read_text() == backup
    shell.run("remember", "-u", "alice", "and sailing")
    assert "exported 2 rows" in shell.run("export", "-u", "alice", "-o", str(file))
    assert len(file.read_text().splitlines()) == 2
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".db", ".jsonl"]


def test_who_only_reads_creates_nothing(shell: Shell, store: Path, tmp_path: Path) -> None:
    for argv in (
        ["recall", "-u", "alice", "hiking"],
        ["memories", "-u", "alice"],
        ["turns", "-u", "alice"],
        ["profile", "-u", "alice"],
        ["usage"],
        ["export", "-u", "alice"],
        ["forget", "-u", "alice", "-y"],
        ["consent", "-u", "alice"],
        ["status"],
        ["migrate", "--reindex"],
        ["migrate", "--merge-twins"],
        ["migrate", "--from", str(store), "--to", str(tmp_path / "copy.db")],
        ["status", "--store", f"sqlite:///{store}"],
    ):
        shell.run(*argv, code=Exit.FAILED)
        assert f"no such store: {store}" in shell.errors
    shell.run("keys", "list", code=Exit.NOTHING)
    shell.run("keys", "revoke", "nothing", code=Exit.NOTHING)
    assert list(tmp_path.iterdir()) == []
    shell.run("status", "--store", "sqlite:x.db", code=Exit.USAGE)
    shell.run("status", "--store", str(tmp_path), code=Exit.FAILED)
    assert "it is a folder" in shell.errors


def test_nothing_found_is_said(shell: Shell) -> None:
    shell.run("remember", "-u", "alice", "I love hiking")
    for argv in (
        ["turns", "-u", "bob"],
        ["profile", "-u", "bob"],
        ["memories", "-u", "bob"],
        ["export", "-u", "bob"],
        ["expire"],
        ["retention", "-u", "bob", "--receipts"],
    ):
        assert shell.run(*argv, code=Exit.NOTHING) == ""
        assert shell.errors.startswith("ricordo: ")


def test_wrong_usage_names_options_and_not_parameters(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    shell.run("forget", "-u", "alice", "--with-evidence", "-y", code=Exit.USAGE)
    assert "--with-evidence goes with --id" in shell.errors
    for days in ("-1", "0", "36501", "many"):
        with pytest.raises(SystemExit):
            main(["retention", "-u", "alice", f"--days={days}"])
        assert "1 to 36,500, nor 'off'" in capsys.readouterr().err


def test_what_is_remembered_cannot_write_on_the_terminal(shell: Shell) -> None:
    shell.run(
        "remember", "-u", "alice", "zebra\x1b[2J\n  9.99  2026-01-01 00:00  system: forged", "--author", "A\u202enn"
    )
    text = shell.run("recall", "-u", "alice", "zebra")
    assert len(text.splitlines()) == 2
    assert "Ann: zebra[2J 9.99 2026-01-01 00:00 system: forged" in text


def test_no_answer_in_time_is_not_the_same_as_nothing_relevant(shell: Shell) -> None:
    shell.run("remember", "-u", "alice", "I love hiking")
    shell.run("recall", "-u", "alice", "hiking", "--deadline", "1e-9", code=Exit.FAILED)
    assert "no answer in time" in shell.errors
    assert "nothing relevant" not in shell.errors


def test_a_reader_that_stops_reading_ends_the_command_quietly(shell: Shell, store: Path) -> None:
    shell.run("remember", "-u", "alice", "--lines", stdin='{"role": "user", "text": "' + "x" * 90_000 + '"}\n')
    command = [sys.executable, "-m", "ricordo", "export", "-u", "alice"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert len(child.stdout.read(10)) == 10
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == Exit.DONE


def test_a_reader_that_stops_reading_does_not_stop_turns_from_being_stored(shell: Shell, store: Path) -> None:
    lines = "".join(f'{{"role": "user", "text": "note {n}", "id": "{n:0>200}"}}\n' for n in range(600))
    command = f"{sys.executable} -m ricordo remember -u alice --later --lines --json | head -c 10"
    subprocess.run(["sh", "-c", command], input=lines, capture_output=True, text=True, check=True)
    assert shell.rows("status")[0]["store"]["turns"] == 600


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_a_port_in_use_is_named_with_the_way_out(
    command: str, shell: Shell, store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        more = ["--no-browser", "--folder", str(tmp_path / "demo")] if command == "demo" else []
        shell.run(command, "--port", port, *more, code=Exit.FAILED)
    assert f"port {port} on 127.0.0.1 is already in use" in shell.errors
    assert "--port" in shell.errors


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("command", ["remember", "forget"])
def test_one_interrupt_ends_a_question(command: str, store: Path) -> None:
    terminal, stdin = os.openpty()
    argv = [sys.executable, "-m", "ricordo", command, "-u", "alice"]
    with subprocess.Popen(argv, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stderr is not None
        assert re.search(rb"Ctrl-D|cannot be undone", child.stderr.readline())
        child.send_signal(signal.SIGINT)
        try:
            assert child.communicate(timeout=60) == (b"", b"")
        finally:
            child.kill()
    os.close(terminal)
    os.close(stdin)
    assert child.returncode == Exit.INTERRUPTED
    assert not store.exists()


CONTROLS = "\x07\x1b[31m\r\x7f\x85\x9b31m\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff"


def test_control_and_direction_characters_are_never_printed_raw(shell: Shell, tmp_path: Path) -> None:
    dirty = f"zebra {CONTROLS} end"
    shell.run("remember", "-u", "alice", "--lines", stdin=json.dumps({"role": "user", "text": dirty}))
    file = tmp_path / f"alice {CONTROLS}.jsonl"
    outputs = [
        shell.run("recall", "-u", "alice", "zebra"),
        shell.run("recall", "-u", "alice", "zebra", "--render", "500"),
        shell.run("recall", "-u", "alice", "zebra", "--json"),
        shell.run("export", "-u", "alice"),
        shell.run("export", "-u", "alice", "-o", str(file)),
    ]
    shell.run("status", "--store", str(file.with_suffix(".db")), code=Exit.FAILED)
    outputs.append(shell.errors)
    assert [each for each in outputs if set(each) & (set(CONTROLS) - set("[31m"))] == []
    (row,) = shell.rows("export", "-u", "alice")
    assert row["text"] == dirty
    assert json.loads(file.read_text("utf-8"))["text"] == dirty


def test_wrong_usage_is_printed_without_control_characters(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["recall", "-u", "alice", "zebra", f"--nonsense{CONTROLS}"])
    assert not set(capsys.readouterr().err) & (set(CONTROLS) - set("[31m"))


def test_a_terminal_that_knows_little_shows_what_it_can(shell: Shell, store: Path) -> None:
    shell.run("remember", "-u", "alice", "smørrebrød \U0001f600")
    done = subprocess.run(
        [sys.executable, "-m", "ricordo", "recall", "-u", "alice", "smørrebrød"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "sm\\xf8rrebr\\xf8d" in done.stdout


def test_the_demo_without_the_travel_assistant_says_what_to_install(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ricordo_travel", None)
    shell.run("demo", "--no-browser", "--folder", str(tmp_path / "demo"), code=Exit.USAGE)
    assert "the travel assistant is not installed; this needs: pip install 'ricordo[demo]'" in shell.errors
    assert not (tmp_path / "demo").exists()
    assert "Suggest a vacation" in shell.run("demo", "--terminal")


def test_a_demo_that_did_not_get_through_says_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/true")
    shell.run("demo", "--terminal", code=Exit.FAILED)
    assert "before it was acknowledged" in shell.errors


def test_consent_is_shown_set_and_kept_to(shell: Shell) -> None:
    shell.run("remember", "-u", "bob", "hello")
    assert shell.rows("consent", "-u", "alice") == [{"capture": True, "learning": True, "sharing": True}]
    assert "capture   off" in shell.run("consent", "-u", "alice", "--capture", "off")
    shell.run("remember", "-u", "alice", "off the record", code=Exit.NOT_ALLOWED)
    assert "nothing was stored" in shell.errors
    shell.run("consent", "-u", "alice", "--capture", "on")
    shell.run("remember", "-u", "alice", "on the record")


def test_status_counts_and_checks(shell: Shell, store: Path) -> None:
    shell.run("remember", "-u", "alice", "I love hiking")
    assert "1 turn and 0 memories" in shell.run("status")
    assert "sound" in shell.run("status", "--check")
    with sqlite3.connect(store) as connection:
        connection.execute("DELETE FROM posting")
    connection.close()
    text = shell.run("status", "--check", code=Exit.FAULTS)
    assert "FAULT" in text
    assert "ricordo migrate --reindex" in text
    assert "1 document" in shell.run("migrate", "--reindex")
    assert shell.run("migrate", "--merge-twins") == "merged 0 pairs of memories\n"
    assert "sound" in shell.run("status", "--check")
    assert shell.rows("status")[0]["store"]["turns"] == 1


def test_the_embedder_can_be_changed(shell: Shell, store: Path) -> None:
    shell.run("remember", "-u", "alice", "I love hiking", "and sailing")
    name = "ricordo.testing:HashEmbedder"
    (estimate,) = shell.rows("migrate", "--embedder", name, "--estimate")
    assert (estimate["model"], estimate["texts"]) == ("hash-64", 2)
    assert "2 texts by hash-64" in shell.run("migrate", "--embedder", name, "--estimate")
    assert "hash-64" not in shell.run("status")
    with sqlite3.connect(store) as connection:
        connection.execute("INSERT INTO model_role VALUES ('preparing', 'hash-64')")
    connection.close()
    text = shell.run("status")
    assert "2 vectors of gte-small-memory-2-int8, which serves\n" in text
    assert "0 vectors of hash-64, being prepared: 2 missing" in text
    text = shell.run("migrate", "--embedder", name)
    assert "embedded 2 texts; hash-64 serves" in text
    assert "ricordo migrate --drop-embedder gte-small-memory-2-int8" in text
    assert "2 texts by hash-64" in shell.errors
    assert shell.run("migrate", "--embedder", name) == "embedded 0 texts; hash-64 serves\n"
    assert "2 vectors of hash-64, which serves" in shell.run("status")
    status = shell.rows("status")[0]["store"]
    assert status["vectors"] == {"gte-small-memory-2-int8": 2, "hash-64": 2}
    assert (status["serving"], status["preparing"]) == ("hash-64", None)
    for wrong in ("nonsense", "ricordo.nowhere:x", "ricordo.testing:Nothing"):
        shell.run("migrate", "--embedder", wrong, code=Exit.USAGE)
        assert wrong in shell.errors
    shell.run("migrate", "--reindex", "--estimate", code=Exit.USAGE)
    assert "--estimate goes with --embedder" in shell.errors


def test_how_many_texts_the_new_embedder_refused_is_said(shell: Shell) -> None:
    shell.run("remember", "-u", "alice", "I love hiking", "POISON")
    text = shell.run("migrate", "--embedder", "tests.embedding.parts:Picky")
    assert "embedded 1 text; hash-64 serves\n1 text went without a vector, refused by hash-64" in text


def test_an_embedder_that_does_not_serve_is_dropped(shell: Shell) -> None:
    shell.run("remember", "-u", "alice", "I love hiking", "and sailing")
    shell.run("migrate", "--embedder", "ricordo.testing:HashEmbedder")
    shell.run("migrate", "--drop-embedder", "hash-64", code=Exit.USAGE)
    assert "answer queries and cannot be dropped" in shell.errors
    assert "embedded 0 texts; gte-small-memory-2-int8 serves" in shell.run("migrate", "--embedder", "local")
    assert "dropped 2 vectors of hash-64" in shell.run("migrate", "--drop-embedder", "hash-64")
    shell.run("migrate", "--store", "nowhere.db", "--embedder", code=Exit.FAILED)
    assert "no such store" in shell.errors


def test_the_embedder_can_come_from_the_environment(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RICORDO_EMBEDDER", "ricordo.testing:HashEmbedder")
    shell.run("remember", "-u", "alice", "I love hiking")
    assert shell.rows("status")[0]["embedder"] == "hash-64"
    monkeypatch.setenv("RICORDO_EMBEDDER", "local")
    monkeypatch.setenv("RICORDO_PREVIOUS_EMBEDDER", "ricordo.testing:HashEmbedder")
    shell.run("remember", "-u", "alice", "and sailing")
    status = shell.rows("status")[0]
    assert (status["embedder"], status["store"]["vectors"]) == ("gte-small-memory-2-int8", {"hash-64": 2})
    assert "embedded 2 texts; gte-small-memory-2-int8 serves" in shell.run("migrate", "--embedder")


def test_errors_say_what_was_wrong_and_what_to_do(shell: Shell, tmp_path: Path) -> None:
    shell.run("recall", "hiking", code=Exit.USAGE)
    assert "the scope is empty" in shell.errors
    shell.run("remember", "-u", "alice", "I love hiking")
    shell.run("recall", "-u", "alice", " ", code=Exit.USAGE)
    assert "query is blank" in shell.errors
    shell.run("status", "--store", str(tmp_path / "nowhere" / "x.db"), code=Exit.FAILED)
    assert "folder exists" in shell.errors
    (tmp_path / "notes.txt").write_text("not a database" * 100)
    shell.run("status", "--store", str(tmp_path / "notes.txt"), code=Exit.FAILED)
    assert "not a Ricordo database" in shell.errors


@pytest.mark.parametrize("argv", [[], ["nonsense"], ["recall"], ["recall", "x", "--since", "soon"], ["migrate"]])
def test_wrong_usage_ends_with_two(shell: Shell, argv: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(argv)
    assert ended.value.code == Exit.USAGE


def test_the_scope_can_come_from_the_environment(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RICORDO_USER", "alice")
    shell.run("remember", "I love hiking")
    assert shell.rows("recall", "hiking", "-n", "1")[0]["scope"] == {"user": "alice"}


def test_the_demo_shows_what_it_promises(shell: Shell) -> None:
    text = shell.run("demo", "--terminal")
    assert "kill -9" in text
    assert "Around $2,000" in text
    assert "nothing relevant is remembered" in text
    assert "she sees nothing of it" in text
    assert "found 0 times" in text
    assert "bob's memory is untouched: 1 hit" in text
