"""Operators see why a job failed, on the page, in REST and on the command line, and nobody's words with it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest
from agent_framework.exceptions import ChatClientException

from ricordo.cli.main import main
from tests.server.browsing import Visitor
from tests.server.running import run_service

SAID = "My sister Mallory moved to Lisbon in 1987 and hides her savings under a gnome"
TELLING = ("Mallory", "Lisbon", "1987", "gnome", "sister", "savings")


class StatusError(Exception):
    """An error as the SDKs of providers raise it."""

    def __init__(self, response: httpx2.Response) -> None:
        super().__init__(f"Error code: {response.status_code} - {response.text}")
        self.response, self.status_code, self.body = response, response.status_code, response.json()


@dataclass
class HttpClient:
    """A chat client that sends the messages to a provider, and raises what MAF's clients raise."""

    url: str
    additional_properties: dict[str, Any] = field(default_factory=dict[str, Any])

    async def get_response(self, messages: Sequence[Any], **_: Any) -> Any:
        async with httpx2.AsyncClient() as http:
            response = await http.post(self.url, json=[message.text for message in messages])
        cause = StatusError(response)
        raise ChatClientException(f"service failed to complete the prompt: {cause}", log_level=None) from cause


@contextmanager
def run_provider(status: int, code: str, message: str) -> Generator[str]:
    """Run a provider that answers every request with an error, whose body repeats what was sent."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
            text = message.replace("{sent}", sent[sent.index(SAID) :])  # long messages are cut
            body = json.dumps({"error": {"code": code, "message": text}, "request": sent}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("status", "code", "message", "shown"),
    [
        (401, "invalid_api_key", "Wrong API credentials", "status 401, code invalid_api_key: Wrong API credentials"),
        (429, "rate_limited", "Slow down: {sent}", "status 429, code rate_limited"),
        (500, "oops", "{sent}", "status 500, code oops"),
    ],
)
async def test_the_cause_of_a_failed_job_is_shown_without_what_was_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], status: int, code: str, message: str, shown: str
) -> None:
    scope = {"application": "travel", "user": "alice", "session": "1"}
    body = {"scope": scope, "turns": [{"role": "user", "text": SAID}]}
    with run_provider(status, code, message) as url:
        service = run_service(tmp_path, learning="inline", chat_client=HttpClient(url))
        async with service as running, running.client() as http:
            assert (await http.post("/v1/turns", json=body)).status_code == 201
            rest = (await http.get("/v1/jobs")).text
            page = await Visitor(http).get("/operator")
        await asyncio.to_thread(main, ["jobs", "--store", str(tmp_path / "memory.db")])
    places = {"REST": rest, "page": page, "command": capsys.readouterr().out}
    for place, text in places.items():
        assert shown in text, place
        assert not [word for word in TELLING if word.casefold() in text.casefold()], place
