"""Store turns, read them, and recall what is relevant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from ricordo.memory import Ricordo
from ricordo.server.bodies import (
    ConversationsPage,
    Hits,
    HitsBody,
    Ids,
    QueryScope,
    RecallBody,
    Recalled,
    TurnsBody,
    TurnsPage,
)
from ricordo.server.callers import Caller
from ricordo.server.routes.responses import ERRORS, respond, respond_list
from ricordo.server.service import TheCaller, TheMemory, TheService
from ricordo.tasks import run_in_thread
from ricordo.values import Hit
from ricordo.values.validation import MAX_LIMIT

MAX_IDS = 50
"""Turns that one request may ask for by their ids."""

MAX_SHORT_HITS = 50
MAX_SHORT_TURNS = 100
"""Hits and turns up to which any number of answers may be made at the same time. Texts may be long."""

MAX_HIT_CHARACTERS = 2**21
"""Characters that the hits of one answer have at most; one more hit than fits comes along."""

router = APIRouter(prefix="/v1", tags=["memory"], responses=ERRORS)


@router.post("/turns", status_code=201, response_model=Ids)
async def remember(body: TurnsBody, caller: TheCaller, memory: TheMemory) -> Response:
    """Store turns word for word. Once this returns, they survive a crash and the next recall finds them."""
    ids = await memory.remember(await body.values(), scope=body.scope_for(caller))
    return respond({"ids": ids}, 201)


@router.get("/turns", response_model=TurnsPage)
async def turns(
    scope: QueryScope,
    caller: TheCaller,
    service: TheService,
    id: Annotated[
        list[str] | None, Query(description="of the turns to return; may be repeated", max_length=MAX_IDS)
    ] = None,
    around: Annotated[str | None, Query(description="the id of a turn, to return those before and after it")] = None,
    before: Annotated[str | None, Query(description="the `previous` of another page")] = None,
    after: Annotated[str | None, Query(description="the `next` of another page")] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 20,
) -> Response:
    """Return the last turns in a scope in the order in which they were said, a page of them, or those with ids."""
    memory = service.memory
    if id is not None:
        return await respond_list("turns", await memory.turns(scope=scope, ids=id), previous=None, next=None)
    async with service.answer(caller, is_long=limit > MAX_SHORT_TURNS):
        page = await memory.turns_page(scope=scope, around=around, before=before, after=after, limit=limit)
        return await respond_list("turns", page.items, previous=page.previous, next=page.next)


@router.get("/conversations", response_model=ConversationsPage)
async def conversations(
    scope: QueryScope, caller: TheCaller, service: TheService, cursor: str | None = None
) -> Response:
    """List the conversations in a scope, newest first, a page at a time."""
    async with service.answer(caller, is_long=True):  # thousands of turns are read for a page
        page = await service.memory.conversations(scope=scope, after=cursor)
        return await respond_list("conversations", page.items, next=page.next)


@router.post("/recall", response_model=Recalled)
async def recall(body: RecallBody, caller: TheCaller, service: TheService) -> Response:
    """Return what is relevant to a query, best first, with reasons; with `budget`, the block for an agent too."""
    async with service.answer(caller, is_long=body.limit > MAX_SHORT_HITS):
        return await _recall(body, caller, service.memory)


async def _recall(body: RecallBody, caller: Caller, memory: Ricordo) -> Response:
    found = await memory.recall(
        body.query,
        scope=body.scopes_for(caller),
        limit=body.limit,
        kinds=body.kinds,
        as_of=body.as_of,
        since=body.since,
        until=body.until,
        tags=body.tags,
        deadline=body.deadline,
    )
    found = replace(found, hits=_cut_hits(found.hits))
    block = None if body.budget is None else await run_in_thread(found.render, body.budget)
    return await respond_list("hits", found.hits, left_out=found.left_out, block=block)


def _cut_hits(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return the best hits, with about as many characters as an answer may have."""
    lengths = accumulate(len(hit.text) for hit in hits)
    fitting = (hit for hit, length in zip(hits, lengths, strict=True) if length - len(hit.text) <= MAX_HIT_CHARACTERS)
    return tuple(fitting)


@router.post("/hits", response_model=Hits)
async def hits(body: HitsBody, caller: TheCaller, memory: TheMemory) -> Response:
    """Return what earlier recalls found, as it is now, in the order of `ids`; what is gone since is left out."""
    return await respond_list("hits", await memory.hits(body.ids, scope=body.scopes_for(caller)))
