"""Store turns, read them, and recall what is relevant."""

from __future__ import annotations

from collections.abc import Sequence
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
from ricordo.tasks import giving_way, run_in_thread
from ricordo.values import Hit
from ricordo.values.validation import MAX_LIMIT

MAX_IDS = 50
"""Turns that one request may ask for by their ids."""

MAX_HITS_AT_ONCE = 50
"""Hits up to which any number of recalls may be answered at the same time. Texts may be long."""

MAX_HIT_CHARACTERS = 2**21
"""Characters that the hits of one answer have at most; one more hit than fits comes along."""

router = APIRouter(prefix="/v1", tags=["memory"], responses=ERRORS)


@router.post("/turns", status_code=201, response_model=Ids)
async def remember(body: TurnsBody, caller: TheCaller, memory: TheMemory) -> Response:
    """Store turns word for word. Once this returns, they survive a crash and the next recall finds them."""
    ids = await memory.remember(body.values(), scope=body.scope_for(caller))
    return respond({"ids": ids}, 201)


@router.get("/turns", response_model=TurnsPage)
async def turns(
    scope: QueryScope,
    memory: TheMemory,
    id: Annotated[
        list[str] | None, Query(description="of the turns to return; may be repeated", max_length=MAX_IDS)
    ] = None,
    around: Annotated[str | None, Query(description="the id of a turn, to return those before and after it")] = None,
    before: Annotated[str | None, Query(description="the `previous` of another page")] = None,
    after: Annotated[str | None, Query(description="the `next` of another page")] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 20,
) -> Response:
    """Return the last turns in a scope in the order in which they were said, a page of them, or those with ids."""
    if id is not None:
        return await respond_list("turns", await memory.turns(scope=scope, ids=id), previous=None, next=None)
    page = await memory.turns_page(scope=scope, around=around, before=before, after=after, limit=limit)
    return await respond_list("turns", page.items, previous=page.previous, next=page.next)


@router.get("/conversations", response_model=ConversationsPage)
async def conversations(scope: QueryScope, memory: TheMemory, cursor: str | None = None) -> Response:
    """List the conversations in a scope, newest first, a page at a time."""
    page = await memory.conversations(scope=scope, after=cursor)
    return respond({"conversations": page.items, "next": page.next})


@router.post("/recall", response_model=Recalled)
async def recall(body: RecallBody, caller: TheCaller, service: TheService) -> Response:
    """Return what is relevant to a query, best first, with reasons; with `budget`, the block for an agent too."""
    if body.limit <= MAX_HITS_AT_ONCE:
        return await _recall(body, caller, service.memory)
    seconds = service.settings.limits.seconds
    async with service.long_recalls.take(caller.identity, is_large=True, seconds=seconds):
        with giving_way():
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
    block = None if body.budget is None else await run_in_thread(found.render, body.budget)
    return await respond_list("hits", _cut_hits(found.hits), left_out=found.left_out, block=block)


def _cut_hits(hits: Sequence[Hit]) -> list[Hit]:
    """Return the best hits, with about as many characters as an answer may have."""
    lengths = accumulate(len(hit.text) for hit in hits)
    return [hit for hit, length in zip(hits, lengths, strict=True) if length - len(hit.text) <= MAX_HIT_CHARACTERS]


@router.post("/hits", response_model=Hits)
async def hits(body: HitsBody, caller: TheCaller, memory: TheMemory) -> Response:
    """Return what earlier recalls found, as it is now, in the order of `ids`; what is gone since is left out."""
    return await respond_list("hits", await memory.hits(body.ids, scope=body.scopes_for(caller)))
