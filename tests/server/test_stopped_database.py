"""A database that stands still: every path answers within the time limit, and all is well when it goes on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import psutil

from tests.server.running import serve_in_process
from tests.stores.postgres.server import LocalServer, run_server

ALICE = {"application": "travel", "user": "alice"}
LIMIT_SECONDS = 3
SLACK_SECONDS = 4
"""Time that a busy machine may take on top."""


@contextmanager
def stopped(server: LocalServer) -> Generator[None]:
    """Stop all processes of a server, as a machine that hangs would."""
    parent = psutil.Process(server.pid)
    family = [parent.pid, *(child.pid for child in parent.children(recursive=True))]
    for pid in family:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in family:
            os.kill(pid, signal.SIGCONT)


def test_every_path_answers_in_time_while_the_database_stands_still(tmp_path: Path) -> None:
    options = ("--time-limit", str(LIMIT_SECONDS), "--learning", "off", "--rate", "0")
    with run_server() as server, serve_in_process(tmp_path, *options, store=server.url()) as (url, _):
        client = httpx2.Client(base_url=url, timeout=60)
        turn = {"role": "user", "text": "I like trains."}
        assert client.post("/v1/turns", json={"scope": ALICE, "turns": [turn]}).status_code == 201
        with stopped(server):
            for method, path, body, expected in [
                ("GET", "/healthz", None, 200),
                ("GET", "/readyz", None, 503),
                ("GET", "/openapi.json", None, 200),
                ("GET", "/v1/consent?user=alice", None, 504),
                ("POST", "/v1/turns", {"scope": ALICE, "turns": [turn]}, 504),
                ("POST", "/v1/recall", {"scope": ALICE, "query": "trains"}, 504),
                ("GET", "/metrics", None, 504),
                ("GET", "/readyz", None, 503),
            ]:
                began = time.monotonic()
                answer = client.request(method, path, json=body)
                took = time.monotonic() - began
                assert (path, answer.status_code) == (path, expected)
                assert took < LIMIT_SECONDS + SLACK_SECONDS, path
        deadline = time.monotonic() + 30
        while client.get("/readyz").status_code != 200:
            assert time.monotonic() < deadline
        assert client.get("/v1/export", params=ALICE).text.count("trains") >= 1
        client.close()
