"""Try the service from inside of its container. `scripts/test_image.py` gives this program to the image's own Python.

    python - first|again|learned KEY

Standard library only: the image has nothing else that is of use here.
"""

from __future__ import annotations

import json
import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

URL = "http://127.0.0.1:8765"
PERSON = "application=shop&user=alice"
WORDS = "I love hiking in the Dolomites."
START_SECONDS = 90


def ask(path: str, key: str | None = None, body: object = None) -> tuple[int, str]:
    """Send a request, and return the status and the text of the answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def require(value: object, message: str) -> None:
    """End with a message unless ``value`` is true."""
    if not value:
        sys.exit(f"failed in the container: {message}")


def wait_until_ready() -> None:
    """Wait until the process lives and its store answers."""
    deadline = time.monotonic() + START_SECONDS
    for path in ("/healthz", "/readyz"):
        while True:
            try:
                if ask(path)[0] == 200:
                    break
            except OSError:
                pass
            require(time.monotonic() < deadline, f"{path} does not answer within {START_SECONDS} seconds")
            time.sleep(0.2)


def check_confinement() -> None:
    """Check that the program is not root and writes to its volume and to /tmp only."""
    require(os.getuid() != 0 and os.getgid() != 0, "it runs as root")
    for folder in ("/", "/etc", "/opt/ricordo", sys.prefix):
        try:
            Path(folder, "written").touch()
        except OSError:
            continue
        sys.exit(f"failed in the container: {folder} can be written to")
    for folder in ("/data", "/tmp"):
        Path(folder, "written").touch()
        Path(folder, "written").unlink()
    capabilities = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("CapEff")]
    require(int(capabilities[0].split()[1], 16) == 0, "it has capabilities")
    store = Path("/data/memory.db")
    require(store.stat().st_mode & 0o077 == 0, "others can read the store")


def read_export(key: str) -> list[dict[str, Any]]:
    """Return the rows of the person's export."""
    status, text = ask(f"/v1/export?{PERSON}", key)
    require(status == 200, f"an export is answered with {status}")
    return [json.loads(line) for line in text.splitlines()]


def check_recall(key: str) -> None:
    """Check that a recall finds the words, and the export has them once."""
    status, text = ask("/v1/recall", key, {"scope": {"application": "shop", "user": "alice"}, "query": "hiking"})
    require(status == 200 and WORDS in text, f"a recall is answered with {status} and does not have the words")
    said = [row for row in read_export(key) if row["type"] == "turn"]
    require([row["text"] for row in said] == [WORDS], f"an export has {len(said)} turns instead of one")


def remember(key: str) -> None:
    """Store one turn."""
    body = {"scope": {"application": "shop", "user": "alice"}, "turns": [{"role": "user", "text": WORDS}]}
    require(ask("/v1/turns", None, body)[0] == 401, "the service stores turns without a key")
    status, _ = ask("/v1/turns", key, body)
    require(status == 201, f"remember is answered with {status}")


def wait_until_learned(key: str) -> None:
    """Wait until the worker has learned from the turn."""
    deadline = time.monotonic() + START_SECONDS
    while not any(row["type"] == "memory" for row in read_export(key)):
        require(time.monotonic() < deadline, f"nothing was learned within {START_SECONDS} seconds")
        time.sleep(0.5)


def main(step: str, key: str) -> None:
    """Do one step."""
    wait_until_ready()
    check_confinement()
    if step == "first":
        remember(key)
    check_recall(key)
    if step == "learned":
        wait_until_learned(key)


if __name__ == "__main__":
    main(*sys.argv[1:])
