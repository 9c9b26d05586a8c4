"""Coming in and going out, and whose memory is looked at."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ricordo.server.errors import Refused
from ricordo.server.pages import sessions
from ricordo.server.pages.forms import TheForm
from ricordo.server.pages.rendering import PageRoute, keep_session, redirect, render, session_of
from ricordo.server.service import TheService
from ricordo.values import ScopeError

router = APIRouter(route_class=PageRoute, include_in_schema=False)

_OURS = re.compile(r"/(?:me|operator)(?:[/?][^\\\x00-\x20]*)?")


@router.get("/sign-in")
async def ask(request: Request, next: str = "", token: str = "", user: str = "", application: str = "") -> Response:
    """Ask for a key or a token, or on a machine without keys for a name. A link may bring them along."""
    return _asked(request, next=_ours(next), credential=token, user=user, application=application)


def _asked(request: Request, status: int = 200, error: str = "", **values: str) -> Response:
    given = {"next": "", "credential": "", "user": "", "application": "", **values}
    return render(request, "sign_in.html", status, error=error, **given)


@router.post("/sign-in")
async def sign_in(request: Request, form: TheForm, service: TheService) -> Response:
    """Open a session with a key or a token."""
    onwards = _ours(form.text("next"))
    try:
        session = sessions.open_session(form.text("credential"), service.keys, service.clock())
    except Refused as refusal:
        return _asked(request, 401, error=refusal.message, next=onwards)
    if not onwards.startswith("/operator") and session.person is None:
        answer = redirect("/sign-in", next=onwards)
    else:
        answer = redirect(onwards or "/me")
    keep_session(request, answer, session)
    return answer


@router.post("/sign-in/person")
async def choose(request: Request, form: TheForm) -> Response:
    """Choose whose memory is looked at: for who has a key, or on a machine without keys."""
    session = session_of(request)
    if session.caller is None:
        raise Refused.not_authenticated("sign in first; your session has ended")
    if not session.is_staff:
        raise Refused.not_allowed("a token is for one person")
    try:
        person = session.caller.scope({"application": form.name("application"), "user": form.name("user")})
    except ScopeError as error:
        return _asked(request, 422, error=str(error))
    if person.user is None:
        return _asked(request, 422, error="the name of the person is needed", application=person.application or "")
    answer = redirect(_ours(form.text("next")) or "/me")
    keep_session(request, answer, session.about(person))
    return answer


@router.post("/sign-out")
async def sign_out(form: TheForm) -> Response:
    """Forget the session."""
    del form
    answer = redirect("/sign-in")
    answer.delete_cookie(sessions.COOKIE, path="/")
    return answer


def _ours(path: str) -> str:
    """A path to go on to, if it is one of our own pages: a link must not lead elsewhere."""
    return path if _OURS.fullmatch(path) else ""
