"""From a template to an answer: escaping, the headers of a page, and errors that a person can read."""

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
from ricordo.server.errors import STATUSES, Refused
from ricordo.server.pages import notes, sessions
from ricordo.server.pages.sessions import Session, SignIn
from ricordo.server.service import service_of
from ricordo.values import RicordoError

FOLDER = Path(__file__).parent

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    # With no-referrer browsers would send forms with "Origin: null", and the gate asks for the origin.
    "Referrer-Policy": "same-origin",
}
"""On every page, besides those that every answer has. No inline script or style, nothing from elsewhere, no frame."""

_PAGES = re.compile(r"/(?:(?:me|operator|sign-in|sign-out|console)(?:/.*)?)?")


def is_page(path: str) -> bool:
    """Whether a path is one of the pages: there a cookie says who is looking, not a header."""
    return _PAGES.fullmatch(path) is not None


def session_of(request: Request) -> Session:
    """Who is looking, as the gate found out."""
    session = request.state.session
    assert isinstance(session, Session)
    return session


def render(request: Request, template: str, code: int = 200, /, **values: Any) -> HTMLResponse:
    """A page. The note that waits for this session is shown on it, once."""
    session, service = session_of(request), service_of(request)
    cookie = request.cookies.get(notes.COOKIE)
    note = notes.read_cookie(service.keys.cookie_signer, session, cookie, service.clock())
    text = (
        environment()
        .get_template(template)
        .render(**values, session=session, note=note, path=request.url.path, lasts=notes.SECONDS)
    )
    answer = HTMLResponse(text, code, HEADERS)
    if session.is_new:
        keep_session(request, answer, session)
    if cookie is not None:
        answer.delete_cookie(notes.COOKIE, path="/")
    return answer


def redirect(path: str, **query: str | None) -> RedirectResponse:
    """Onwards to another of our pages, with GET."""
    return RedirectResponse(link(path, **query), 303, HEADERS)


def keep_session(request: Request, answer: Response, session: Session) -> None:
    """Set the cookie of a session. It is sent only to us, only from our own pages, and no script can read it."""
    service = service_of(request)
    _set_cookie(request, answer, sessions.COOKIE, sessions.write_cookie(session, service.keys, service.clock()))


def keep_note(request: Request, answer: Response, cookie: str) -> None:
    """Have the next page say something."""
    _set_cookie(request, answer, notes.COOKIE, cookie, notes.SECONDS)


def _set_cookie(request: Request, answer: Response, name: str, value: str, seconds: int | None = None) -> None:
    # A browser that came over TLS says so in the origin of its forms, whatever stands between it and us.
    secure = request.headers.get("origin", "").startswith("https://")
    answer.set_cookie(name, value, max_age=seconds, path="/", secure=secure, httponly=True, samesite="strict")


class PageRoute(APIRoute):
    """A route that answers what goes wrong with a page."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handler(request)
            except SignIn:
                if request.method != "GET":
                    return error_page(request, Refused.not_authenticated("sign in first; your session has ended"))
                here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
                return redirect("/sign-in", next=here)
            except (Refused, RicordoError, HTTPException, RequestValidationError, *_EXPECTED) as error:
                return error_page(request, error)

        return handled


_EXPECTED: tuple[type[Exception], ...] = tuple(kind for kind, _ in STATUSES)


def error_page(request: Request, error: Exception) -> HTMLResponse:
    """What went wrong and how to go on, without anything that anybody said."""
    status, message = _said(error)
    retry = error.headers if isinstance(error, Refused) else {}
    answer = render(request, "error.html", status, status=status, message=message[:1].upper() + message[1:])
    answer.headers.update({name: value for name, value in retry.items() if name == "Retry-After"})
    return answer


def _said(error: Exception) -> tuple[int, str]:
    if isinstance(error, Refused):
        return error.status, error.message
    if isinstance(error, HTTPException):
        return error.status_code, str(error.detail)
    if isinstance(error, RequestValidationError):
        return 422, "something in the address or the form is not as it should be"
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), 500)
    return status, str(error)


@cache
def environment() -> Environment:
    """The templates, with everything escaped that they show."""
    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters, known = cast("dict[str, Any]", made.filters), cast("dict[str, Any]", made.globals)
    filters.update(day=_day, minute=_minute, label=_label, iso=datetime.isoformat, count=_count)
    known.update(link=link, anchor=anchor, asset=asset)
    return made


def link(path: str, **query: str | None) -> str:
    """The address of a page; ids and names stand in the query, where any character can."""
    given = {name: value for name, value in query.items() if value}
    return f"{path}?{urlencode(given)}" if given else path


def anchor(id: str) -> str:
    """The place of a turn on its page; ids can hold what an anchor cannot."""
    return f"turn-{sha256(id.encode()).hexdigest()[:16]}"


def asset(name: str) -> str:
    """The address of a file; it changes with what the file holds, so browsers may keep it."""
    return f"/console/{name}?v={_version(name)}"


@cache
def _version(name: str) -> str:
    return sha256((FOLDER / "static" / name).read_bytes()).hexdigest()[:12]


def _day(time: datetime) -> str:
    return f"{time.day} {time:%B %Y}"


def _minute(time: datetime) -> str:
    return f"{_day(time)}, {time:%H:%M} UTC"


def _label(field: str) -> str:
    text = slot_name(field).replace("_", " ")
    return text[:1].upper() + text[1:]


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
