"""Pages for operators: the queue, failures, usage and caps, latency, the store's health, and recalls explained."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ricordo.recall.hits import Recall
from ricordo.server.callers import Caller
from ricordo.server.pages import charts
from ricordo.server.pages.conversations import explain
from ricordo.server.pages.forms import SubmittedForm, TheStaff
from ricordo.server.pages.learning import read_progress, send_progress
from ricordo.server.pages.rendering import PageRoute, flash_next, redirect, render
from ricordo.server.pages.sessions import BrowserSession
from ricordo.server.service import TheMemory, TheService
from ricordo.values import Scope, ScopeError

router = APIRouter(prefix="/operator", route_class=PageRoute, include_in_schema=False)

_MAX_HITS = 20


@router.get("")
async def dashboard(request: Request, session: TheStaff, service: TheService) -> Response:
    """Show how the service is doing, for an application or, to an operator, for the whole store."""
    caller, memory = _caller(session), service.memory
    scope = _visible_scope(caller)
    usage = await (memory.maintenance.usage() if scope is None else memory.usage(scope=scope))
    return render(
        request,
        "operator.html",
        application=caller.bound.get("application"),
        progress=await read_progress(memory, scope),
        usage=usage,
        days=charts.draw_usage(usage.days),
        caps=memory.caps,
        latencies=charts.draw_latencies(service.metrics.seconds) if caller.is_operator else [],
        store=await service.status_cache.status(memory) if caller.is_operator else None,
        faults=None,
        width=charts.WIDTH,
    )


@router.get("/learning")
async def state(session: TheStaff, memory: TheMemory) -> Response:
    """Say how far learning is, for the script of an open page."""
    return send_progress(await read_progress(memory, _visible_scope(_caller(session))))


@router.post("/retry")
async def retry(request: Request, form: SubmittedForm, session: TheStaff, service: TheService) -> Response:
    """Retry the jobs that were set aside."""
    del form
    count = await service.memory.retry(scope=_visible_scope(_caller(session)))
    answer = redirect("/operator")
    flash_next(request, answer, f"{count:,} {'job has' if count == 1 else 'jobs have'} another chance.")
    return answer


@router.post("/check")
async def check(request: Request, form: SubmittedForm, session: TheStaff, memory: TheMemory) -> Response:
    """Check the store. It reads all of it, so it runs only on request."""
    del form
    _caller(session).require_operator()
    return render(request, "check.html", faults=await memory.maintenance.check())


@router.get("/search")
async def search(
    request: Request,
    session: TheStaff,
    memory: TheMemory,
    q: str = "",
    application: str = "",
    agent: str = "",
    user: str = "",
    conversation: str = "",
) -> Response:
    """Recall as an agent would, and show every arm and every part of the score."""
    given = {"application": application, "agent": agent, "user": user, "session": conversation}
    found, error = None, ""
    if q.strip():
        found, error = await _recall(session, memory, q, given)
    return render(
        request,
        "search.html",
        q=q,
        given=given,
        bound=_caller(session).bound,
        error=error,
        **explain(found),
    )


async def _recall(
    session: BrowserSession, memory: TheMemory, q: str, given: dict[str, str]
) -> tuple[Recall | None, str]:
    try:
        scope = _caller(session).scope({part: name or None for part, name in given.items()})
    except ScopeError as error:
        return None, str(error)
    return await memory.recall(q, scope=scope, limit=_MAX_HITS), ""


def _caller(session: BrowserSession) -> Caller:
    assert session.caller is not None, "require_staff lets nobody else in"
    return session.caller


def _visible_scope(caller: Caller) -> Scope | None:
    """Return the scope that a key may see; None is the whole store."""
    return None if caller.is_operator else caller.scope({})
