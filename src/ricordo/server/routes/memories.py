"""List memories, state them, and review them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from ricordo.serialization import jsonable
from ricordo.server.bodies import (
    ContentBody,
    FactBody,
    MemoriesPage,
    MemoryFilters,
    MemoryHistory,
    QueryScope,
    ReviewedMemory,
    Scoped,
    UndoBody,
)
from ricordo.server.routes.responses import ERRORS, respond, respond_list
from ricordo.server.service import Service, TheCaller, TheMemory, TheService
from ricordo.server.signing import MAX_LENGTH
from ricordo.values import Memory, NotFound, Receipt, Review, State
from ricordo.values.validation import MAX_LIMIT

router = APIRouter(prefix="/v1", tags=["memories"], responses=ERRORS)

MAX_SHORT_MEMORIES = 100
"""Memories up to which any number of answers may be made at the same time."""

_UNDO = "rest-undo"
_UNDO_SECONDS = 86_400


@router.get("/memories", response_model=MemoriesPage)
async def memories(
    scope: QueryScope,
    caller: TheCaller,
    service: TheService,
    filters: MemoryFilters,
    state: State | Literal["all"] = "current",
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 100,
    cursor: str | None = None,
) -> Response:
    """List memories in the order in which they were learned, a page at a time."""
    async with service.answer(caller, is_long=limit > MAX_SHORT_MEMORIES):
        page = await service.memory.memories_page(
            scope=scope, **filters, state=None if state == "all" else state, after=cursor, limit=limit
        )
        return await respond_list("memories", page.items, next=page.next)


@router.post("/memories", status_code=201, response_model=Memory)
async def learn_fact(body: FactBody, caller: TheCaller, memory: TheMemory) -> Response:
    """State a fact without a conversation, and return the memory: the new one, or the one that it repeats."""
    fact = body.model_dump(exclude={"scope"})
    return respond(await memory.learn_fact(**fact, scope=body.scope_for(caller)), 201)


@router.get("/memories/{id:path}/history", response_model=MemoryHistory)
async def history(id: str, scope: QueryScope, memory: TheMemory) -> Response:
    """Return a memory with those it replaced, oldest first, and those that replaced it."""
    return respond(await memory.history(id, scope=scope))


@router.get("/memories/{id:path}", response_model=Memory)
async def get(id: str, scope: QueryScope, memory: TheMemory) -> Response:
    """Return one memory, whatever its state."""
    return respond(await memory.get(id, scope=scope))


@router.delete("/memories/{id:path}", response_model=Receipt)
async def delete(id: str, scope: QueryScope, memory: TheMemory, *, with_evidence: bool = False) -> Response:
    """Erase one memory or turn, with what rests on it alone, and return the receipt."""
    receipt = await memory.forget(scope=scope, ids=[id], with_evidence=with_evidence)
    if not any(receipt.counts.values()):
        raise NotFound("there is no turn or memory with this id in this scope")
    return respond(receipt)


@router.patch("/memories/{id:path}", response_model=ReviewedMemory)
async def correct(id: str, body: ContentBody, caller: TheCaller, service: TheService) -> Response:
    """Change a memory to say `content`; the words that it had before are kept as a superseded memory."""
    return _send_review(await service.memory.correct(id, body.content, scope=body.scope_for(caller)), service)


@router.post("/memories/{id:path}/confirm", response_model=ReviewedMemory)
async def confirm(id: str, body: Scoped, caller: TheCaller, service: TheService) -> Response:
    """Mark a memory as confirmed: it becomes current, and the memories that it contradicts are superseded."""
    return _send_review(await service.memory.confirm(id, scope=body.scope_for(caller)), service)


@router.post("/memories/{id:path}/reject", response_model=ReviewedMemory)
async def reject(id: str, body: Scoped, caller: TheCaller, service: TheService) -> Response:
    """Mark a memory as wrong: it is not recalled again, and the memories that it superseded are current again."""
    return _send_review(await service.memory.reject(id, scope=body.scope_for(caller)), service)


def _send_review(review: Review, service: Service) -> Response:
    """Send the memory, with the text that undoes the review: signed, so that nobody can make one up."""
    undo = None
    if review.undo is not None:
        expires_at = int(service.clock()) + _UNDO_SECONDS
        undo = service.keys.cookie_signer.sign(_UNDO, {"undo": review.undo}, expires_at=expires_at)
    return respond({**jsonable(review.memory), "undo": undo if undo and len(undo) <= MAX_LENGTH else None})


@router.post("/undo", response_model=Memory)
async def undo(body: UndoBody, caller: TheCaller, service: TheService) -> Response:
    """Take back a correction, confirmation or rejection of the last day, unless the memory was changed again since."""
    scope = body.scope_for(caller)
    claims = service.keys.cookie_signer.verify(_UNDO, body.undo, now=service.clock())
    if claims is None:
        raise ValueError("undo is not a text that confirm, reject or correct gave out, or it is older than a day")
    return respond(await service.memory.undo(claims["undo"], scope=scope))
