"""An agent behind a web framework (Starlette). The person is taken from the request's token, never from its body.

    python examples/web.py          # two people ask, and the program ends
    uvicorn web:app --app-dir examples

Needs ricordo[server].
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx2
from model import chat_client, memory_lines
from starlette.applications import Starlette
from starlette.authentication import (
    AuthCredentials,
    AuthenticationBackend,
    AuthenticationError,
    BaseUser,
    SimpleUser,
    requires,
)
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from agent_framework import Agent
from ricordo import Ricordo, Scope
from ricordo.agent_framework import RicordoHistoryProvider, RicordoProvider, scoped

TOKENS = {"token-of-alice": "alice", "token-of-bob": "bob"}
"""In your application: what your identity provider says about a token or a session cookie."""

NOBODY = Scope(application="shop", user="nobody")
MAX_BODY = 100_000


class TokenBackend(AuthenticationBackend):
    async def authenticate(self, conn: HTTPConnection) -> tuple[AuthCredentials, BaseUser] | None:
        given = conn.headers.get("Authorization", "").removeprefix("Bearer ").encode()
        for token, user in TOKENS.items():
            if hmac.compare_digest(given, token.encode()):
                return AuthCredentials(["person"]), SimpleUser(user)
        raise AuthenticationError


def person(request: Request) -> Scope:
    """Return the scope of whoever sent the request."""
    return Scope(application="shop", user=request.user.username)


@requires("person")
async def chat(request: Request) -> Response:
    """Answer a message: {"text": …, "conversation": …}. A name in the body has no effect."""
    try:
        if int(request.headers["Content-Length"]) > MAX_BODY:
            return JSONResponse({"error": "too long"}, 413)
        body = await request.json()
        text, conversation = str(body["text"]), str(body["conversation"])
        scope = Scope(application="shop", user=request.user.username, session=conversation)
    except (ValueError, KeyError, TypeError):
        return JSONResponse({"error": "send text and conversation"}, 400)
    agent: Agent = request.app.state.agent
    with scoped(scope):  # for this request only, whatever else runs at the same time
        answer = await agent.run(text, session=agent.create_session(session_id=conversation))
    return JSONResponse({"answer": answer.text})


@requires("person")
async def show(request: Request) -> Response:
    """Return everything that is stored about the person."""
    memory: Ricordo = request.app.state.memory
    return JSONResponse([row async for row in memory.export(scope=person(request))])


@requires("person")
async def forget(request: Request) -> Response:
    """Erase everything that is stored about the person."""
    memory: Ricordo = request.app.state.memory
    return JSONResponse((await memory.forget(scope=person(request))).counts)


@asynccontextmanager
async def open_memory(app: Starlette) -> AsyncGenerator[None]:
    async with Ricordo.open("memory://") as memory:  # in your application: a file, or PostgreSQL
        app.state.memory = memory
        app.state.agent = Agent(
            client=chat_client(lambda messages: f"I was given: {memory_lines(messages)}"),
            instructions="You are a helpful assistant.",
            # One agent serves everybody. If a request ever came here without a person, it would be nobody's.
            context_providers=[RicordoHistoryProvider(memory, scope=NOBODY), RicordoProvider(memory, scope=NOBODY)],
        )
        yield


app = Starlette(
    routes=[
        Route("/chat", chat, methods=["POST"]),
        Route("/me", show, methods=["GET"]),
        Route("/me", forget, methods=["DELETE"]),
    ],
    middleware=[
        Middleware(
            AuthenticationMiddleware,
            backend=TokenBackend(),
            on_error=lambda _request, _error: PlainTextResponse("who are you?", 401),
        )
    ],
    lifespan=open_memory,
)


async def main() -> None:
    transport = httpx2.ASGITransport(app)
    async with open_memory(app), httpx2.AsyncClient(transport=transport, base_url="http://localhost") as browser:
        for user, conversation, text in (
            ("alice", "1", "I love hiking."),
            ("bob", "1", "I love sailing."),
            ("alice", "2", "What do I love?"),
            ("bob", "2", "What do I love?"),
        ):
            headers = {"Authorization": f"Bearer token-of-{user}"}
            response = await browser.post(
                "/chat", json={"text": text, "conversation": conversation, "user": "alice"}, headers=headers
            )
            print(f"{user}: {text}\n  {response.json()['answer']}")
        print("without a token:", (await browser.get("/me")).status_code)


if __name__ == "__main__":
    asyncio.run(main())
