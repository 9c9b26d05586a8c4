"""A visitor of the pages without a browser: it keeps cookies, sends forms and reads HTML."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from html import unescape
from typing import Any

import httpx2

from tests.server.running import Running

SCOPE = {"application": "travel", "user": "alice"}


class Visitor:
    """A visitor with the cookies of a session, and the page that it saw last."""

    def __init__(self, http: httpx2.AsyncClient) -> None:
        self.http = http
        self.page = ""
        self.answer: httpx2.Response

    async def get(self, path: str, **params: str) -> str:
        """Get a page, follow redirects, and return its text."""
        self.answer = await self.http.get(path, params=params or None, follow_redirects=True)
        self.page = self.answer.text
        return self.page

    async def send(self, path: str, *, files: Any = None, **fields: str) -> str:
        """Send a form of the last page, follow redirects, and return the text of the page."""
        data = {"form": self.form_token, **fields}
        self.answer = await self.http.post(path, data=data, files=files, follow_redirects=True)
        self.page = self.answer.text
        return self.page

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def form_token(self) -> str:
        found = re.search(r'name="form" value="(\w+)"', self.page)
        assert found is not None, self.page
        return found[1]

    @property
    def undo(self) -> str:
        """The field of the form that undoes the last review."""
        found = re.search(r'name="undo" value="([^"]+)"', self.page)
        assert found is not None, "nothing can be undone here"
        return unescape(found[1])

    async def choose_person(self, user: str, application: str | None = "travel") -> None:
        """Choose the person whose memory is shown; in local mode, or with a key."""
        await self.get("/sign-in")
        await self.send("/sign-in/person", user=user, **({"application": application} if application else {}))
        assert self.status == 200, self.page

    async def sign_in(self, credential: str, **fields: str) -> None:
        await self.get("/sign-in")
        await self.send("/sign-in", credential=credential, **fields)


@asynccontextmanager
async def visit(service: Running) -> AsyncGenerator[Visitor]:
    async with service.client() as http:
        yield Visitor(http)


async def store_about(service: Running, subject: str) -> None:
    """Store a memory of Alice's that is about somebody else, and denies something."""
    row: dict[str, Any] = {
        "type": "memory",
        "id": "m",
        "kind": "semantic",
        "content": "Eats no fish",
        "source": "application",
    }
    row |= {"scope": SCOPE, "created_at": "2026-05-01", "valid_from": "2026-05-01"}
    row |= {"subject": subject, "negated": True}
    async with service.client() as http:
        answer = await http.post("/v1/import", params=SCOPE, content=json.dumps(row))
    assert answer.status_code == 200, answer.text


async def say(service: Running, *texts: str, user: str = "alice", session: str = "s1", **more: str) -> None:
    """Store what somebody says, each with an answer of the assistant."""
    scope = {"application": "travel", "user": user, "session": session, **more}
    turns = [
        turn for text in texts for turn in ({"role": "user", "text": text}, {"role": "assistant", "text": "Noted."})
    ]
    credential = None if service.keys.is_empty() else service.key(None)
    async with service.client(credential) as http:
        answer = await http.post("/v1/turns", json={"scope": scope, "turns": turns})
        assert answer.status_code == 201, answer.text


async def list_known(service: Running, user: str = "alice", state: str = "current") -> dict[str, str]:
    """Return the ids of somebody's memories by content."""
    credential = None if service.keys.is_empty() else service.key(None)
    params = {"application": "travel", "user": user, "state": state}
    async with service.client(credential) as http:
        memories = (await http.get("/v1/memories", params=params)).json()["memories"]
    return {memory["content"]: memory["id"] for memory in memories}


async def mint_token(service: Running, user: str, seconds: int = 900, bound: Mapping[str, str] | None = None) -> str:
    """Mint a token for a person, which may be bound to an agent or a session too."""
    async with service.client(service.key("travel")) as http:
        answer = await http.post("/v1/tokens", json={"scope": {"user": user, **(bound or {})}, "seconds": seconds})
    return str(answer.json()["token"])
