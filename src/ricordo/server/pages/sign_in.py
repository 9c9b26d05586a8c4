"""Sign in, choose the person whose memory is shown, and sign out."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ricordo.server.errors import HttpError
from ricordo.server.pages import sessions
from ricordo.server.pages.forms import SubmittedForm
from ricordo.server.pages.rendering import PageRoute, check_target, keep_session, redirect, render, session_of
from ricordo.server.service import TheService
from ricordo.values import ScopeError

router = APIRouter(route_class=PageRoute, include_in_schema=False)


@router.get("/sign-in")
async def show_form(
    request: Request, next: str = "", token: str = "", user: str = "", application: str = ""
) -> Response:
    """Ask for a key or a token, or for a name where there are no keys. A link may fill them in."""
    return _render_form(request, next=check_target(next), credential=token, user=user, application=application)


def _render_form(request: Request, status: int = 200, error: str = "", **values: str) -> Response:
    given = {"next": "", "credential": "", "user": "", "application": "", **values}
    return render(request, "sign_in.html", status, error=error, **given)


@router.post("/sign-in")
async def sign_in(request: Request, form: SubmittedForm, service: TheService) -> Response:
    """Open a session with a key or a token."""
    target = check_target(form.text("next"))
    try:
        session = sessions.open_session(form.text("credential"), service.keys, service.clock())
    except HttpError as refusal:
        return _render_form(request, 401, error=refusal.message, next=target)
    if not target.startswith("/operator") and session.person is None:
        answer = redirect("/sign-in", next=target)
    else:
        answer = redirect(target or "/me")
    keep_session(request, answer, session)
    return answer


@router.post("/sign-in/person")
async def choose_person(request: Request, form: SubmittedForm) -> Response:
    """Choose the person whose memory is shown; for sessions with a key, or where there are no keys."""
    session = session_of(request)
    if session.caller is None:
        raise HttpError.not_authenticated("sign in first; your session has ended")
    if not session.is_staff:
        raise HttpError.not_allowed("a token is for one person")
    try:
        person = session.caller.scope(
            {"application": form.optional_text("application"), "user": form.optional_text("user")}
        )
    except ScopeError as error:
        return _render_form(request, 422, error=str(error))
    if person.user is None:
        return _render_form(
            request, 422, error="the name of the person is needed", application=person.application or ""
        )
    answer = redirect(check_target(form.text("next")) or "/me")
    keep_session(request, answer, session.with_person(person))
    return answer


@router.post("/sign-out")
async def sign_out(form: SubmittedForm) -> Response:
    """End the session."""
    del form
    answer = redirect("/sign-in")
    answer.delete_cookie(sessions.COOKIE, path="/")
    return answer
