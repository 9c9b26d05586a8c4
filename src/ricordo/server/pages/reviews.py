"""A person's review of a memory: correct, confirm, reject, forget and undo."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ricordo.server.pages import flash
from ricordo.server.pages.forms import SubmittedForm, ThePerson
from ricordo.server.pages.rendering import PageRoute, flash_next, redirect, render
from ricordo.server.service import TheMemory, TheService
from ricordo.values import Review

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)


@router.post("/memory/correct")
async def correct(request: Request, form: SubmittedForm, session: ThePerson, memory: TheMemory) -> Response:
    """Change a memory to say what the person wrote."""
    content = form.text("content")
    if not content:
        raise ValueError("what you wrote is blank; to remove a memory, delete it")
    review = await memory.correct(form.text("id"), content, scope=session.scope())
    return _offer_undo(request, review, "Corrected.")


@router.post("/memory/confirm")
async def confirm(request: Request, form: SubmittedForm, session: ThePerson, memory: TheMemory) -> Response:
    """Mark a memory as confirmed."""
    review = await memory.confirm(form.text("id"), scope=session.scope())
    return _offer_undo(request, review, "Confirmed.", form.text("back"))


@router.post("/memory/reject")
async def reject(request: Request, form: SubmittedForm, session: ThePerson, memory: TheMemory) -> Response:
    """Mark a memory as wrong."""
    review = await memory.reject(form.text("id"), scope=session.scope())
    return _offer_undo(request, review, "Rejected: it will not be recalled again.", form.text("back"))


def _offer_undo(request: Request, review: Review, message: str, back: str = "") -> Response:
    """Go on to the memory or the overview, and offer there to undo the review."""
    answer = redirect("/me") if back == "overview" else redirect("/me/memory", id=review.memory.id)
    flash_next(request, answer, message, review.undo)
    return answer


@router.post("/undo")
async def undo(request: Request, form: SubmittedForm, session: ThePerson, service: TheService) -> Response:
    """Take the last review back."""
    text = flash.read_undo(service.keys.cookie_signer, session, form.text("undo"), service.clock())
    memory = await service.memory.undo(text, scope=session.scope())
    answer = redirect("/me/memory", id=memory.id)
    flash_next(request, answer, "Undone: it is as it was before.")
    return answer


@router.post("/forget")
async def forget(request: Request, form: SubmittedForm, session: ThePerson, memory: TheMemory) -> Response:
    """Erase one memory or turn for good, and show the receipt."""
    with_evidence = form.text("with_evidence") == "on"
    receipt = await memory.forget(scope=session.scope(), ids=[form.text("id")], with_evidence=with_evidence)
    return render(request, "receipt.html", receipt=receipt, everything=False)
