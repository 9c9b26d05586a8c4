"""The person's word on a memory: correct, confirm, reject, forget, and undo."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ricordo.learn import undo
from ricordo.server.pages import notes
from ricordo.server.pages.forms import TheForm, ThePerson
from ricordo.server.pages.rendering import PageRoute, keep_note, redirect, render
from ricordo.server.pages.sessions import Session
from ricordo.server.service import TheMemory, TheService, service_of
from ricordo.values import Memory, Scope

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

_MOST_FORGOTTEN = 500


@router.post("/memory/correct")
async def correct(request: Request, form: TheForm, session: ThePerson, memory: TheMemory) -> Response:
    """It is like this."""
    content = form.text("content")
    if not content:
        raise ValueError("what you wrote is blank; to remove a memory, delete it")

    async def corrected(id: str, scope: Scope) -> Memory:
        return await memory.correct(id, content, scope=scope)

    return await _word(request, session, form.text("id"), "correct", corrected, "Corrected.")


@router.post("/memory/confirm")
async def confirm(request: Request, form: TheForm, session: ThePerson, memory: TheMemory) -> Response:
    """It is so."""

    async def confirmed(id: str, scope: Scope) -> Memory:
        return await memory.confirm(id, scope=scope)

    return await _word(request, session, form.text("id"), "confirm", confirmed, "Confirmed.", form.text("back"))


@router.post("/memory/reject")
async def reject(request: Request, form: TheForm, session: ThePerson, memory: TheMemory) -> Response:
    """It is not so."""

    async def rejected(id: str, scope: Scope) -> Memory:
        return await memory.reject(id, scope=scope)

    said = "Rejected: it will not be recalled again."
    return await _word(request, session, form.text("id"), "reject", rejected, said, form.text("back"))


async def _word(
    request: Request,
    session: Session,
    id: str,
    verb: undo.Verb,
    act: Callable[[str, Scope], Awaitable[Memory]],
    said: str,
    back: str = "",
) -> Response:
    """Carry out a word on a memory, and offer on the next page to undo it."""
    assert session.person is not None
    service = service_of(request)
    before = await undo.take_snapshot(service.memory.store, session.person, id)
    step = before.step_to(verb, await act(id, session.person))
    answer = redirect("/me") if back == "overview" else redirect("/me/memory", id=id)
    keep_note(request, answer, notes.write_cookie(service.keys.cookie_signer, session, said, step, service.clock()))
    return answer


@router.post("/undo")
async def revert(request: Request, form: TheForm, session: ThePerson, service: TheService) -> Response:
    """Take the last word back."""
    assert session.person is not None
    step = notes.read_step(service.keys.cookie_signer, session, form.text("undo"), service.clock())
    await service.memory.undo(step, scope=session.person)
    answer = redirect("/me/memory", id=step.id)
    said = "Undone: it is as it was before."
    keep_note(request, answer, notes.write_cookie(service.keys.cookie_signer, session, said, None, service.clock()))
    return answer


@router.post("/forget")
async def forget(request: Request, form: TheForm, session: ThePerson, memory: TheMemory) -> Response:
    """Erase one thing for good; the receipt is the answer."""
    assert session.person is not None
    receipt = await memory.forget(scope=session.person, ids=[form.text("id")])
    return render(request, "receipt.html", receipt=receipt, everything=False)
