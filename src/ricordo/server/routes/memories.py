"""What was learned: listing it, and what the person says about it."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from ricordo.server.bodies import ContentBody, Kinds, MemoriesPage, QueryScope, Scoped
from ricordo.server.cursors import cursor_of, place_of
from ricordo.server.routes.answers import ERRORS, answered
from ricordo.server.service import TheCaller, TheMemory
from ricordo.values import Memory, NotFound, Receipt, State
from ricordo.values.validation import MAX_LIMIT

router = APIRouter(prefix="/v1/memories", tags=["memories"], responses=ERRORS)


@router.get("", response_model=MemoriesPage)
async def memories(
    scope: QueryScope,
    memory: TheMemory,
    kind: Kinds = None,
    state: State | Literal["all"] = "current",
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 100,
    cursor: str | None = None,
) -> Response:
    """What was learned, in the order in which it was, a page at a time."""
    page, after = await memory.memories_page(
        scope=scope, kinds=kind, state=None if state == "all" else state, after=place_of(cursor), limit=limit
    )
    return answered({"memories": page, "next": cursor_of(after)})


@router.delete("/{id:path}", response_model=Receipt)
async def delete(id: str, scope: QueryScope, memory: TheMemory) -> Response:
    """Erase one memory or turn, with what rests on it alone; the receipt."""
    receipt = await memory.forget(scope=scope, ids=[id])
    if not any(receipt.counts.values()):
        raise NotFound("there is no turn or memory with this id in this scope")
    return answered(receipt)


@router.patch("/{id:path}", response_model=Memory)
async def correct(id: str, body: ContentBody, caller: TheCaller, memory: TheMemory) -> Response:
    """It is like this: the memory says `content` now; what it said before is kept as superseded."""
    return answered(await memory.correct(id, body.content, scope=body.scope_for(caller)))


@router.post("/{id:path}/confirm", response_model=Memory)
async def confirm(id: str, body: Scoped, caller: TheCaller, memory: TheMemory) -> Response:
    """It is so: the memory is current, and what it contradicts is superseded."""
    return answered(await memory.confirm(id, scope=body.scope_for(caller)))


@router.post("/{id:path}/reject", response_model=Memory)
async def reject(id: str, body: Scoped, caller: TheCaller, memory: TheMemory) -> Response:
    """It is not so: the memory is never recalled again, and what it had superseded stands again."""
    return answered(await memory.reject(id, scope=body.scope_for(caller)))
