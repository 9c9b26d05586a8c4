"""For operators: the queue and what failed, usage and caps, latency, the store's health, and why a recall is so."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ricordo.recall.hits import Recall
from ricordo.server.callers import Caller
from ricordo.server.pages import charts, notes
from ricordo.server.pages.conversations import explained
from ricordo.server.pages.forms import TheForm, TheStaff
from ricordo.server.pages.rendering import PageRoute, keep_note, redirect, render
from ricordo.server.pages.sessions import Session
from ricordo.server.service import TheMemory, TheService
from ricordo.values import Scope, ScopeError

router = APIRouter(prefix="/operator", route_class=PageRoute, include_in_schema=False)

_JOBS = 50
_HITS = 20


@router.get("")
async def board(request: Request, session: TheStaff, service: TheService) -> Response:
    """How the service is doing: an application, or for an operator the whole store."""
    caller, memory = _caller(session), service.memory
    scope = _all_of(caller)
    jobs = await memory.jobs(scope=scope, limit=_JOBS)
    usage = await memory.store.usage(scope)
    return render(
        request,
        "operator.html",
        application=caller.bound.get("application"),
        failed=[job for job in jobs if job.failed],
        waiting=[job for job in jobs if not job.failed],
        pending=await memory.store.pending(scope),
        most=_JOBS,
        usage=usage,
        days=charts.usage_by_day(usage.days),
        caps=memory.caps,
        latencies=charts.latencies(service.metrics.seconds) if caller.is_operator else [],
        store=await service.counting.status(memory) if caller.is_operator else None,
        faults=None,
        width=charts.WIDTH,
    )


@router.post("/retry")
async def retry(request: Request, form: TheForm, session: TheStaff, service: TheService) -> Response:
    """Give what was set aside another chance."""
    del form
    count = await service.memory.retry(scope=_all_of(_caller(session)))
    answer = redirect("/operator")
    said = f"{count:,} {'job has' if count == 1 else 'jobs have'} another chance."
    keep_note(request, answer, notes.write_cookie(service.keys.cookie_signer, session, said, None, service.clock()))
    return answer


@router.post("/check")
async def check(request: Request, form: TheForm, session: TheStaff, memory: TheMemory) -> Response:
    """Verify the store: it reads all of it, so it is done when asked for."""
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
    """Recall as an agent would, with every arm and every part of the score laid open."""
    given = {"application": application, "agent": agent, "user": user, "session": conversation}
    found, error = None, ""
    if q.strip():
        found, error = await _searched(session, memory, q, given)
    return render(
        request,
        "search.html",
        q=q,
        given=given,
        bound=_caller(session).bound,
        error=error,
        **explained(found),
    )


async def _searched(session: Session, memory: TheMemory, q: str, given: dict[str, str]) -> tuple[Recall | None, str]:
    try:
        scope = _caller(session).scope({part: name or None for part, name in given.items()})
    except ScopeError as error:
        return None, str(error)
    return await memory.recall(q, scope=scope, limit=_HITS), ""


def _caller(session: Session) -> Caller:
    assert session.caller is not None, "staff has one"
    return session.caller


def _all_of(caller: Caller) -> Scope | None:
    """Everything that somebody with a key may look at; None is the whole store."""
    return None if caller.is_operator else caller.scope({})
