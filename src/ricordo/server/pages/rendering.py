"""Render templates: escaping, the headers of a page, cookies, and errors that a person can read."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.routing import APIRoute
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException

from ricordo.language.slots import slot_name
from ricordo.prompt.lines import describe_outdated
from ricordo.server.errors import STATUSES, HttpError, public_message
from ricordo.server.pages import flash, sessions
from ricordo.server.pages.sessions import BrowserSession, SignIn
from ricordo.server.service import service_of
from ricordo.values import RicordoError

FOLDER = Path(__file__).parent

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    # With no-referrer browsers would send forms with "Origin: null", and `AdmissionMiddleware` checks the origin.
    "Referrer-Policy": "same-origin",
}
"""The headers of every page: no inline script or style, nothing from other sites, no frames."""

STATE_NAMES = {
    "current": "current",
    "superseded": "replaced",
    "disputed": "waiting for your word",
    "unsupported": "not believed",
}
"""The states of memories, in the words of the pages."""

_OWN_PAGE = re.compile(r"/(?:me|operator)(?:[/?][^\\\x00-\x20]*)?")
_PAGES = re.compile(r"/(?:(?:me|operator|sign-in|sign-out|console)(?:/.*)?)?")


def is_page(path: str) -> bool:
    """Return whether ``path`` is a page. A page knows its caller by a cookie."""
    return _PAGES.fullmatch(path) is not None


def check_target(path: str) -> str:
    """Return ``path`` if it is one of our own pages, or nothing: a link must not lead elsewhere."""
    return path if _OWN_PAGE.fullmatch(path) else ""


def session_of(request: Request) -> BrowserSession:
    """Return the session of a request."""
    session = request.state.session
    assert isinstance(session, BrowserSession)
    return session


def render(request: Request, template: str, code: int = 200, /, **values: Any) -> HTMLResponse:
    """Render a page. It also shows the flash message that waits for this session, once."""
    session, service = session_of(request), service_of(request)
    cookie = request.cookies.get(flash.COOKIE)
    message = flash.read_cookie(service.keys.cookie_signer, session, cookie, service.clock())
    text = (
        environment()
        .get_template(template)
        .render(
            **values,
            session=session,
            flash=message,
            path=request.url.path,
            lasts=flash.SECONDS,
            home=service.settings.home,
        )
    )
    answer = HTMLResponse(text, code, HEADERS)
    if session.is_new:
        keep_session(request, answer, session)
    if cookie is not None:
        answer.delete_cookie(flash.COOKIE, path="/")
    return answer


def redirect(path: str, **query: str | None) -> RedirectResponse:
    """Redirect to another of our pages."""
    return RedirectResponse(link(path, **query), 303, HEADERS)


def keep_session(request: Request, answer: Response, session: BrowserSession) -> None:
    """Set the cookie of a session. Browsers send it only to us, only from our own pages, and hide it from scripts."""
    service = service_of(request)
    _set_cookie(request, answer, sessions.COOKIE, sessions.write_cookie(session, service.keys, service.clock()))


def flash_next(request: Request, answer: Response, text: str, undo: str | None = None) -> None:
    """Make the next page show ``text``, and offer to ``undo`` what was done."""
    service = service_of(request)
    cookie = flash.write_cookie(service.keys.cookie_signer, session_of(request), text, undo, service.clock())
    _set_cookie(request, answer, flash.COOKIE, cookie, flash.SECONDS)


def _set_cookie(request: Request, answer: Response, name: str, value: str, seconds: int | None = None) -> None:
    # A browser that came over TLS says so in the origin of its forms, whatever stands between it and us.
    secure = request.headers.get("origin", "").startswith("https://")
    answer.set_cookie(name, value, max_age=seconds, path="/", secure=secure, httponly=True, samesite="strict")


class PageRoute(APIRoute):
    """A route that answers errors with a page."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            try:
                return await handler(request)
            except SignIn:
                if request.method != "GET":
                    return error_page(request, HttpError.not_authenticated("sign in first; your session has ended"))
                here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
                return redirect("/sign-in", next=here)
            except (HttpError, RicordoError, HTTPException, RequestValidationError, *_EXPECTED) as error:
                return error_page(request, error)

        return handle


_EXPECTED: tuple[type[Exception], ...] = tuple(kind for kind, _ in STATUSES)


def error_page(request: Request, error: Exception) -> HTMLResponse:
    """Render an error and the way out. The page holds no content of anyone's memory."""
    status, message = _describe(error)
    retry = error.headers if isinstance(error, HttpError) else {}
    answer = render(request, "error.html", status, status=status, message=message[:1].upper() + message[1:])
    answer.headers.update({name: value for name, value in retry.items() if name == "Retry-After"})
    return answer


def _describe(error: Exception) -> tuple[int, str]:
    if isinstance(error, HttpError):
        return error.status, error.message
    if isinstance(error, HTTPException):
        return error.status_code, str(error.detail)
    if isinstance(error, RequestValidationError):
        return 422, "something in the address or the form is not as it should be"
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), 500)
    return status, public_message(error)


@cache
def environment() -> Environment:
    """Return the templates' environment. It escapes every value."""
    templates = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters, functions = cast("dict[str, Any]", templates.filters), cast("dict[str, Any]", templates.globals)
    filters.update(
        day=_format_day,
        minute=_format_minute,
        label=_format_field,
        iso=datetime.isoformat,
        count=_format_count,
        marks=describe_outdated,
        slot=slot_name,
        place=_format_place,
        pair=_make_pair,
    )
    functions.update(link=link, anchor=anchor, asset=asset, state_names=STATE_NAMES)
    return templates


def link(path: str, **query: str | None) -> str:
    """Return the address of a page. Ids and names go into the query, which can hold any character."""
    present = {name: value for name, value in query.items() if value}
    return f"{path}?{urlencode(present)}" if present else path


def anchor(id: str) -> str:
    """Return the anchor of a turn on its page; an id can hold characters that an anchor cannot."""
    return f"turn-{_digest(id)}"


def _digest(id: str) -> str:
    return sha256(id.encode()).hexdigest()[:16]


def asset(name: str) -> str:
    """Return the address of a file. It changes with the file's content, so browsers may keep it."""
    return f"/console/{name}?v={_version(name)}"


@cache
def _version(name: str) -> str:
    return sha256((FOLDER / "static" / name).read_bytes()).hexdigest()[:12]


def _format_day(time: datetime) -> str:
    return f"{time.day} {time:%B %Y}"


def _format_minute(time: datetime) -> str:
    return f"{_format_day(time)}, {time:%H:%M} UTC"


def _format_field(field: str) -> str:
    text = slot_name(field).replace("_", " ")
    return text[:1].upper() + text[1:]


def _format_place(id: str) -> str:
    return f"memory-{_digest(id)}"


def _make_pair(name: str, shown: str = "") -> tuple[str, str]:
    """Return a choice of a list: its value, and how it is shown."""
    return name, _format_field(name) if shown == "label" else name


def _format_count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
