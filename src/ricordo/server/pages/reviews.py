"""A person's review of memories, of one or of many: correct, confirm, reject, forget and undo."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from ricordo.memory import Ricordo
from ricordo.server.pages import flash
from ricordo.server.pages.forms import Form, SubmittedForm, ThePerson
from ricordo.server.pages.memory_list import PAGE_SIZE
from ricordo.server.pages.queries import find_memory
from ricordo.server.pages.rendering import HEADERS, PageRoute, check_target, flash_next, redirect, render
from ricordo.server.pages.sessions import BrowserSession
from ricordo.server.service import Service, TheMemory, TheService
from ricordo.server.signing import MAX_LENGTH
from ricordo.values import ConcurrentUpdate, Memory, NotFound, Review, Scope

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

_MAX_CHOSEN = PAGE_SIZE


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
    """Take the last review back, or all of the last ones, the latest first."""
    signer, now = service.keys.cookie_signer, service.clock()
    steps = [flash.read_undo(signer, session, text, now) for text in form.texts("undo") or [""]]
    if len(steps) == 1:
        memory = await service.memory.undo(steps[0], scope=session.scope())
        answer, message = redirect("/me/memory", id=memory.id), "Undone: it is as it was before."
    else:
        done = [await _undo_if_possible(service.memory, step, session.scope()) for step in reversed(steps)]
        answer = RedirectResponse(check_target(form.text("back")) or "/me/memories", 303, HEADERS)
        message = f"Undone: {sum(done)} of {len(done)} are as they were before."
    flash_next(request, answer, message)
    return answer


async def _undo_if_possible(memory: Ricordo, step: str, scope: Scope) -> bool:
    with suppress(ConcurrentUpdate, NotFound):
        await memory.undo(step, scope=scope)
        return True
    return False


@router.post("/memories/confirm")
async def confirm_chosen(request: Request, form: SubmittedForm, session: ThePerson, service: TheService) -> Response:
    """Confirm the memories that were chosen in the list."""
    return await _review_chosen(request, form, session, service, service.memory.confirm, "confirmed")


@router.post("/memories/reject")
async def reject_chosen(request: Request, form: SubmittedForm, session: ThePerson, service: TheService) -> Response:
    """Reject the memories that were chosen in the list."""
    return await _review_chosen(request, form, session, service, service.memory.reject, "rejected")


async def _review_chosen(
    request: Request,
    form: Form,
    session: BrowserSession,
    service: Service,
    review: Callable[..., Awaitable[Review]],
    done: str,
) -> Response:
    """Review each chosen memory, and offer to undo all of it. A memory that cannot be reviewed is left as it is."""
    ids, scope = _read_chosen(form), session.scope()
    changed: list[Memory] = []
    undo: list[str] = []
    for id in ids:
        with suppress(NotFound, ConcurrentUpdate, ValueError):
            before = await service.memory.get(id, scope=scope)
            result = await review(id, scope=scope)
            if result.memory != before:
                changed.append(result.memory)
            if result.undo is not None:
                undo.append(flash.sign_undo(service.keys.cookie_signer, session, result.undo, service.clock()))
    return render(
        request,
        "reviewed.html",
        changed=changed,
        left=len(ids) - len(changed),
        done=done,
        undo=[text for text in undo if len(text) <= MAX_LENGTH],
        back=check_target(form.text("back")) or "/me/memories",
    )


@router.post("/memories/forget")
async def ask_to_forget(request: Request, form: SubmittedForm, session: ThePerson, memory: TheMemory) -> Response:
    """Ask before the chosen memories are erased for good."""
    found = [await find_memory(memory, session.scope(), id) for id in _read_chosen(form)]
    chosen = [item for item in found if item is not None]
    if not chosen:
        raise NotFound("what you chose is not here any more")
    return render(request, "forget.html", chosen=chosen, back=check_target(form.text("back")) or "/me/memories")


def _read_chosen(form: Form) -> list[str]:
    """Return the ids that were chosen."""
    ids = form.texts("id")
    if not ids:
        raise ValueError("choose at least one memory first")
    if len(ids) > _MAX_CHOSEN:
        raise ValueError(f"choose at most {_MAX_CHOSEN} memories at once")
    return ids


@router.post("/forget")
async def forget(request: Request, form: SubmittedForm, session: ThePerson, memory: TheMemory) -> Response:
    """Erase memories or turns for good, and show the receipt."""
    with_evidence = form.text("with_evidence") == "on"
    receipt = await memory.forget(scope=session.scope(), ids=_read_chosen(form), with_evidence=with_evidence)
    return render(request, "receipt.html", receipt=receipt, everything=False, back=check_target(form.text("back")))
