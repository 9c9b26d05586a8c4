"""The docs of the service and of MCP: the commands run, and every route and error is there."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ricordo.server.errors import STATUSES
from ricordo.server.mcp_tools import TOOLS
from ricordo.server.routes.responses import ERRORS
from tests.server.running import run_service
from tests.server.test_openapi import document

DOCS = Path(__file__).parent.parent.parent / "docs"
SERVICE = (DOCS / "operate/service.md").read_text("utf-8")
MCP = (DOCS / "use/mcp.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


async def test_the_curl_commands_run(tmp_path: Path) -> None:
    async with run_service(tmp_path, learning="background") as service:
        commands = blocks(SERVICE, "sh")
        assert len(commands) == 4
        key = output = ""
        for script in commands:
            if "$KEY" in script:
                key = service.key("travel")
            output = await asyncio.to_thread(_run, script, {"URL": service.url, "KEY": key}, tmp_path)
            answers = [json.loads(answer) for answer in re.findall(r"\{.*\}", output.replace("}{", "}\n{"))]
            assert answers
            assert not any("error" in answer for answer in answers), output
        assert '"token":"eyJ' in output
        assert "vegetarian" in (tmp_path / "alice.jsonl").read_text()


def _run(script: str, variables: dict[str, str], folder: Path) -> str:
    environment = {"PATH": "/usr/bin:/bin:/usr/local/bin", **variables}
    done = subprocess.run(
        ["sh", "-e", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_the_program_of_the_client_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = (block for block in blocks(SERVICE, "python") if "RicordoClient" in block)
    names: dict[str, Any] = {}
    exec(compile(program, "service.md", "exec", dont_inherit=True), names)
    async with run_service(tmp_path) as service:
        await names["talk"](service.url, None)
    assert "I love hiking." in capsys.readouterr().out


async def test_a_backend_mints_its_own_tokens(tmp_path: Path) -> None:
    (program,) = (block for block in blocks(SERVICE, "python") if "import jwt" in block)
    names: dict[str, Any] = {}
    exec(compile(program, "service.md", "exec", dont_inherit=True), names)
    async with run_service(tmp_path) as service:
        async with service.client(names["mint_token"](service.key("travel"), "alice")) as client:
            answer = await client.post("/v1/turns", json={"turns": [{"role": "user", "text": "I love hiking."}]})
            assert answer.status_code == 201, answer.text
            (turn,) = (await client.get("/v1/turns")).json()["turns"]
            assert turn["scope"] == {"application": "travel", "user": "alice"}
            refused = await client.get("/v1/turns", params={"user": "bob"})
            assert refused.status_code == 403
        async with service.client(names["mint_token"](service.key("travel"), "alice", 86_401)) as client:
            assert (await client.get("/v1/turns")).status_code == 401


def test_every_route_is_documented() -> None:
    text = SERVICE.replace("`DELETE …`", "`DELETE /v1/memories/{id}`").replace("`PUT …`", "`PUT /v1/profile/{profile}`")
    text = re.sub(r"`POST …/(\w+)`", r"`POST /v1/memories/{id}/\1`", text).replace("{name}", "{profile}")
    for path, methods in document()["paths"].items():
        for method in methods:
            assert path in text if path.count("/") == 1 else f"`{method.upper()} {path}`" in text, (method, path)


def test_every_error_is_documented() -> None:
    for status in ERRORS:
        assert f"\n| {status} |" in SERVICE
    for kind, status in STATUSES:
        assert re.search(rf"\n\| {status} \|[^\n]*`{kind.__name__}`", SERVICE), kind


def test_every_tool_is_documented() -> None:
    for tool in TOOLS:
        assert f"`{tool.name}`" in MCP


@pytest.mark.parametrize("block", blocks(MCP, "json") + blocks(SERVICE, "json"))
def test_every_piece_of_json_is_valid(block: str) -> None:
    json.loads(block)
