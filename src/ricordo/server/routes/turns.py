"""Keeping what was said, and recalling what is relevant."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from ricordo.server.bodies import Ids, QueryScope, RecallBody, Recalled, Turns, TurnsBody
from ricordo.server.routes.answers import ERRORS, answered
from ricordo.server.service import TheCaller, TheMemory
from ricordo.values.validation import MAX_LIMIT

router = APIRouter(prefix="/v1", tags=["memory"], responses=ERRORS)


@router.post("/turns", status_code=201, response_model=Ids)
async def remember(body: TurnsBody, caller: TheCaller, memory: TheMemory) -> Response:
    """Keep turns, word for word. When this answers they survive a crash, and the next recall finds them."""
    ids = await memory.remember(body.values(), scope=body.scope_for(caller))
    return answered({"ids": ids}, 201)


@router.get("/turns", response_model=Turns)
async def latest_turns(
    scope: QueryScope, memory: TheMemory, limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 20
) -> Response:
    """The last turns in a scope, in the order in which they were said."""
    return answered({"turns": await memory.turns(scope=scope, limit=limit)})


@router.post("/recall", response_model=Recalled)
async def recall(body: RecallBody, caller: TheCaller, memory: TheMemory) -> Response:
    """What is relevant to a query, best first, each with its reason; with `budget`, the block for an agent too."""
    found = await memory.recall(
        body.query,
        scope=body.scope_for(caller),
        limit=body.limit,
        kinds=body.kinds,
        as_of=body.as_of,
        since=body.since,
        until=body.until,
        deadline=body.deadline,
    )
    block = None if body.budget is None else found.render(body.budget)
    return answered({"hits": found.hits, "left_out": found.left_out, "block": block})
