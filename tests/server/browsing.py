"""Somebody who looks at the pages without a browser: keeps cookies, follows forms, reads HTML."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from html import unescape
from typing import Any

import httpx2

from tests.server.running import Running

SCOPE = {"application": "travel", "user": "alice"}


class Visitor:
    """One browser: what it has seen last, and the cookies of its session."""

    def __init__(self, http: httpx2.AsyncClient) -> None:
        self.http = http
        self.page = ""
        self.answer: httpx2.Response

    async def get(self, path: str, **params: str) -> str:
        """Look at a page, wherever it leads; its text."""
        self.answer = await self.http.get(path, params=params or None, follow_redirects=True)
        self.page = self.answer.text
        return self.page

    async def send(self, path: str, *, files: Any = None, **fields: str) -> str:
        """Send a form of the page that was seen last, and follow where it leads."""
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
        """What the form sends that undoes the last word."""
        found = re.search(r'name="undo" value="([^"]+)"', self.page)
        assert found is not None, "nothing can be undone here"
        return unescape(found[1])

    async def chooses(self, user: str, application: str | None = "travel") -> None:
        """In local mode, or with a key: whose memory to look at."""
        await self.get("/sign-in")
        await self.send("/sign-in/person", user=user, **({"application": application} if application else {}))
        assert self.status == 200, self.page

    async def signs_in(self, credential: str, **fields: str) -> None:
        await self.get("/sign-in")
        await self.send("/sign-in", credential=credential, **fields)


@asynccontextmanager
async def visiting(service: Running) -> AsyncGenerator[Visitor]:
    async with service.client() as http:
        yield Visitor(http)


async def say(service: Running, *texts: str, user: str = "alice", session: str = "s1", **more: str) -> None:
    """Have somebody say something, and the assistant answer."""
    scope = {"application": "travel", "user": user, "session": session, **more}
    turns = [
        turn for text in texts for turn in ({"role": "user", "text": text}, {"role": "assistant", "text": "Noted."})
    ]
    credential = None if service.keys.is_empty() else service.key(None)
    async with service.client(credential) as http:
        answer = await http.post("/v1/turns", json={"scope": scope, "turns": turns})
        assert answer.status_code == 201, answer.text


async def known(service: Running, user: str = "alice", state: str = "current") -> dict[str, str]:
    """What is known about somebody: ids by content."""
    credential = None if service.keys.is_empty() else service.key(None)
    params = {"application": "travel", "user": user, "state": state}
    async with service.client(credential) as http:
        memories = (await http.get("/v1/memories", params=params)).json()["memories"]
    return {memory["content"]: memory["id"] for memory in memories}


async def token_for(service: Running, user: str, seconds: int = 900, bound: Mapping[str, str] | None = None) -> str:
    """Mint a token for a person, which may be bound to an agent or a session too."""
    async with service.client(service.key("travel")) as http:
        answer = await http.post("/v1/tokens", json={"scope": {"user": user, **(bound or {})}, "seconds": seconds})
    return str(answer.json()["token"])
