"""The chat page, the panel, and the endpoint that streams the agent's answers."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator
from importlib.resources import files
from typing import Annotated, Any, cast

from agent_framework.exceptions import AgentFrameworkException
from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ricordo import ModelError, NotFound, StoredTurn
from ricordo_travel.assistant import BUTTONS, MAX_INPUT_LENGTH, scope_of
from ricordo_travel.web.cards import lay_out
from ricordo_travel.web.chat import Chat
from ricordo_travel.web.formatting import format_answer
from ricordo_travel.web.panel import Panel, load_panel
from ricordo_travel.web.streams import iterate_in_task

_MAX_TURNS = 100
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    # Without a referrer, browsers send no Origin header with a form, and the service requires it.
    "Referrer-Policy": "same-origin",
}
_EVENTS = "application/x-ndjson"
_MODEL_FAILED = "the language model failed; try again, or check its settings"
_ASSETS = {"travel.css": "text/css", "travel.js": "text/javascript"}

BACK = "/back"
"""The address that leads from the console back to the conversation."""

router = APIRouter()
pages = Environment(loader=PackageLoader("ricordo_travel.web"), autoescape=True, undefined=StrictUndefined)
cast("dict[str, Any]", pages.filters).update(answer=format_answer, lay_out=lay_out)


def get_chat(request: Request) -> Chat:
    """Return the chat of the application that a request came to."""
    chat = request.app.state.chat
    assert isinstance(chat, Chat)
    return chat


class CrossSiteRequest(Exception):
    """A request that a page of another site made a browser send."""


async def on_cross_site_request(request: Request, error: Exception) -> Response:
    """Return the response to a `CrossSiteRequest`."""
    del request, error
    message = "pages of other sites may not talk to the assistant"
    return JSONResponse({"error": {"type": "NotAllowed", "message": message}}, status_code=403)


def require_same_site(request: Request) -> None:
    """Raise `CrossSiteRequest` if a page of another site made the browser send this: the agent may book something."""
    if request.headers.get("sec-fetch-site", "none") not in {"same-origin", "none"}:
        raise CrossSiteRequest


ChatDependency = Annotated[Chat, Depends(get_chat)]
UserInput = Annotated[
    str, Query(alias="userInput", min_length=1, max_length=MAX_INPUT_LENGTH, description="message of the person")
]


class SayForm(BaseModel):
    """A message or a button of the page."""

    model_config = ConfigDict(extra="forbid")

    conversation: uuid.UUID = Field(alias="conversationId")
    text: str = Field("", alias="userInput", max_length=MAX_INPUT_LENGTH)
    offer: str = Field("", max_length=40)
    proposal: str = Field("", max_length=40)
    booking: str = Field("", max_length=40)


def _read_id(value: object) -> object:
    """Return an id, or None for an address that was cut or mistyped: the page then begins a conversation."""
    try:
        return uuid.UUID(str(value))
    except ValueError:
        return None


OptionalConversation = Annotated[uuid.UUID | None, BeforeValidator(_read_id)]
ConversationId = Annotated[uuid.UUID, Query(alias="conversationId", description="UUID of the conversation")]


@router.get(
    "/api/v1/agent",
    tags=["travel"],
    summary="Talk to the travel assistant",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "the answer, streamed"}},
    dependencies=[Depends(require_same_site)],
)
async def agent(
    request: Request, chat: ChatDependency, text: UserInput, conversation: ConversationId
) -> StreamingResponse:
    """Stream the answer to `userInput` in `conversationId` as plain text."""
    pieces = chat.answer(_check_input(text), person=_person(request, conversation), conversation=str(conversation))
    return StreamingResponse(await _start_stream(pieces), media_type="text/plain; charset=utf-8")


@router.post("/say", include_in_schema=False, dependencies=[Depends(require_same_site)])
async def say(request: Request, chat: ChatDependency, form: Annotated[SayForm, Form()]) -> Response:
    """Answer a message or a button. A script gets the answer in pieces; a browser without scripts, the page again."""
    person, conversation = request.state.person, str(form.conversation)
    pieces = _answer_form(chat, form, person, conversation)
    back = RedirectResponse(f"/?conversation={conversation}#end", status_code=303)
    if pieces is None:
        return back
    if request.headers.get("accept") == _EVENTS:
        started = await _start_stream(pieces)
        return StreamingResponse(_stream_events(chat, started, person, conversation), media_type=_EVENTS)
    try:
        async for _ in iterate_in_task(pieces):
            pass
    except AgentFrameworkException:
        return RedirectResponse(f"/?conversation={conversation}&failed=1#said", status_code=303)
    return back


@router.get("/", include_in_schema=False)
async def page(
    request: Request, chat: ChatDependency, conversation: OptionalConversation = None, *, failed: bool = False
) -> HTMLResponse:
    """Show the conversation and the panel beside it, and that the last message failed."""
    turns = await _load_turns(chat, request, conversation)
    content = await _load_panel(chat, request, turns)
    cards = await chat.list_cards(person=request.state.person, conversation=str(conversation)) if turns else []
    return _render(
        "chat.html",
        conversation=str(conversation or uuid.uuid4()),
        turns=turns,
        cards=cards,
        panel=content,
        answerer=chat.assistant.answerer,
        has_model=chat.assistant.has_model,
        is_returning=request.state.is_known and not content.is_empty and not turns,
        trouble=f"That did not work: {_MODEL_FAILED}." if failed else "",
        max_length=MAX_INPUT_LENGTH,
    )


@router.get(BACK, include_in_schema=False)
async def back(request: Request, chat: ChatDependency) -> RedirectResponse:
    """Lead back from the console to the conversation of the person that was last."""
    person = getattr(request.state, "person", None)
    turns = await chat.assistant.memory.turns(scope=scope_of(person), limit=1) if person else []
    session = turns[-1].scope.session if turns else None
    return RedirectResponse(f"/?conversation={session}#end" if session else "/", status_code=303)


@router.get("/panel", include_in_schema=False)
async def panel(request: Request, chat: ChatDependency, conversation: uuid.UUID) -> HTMLResponse:
    """Show the panel alone; the page updates it after an answer."""
    content = await _load_panel(chat, request, await _load_turns(chat, request, conversation))
    return _render("panel.html", panel=content, conversation=str(conversation))


@router.get("/assets/{name}", include_in_schema=False)
async def asset(name: str) -> Response:
    """Return the style sheet or the script of the page."""
    if name not in _ASSETS:
        raise NotFound("there is no such file")
    text = files("ricordo_travel.web").joinpath("assets", name).read_text("utf-8")
    return Response(text, media_type=_ASSETS[name], headers={"Cache-Control": "no-cache"})


async def _load_turns(chat: Chat, request: Request, conversation: uuid.UUID | None) -> list[StoredTurn]:
    if conversation is None:
        return []
    scope = scope_of(request.state.person, str(conversation))
    turns = await chat.assistant.memory.turns(scope=scope, limit=_MAX_TURNS)
    return [turn for turn in turns if turn.role in {"user", "assistant"}]


async def _load_panel(chat: Chat, request: Request, turns: list[StoredTurn]) -> Panel:
    last = next((turn.text for turn in reversed(turns) if turn.role == "user"), None)
    return await load_panel(
        chat.assistant.memory, chat.assistant.toolbox, person=request.state.person, last_message=last
    )


async def _start_stream(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """Wait for the first piece and return the stream. A failure before it becomes an error response."""
    pieces = iterate_in_task(pieces)
    try:
        first = await anext(pieces, "")
    except AgentFrameworkException:
        raise ModelError(_MODEL_FAILED) from None

    async def stream() -> AsyncIterator[str]:
        yield first
        async for piece in pieces:
            yield piece

    return stream()


def _answer_form(chat: Chat, form: SayForm, person: str, conversation: str) -> AsyncIterator[str] | None:
    """Return the answer to a button or a message, or None if the form has neither."""
    for button in BUTTONS:
        if value := getattr(form, button):
            return chat.press(button, value, person=person, conversation=conversation)
    text = form.text.strip()
    return chat.answer(text, person=person, conversation=conversation) if text else None


async def _stream_events(chat: Chat, pieces: AsyncIterator[str], person: str, conversation: str) -> AsyncIterator[str]:
    """Yield the pieces of an answer, then the whole of it as the page shows it, as lines of JSON."""
    said = ""
    try:
        async for piece in pieces:
            said += piece
            yield _write_event(text=piece)
        cards = await chat.list_cards(person=person, conversation=conversation)
        values = {"role": "assistant", "text": said, "cards": cards, "conversation": conversation}
        turn = pages.get_template("turn.html").render(values, has_model=chat.assistant.has_model)
        yield _write_event(answer=turn)
    except AgentFrameworkException:
        yield _write_event(error=_MODEL_FAILED)


def _write_event(**event: str) -> str:
    return json.dumps(event, ensure_ascii=False) + "\n"


def _person(request: Request, conversation: uuid.UUID) -> str:
    """Return the person who asks. A program without a cookie is identified by its conversation's id, a secret UUID."""
    state = request.state
    return state.person if getattr(state, "is_known", False) else f"guest-{conversation}"


def _check_input(text: str) -> str:
    if not text.strip():
        raise ValueError("userInput is blank; write a message")
    return text.strip()


def _render(name: str, **values: object) -> HTMLResponse:
    return HTMLResponse(pages.get_template(name).render(values), headers=_HEADERS)
