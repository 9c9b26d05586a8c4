"""``ricordo demo``, as a process of its own, stopped and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from ricordo.cli import main
from ricordo.cli.options import Exit


@contextmanager
def demo(folder: Path, *options: str) -> Generator[str]:
    """The address of a running demo; it must end well when it is told to stop."""
    command = [
        sys.executable,
        "-m",
        "ricordo",
        "demo",
        "--no-browser",
        "--port",
        "0",
        "--folder",
        str(folder),
        *options,
    ]
    environment = {name: value for name, value in os.environ.items() if name != "RICORDO_CHAT_CLIENT"}
    with subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stderr is not None
        said = child.stderr.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", said)
        try:
            assert address, said
            yield address[0]
        finally:
            child.send_signal(signal.SIGTERM)
            rest = child.stderr.read()
        assert child.wait(20) == 0, rest
        assert "hiking" not in rest


def ask(http: httpx2.Client, text: str, conversation: uuid.UUID) -> str:
    answer = http.get("/api/v1/agent", params={"userInput": text, "conversationId": str(conversation)})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_what_was_said_survives_a_restart_of_the_server(tmp_path: Path) -> None:
    with demo(tmp_path / "data") as address, httpx2.Client(base_url=address, timeout=30) as http:
        assert http.get("/").status_code == 200
        cookies = http.cookies
        first = uuid.uuid4()
        for text in ("Hi! I want to plan a vacation", "Around $2,000", "I love hiking and coastal walks"):
            ask(http, text, first)
        assert http.get("/healthz").status_code == 200
    with demo(tmp_path / "data") as address, httpx2.Client(base_url=address, timeout=30, cookies=cookies) as http:
        assert "Welcome back" in http.get("/").text
        later = uuid.uuid4()
        assert "your love for hiking and coastal walks" in ask(http, "Suggest a vacation for me", later)
        assert ask(http, "Yes, use the same preferences", later).startswith("Perfect!")


def test_a_client_that_cannot_be_loaded_is_said(tmp_path: Path) -> None:
    assert main(["demo", "--no-browser", "--folder", str(tmp_path), "--chat-client", "nowhere:client"]) == Exit.USAGE
