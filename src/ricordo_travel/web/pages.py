"""The chat page, the panel, and the agent as an endpoint that streams."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Annotated
from weakref import WeakValueDictionary

from agent_framework.exceptions import AgentFrameworkException
from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from ricordo.server.errors import Refused
from ricordo.server.service import service_of
from ricordo.values import StoredTurn
from ricordo_travel.assistant import MAX_INPUT, Assistant, scope_of
from ricordo_travel.talk import NO_MODEL
from ricordo_travel.web.panel import Panel, read_panel
from ricordo_travel.web.streams import in_own_task

_SHOWN = 100
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    # Without a referrer browsers name no origin when a form is sent, and the gate asks for it.
    "Referrer-Policy": "same-origin",
}
_ASSETS = {"travel.css": "text/css", "travel.js": "text/javascript"}

router = APIRouter()
pages = Environment(loader=PackageLoader("ricordo_travel.web"), autoescape=True, undefined=StrictUndefined)


@dataclass(frozen=True, slots=True)
class Chat:
    """What the pages share. In one conversation one answer is given at a time, so that a yes books once."""

    assistant: Assistant
    busy: WeakValueDictionary[tuple[str, str], asyncio.Lock] = field(
        default_factory=WeakValueDictionary[tuple[str, str], asyncio.Lock]
    )

    async def answer(self, text: str, *, person: str, conversation: str) -> AsyncIterator[str]:
        """The answer, piece by piece."""
        lock = self.busy.setdefault((person, conversation), asyncio.Lock())
        async with lock:
            async for piece in self.assistant.answer(text, person=person, conversation=conversation):
                yield piece


def chat_of(request: Request) -> Chat:
    """The chat of the running application."""
    chat = request.app.state.chat()
    assert isinstance(chat, Chat)
    return chat


def same_site(request: Request) -> None:
    """Refuse what another site's page makes a browser send: to ask the agent is to do something."""
    if request.headers.get("sec-fetch-site", "none") not in {"same-origin", "none"}:
        raise Refused.not_allowed("pages of other sites may not talk to the assistant")


TheChat = Annotated[Chat, Depends(chat_of)]
Said = Annotated[str, Query(alias="userInput", min_length=1, max_length=MAX_INPUT, description="what the person says")]
Conversation = Annotated[uuid.UUID, Query(alias="conversationId", description="which conversation, a UUID")]


@router.get(
    "/api/v1/agent",
    tags=["travel"],
    summary="Talk to the travel assistant",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "the answer, as it comes"}},
    dependencies=[Depends(same_site)],
)
async def agent(request: Request, chat: TheChat, said: Said, conversation: Conversation) -> StreamingResponse:
    """The answer to ``userInput`` in ``conversationId``, streamed as plain text."""
    pieces = chat.answer(_checked(said), person=_person(request, conversation), conversation=str(conversation))
    return StreamingResponse(await _begun(pieces), media_type="text/plain; charset=utf-8")


@router.post("/say", include_in_schema=False, dependencies=[Depends(same_site)])
async def say(
    request: Request,
    chat: TheChat,
    said: Annotated[str, Form(alias="userInput", max_length=MAX_INPUT)],
    conversation: Annotated[uuid.UUID, Form(alias="conversationId")],
) -> Response:
    """The same for a browser without JavaScript: answer, then show the page again."""
    if said.strip():
        pieces = chat.answer(said.strip(), person=request.state.person, conversation=str(conversation))
        async for _ in await _begun(pieces):
            pass
    return RedirectResponse(f"/?conversation={conversation}#end", status_code=303)


@router.get("/", include_in_schema=False)
async def page(request: Request, chat: TheChat, conversation: uuid.UUID | None = None) -> HTMLResponse:
    """The conversation, and the panel beside it."""
    turns = await _turns(request, conversation)
    shown = await _panel(chat, request, turns)
    return _html(
        "chat.html",
        conversation=str(conversation or uuid.uuid4()),
        turns=turns,
        panel=shown,
        has_model=chat.assistant.has_model,
        no_model=NO_MODEL,
        is_back=request.state.is_known and not shown.is_empty and not turns,
        longest=MAX_INPUT,
    )


@router.get("/panel", include_in_schema=False)
async def panel(request: Request, chat: TheChat, conversation: uuid.UUID) -> HTMLResponse:
    """The panel alone, for the page to put in place after an answer."""
    return _html("panel.html", panel=await _panel(chat, request, await _turns(request, conversation)))


@router.get("/assets/{name}", include_in_schema=False)
async def asset(name: str) -> Response:
    """The style and the script of the page."""
    if name not in _ASSETS:
        raise Refused(404, "NotFound", "there is no such file")
    text = files("ricordo_travel.web").joinpath("assets", name).read_text("utf-8")
    return Response(text, media_type=_ASSETS[name], headers={"Cache-Control": "no-cache"})


async def _turns(request: Request, conversation: uuid.UUID | None) -> list[StoredTurn]:
    if conversation is None:
        return []
    scope = scope_of(request.state.person, str(conversation))
    turns = await service_of(request).memory.turns(scope=scope, limit=_SHOWN)
    return [turn for turn in turns if turn.role in {"user", "assistant"}]


async def _panel(chat: Chat, request: Request, turns: list[StoredTurn]) -> Panel:
    last = next((turn.text for turn in reversed(turns) if turn.role == "user"), None)
    return await read_panel(chat.assistant.memory, chat.assistant.toolbox, person=request.state.person, last_said=last)


async def _begun(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """The stream, once its first piece is there: until then a failure can still be told as one."""
    pieces = in_own_task(pieces)
    try:
        first = await anext(pieces, "")
    except AgentFrameworkException:
        raise Refused(503, "ModelError", "the language model failed; try again, or check how it is set up") from None

    async def whole() -> AsyncIterator[str]:
        yield first
        async for piece in pieces:
            yield piece

    return whole()


def _person(request: Request, conversation: uuid.UUID) -> str:
    """Who is asking. A program without a cookie is known by its conversation's id, which nobody else can guess."""
    state = request.state
    return state.person if getattr(state, "is_known", False) else f"guest-{conversation}"


def _checked(said: str) -> str:
    if not said.strip():
        raise ValueError("userInput is blank; say something")
    return said.strip()


def _html(name: str, **values: object) -> HTMLResponse:
    return HTMLResponse(pages.get_template(name).render(values), headers=_HEADERS)
