"""Usage, status, learning jobs and tokens."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from ricordo.maintenance import Status
from ricordo.server.bodies import (
    Jobs,
    MintedToken,
    Pending,
    QueryScopeOrAll,
    Retried,
    Scoped,
    SettleBody,
    Settled,
    SummaryResponse,
    TokenBody,
    Used,
)
from ricordo.server.errors import HttpError
from ricordo.server.routes.responses import ERRORS, respond
from ricordo.server.service import TheCaller, TheMemory, TheService
from ricordo.values.validation import MAX_LIMIT

router = APIRouter(prefix="/v1", tags=["operation"], responses=ERRORS)


@router.get("/usage", response_model=Used)
async def usage(scope: QueryScopeOrAll, memory: TheMemory) -> Response:
    """Return what learning has cost in a scope."""
    return respond(await (memory.maintenance.usage() if scope is None else memory.usage(scope=scope)))


@router.get("/status", response_model=Status)
async def status(caller: TheCaller, memory: TheMemory) -> Response:
    """Return counts over the whole store, for operators."""
    caller.require_operator()
    return respond(await memory.status())


@router.get("/jobs", response_model=Jobs)
async def jobs(
    scope: QueryScopeOrAll, memory: TheMemory, limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 100
) -> Response:
    """List the learning jobs that wait or failed, with the reason; failed jobs come first."""
    return respond({"jobs": await memory.jobs(scope=scope, limit=limit)})


@router.get("/pending", response_model=Pending)
async def pending(scope: QueryScopeOrAll, memory: TheMemory) -> Response:
    """Return the number of learning jobs that wait or are being worked on."""
    return respond({"pending": await memory.pending(scope=scope)})


@router.post("/jobs/retry", response_model=Retried)
async def retry(body: Scoped, caller: TheCaller, memory: TheMemory) -> Response:
    """Retry the learning jobs that failed, and return how many there are."""
    return respond({"jobs": await memory.retry(scope=body.scope_or_all(caller))})


@router.post("/settle", response_model=Settled)
async def settle(body: SettleBody, caller: TheCaller, memory: TheMemory) -> Response:
    """Wait until no learning is pending, for at most `timeout` seconds, and return whether that is so."""
    try:
        await memory.settle(scope=body.scope_or_all(caller), timeout=body.timeout)
    except TimeoutError:
        return respond({"settled": False})
    return respond({"settled": True})


@router.post("/summarise", response_model=SummaryResponse)
async def summarise(body: Scoped, caller: TheCaller, memory: TheMemory) -> Response:
    """Summarise one conversation now; null if nothing was said since the last summary."""
    return respond({"summary": await memory.summarise(scope=body.scope_for(caller))})


@router.post("/tokens", status_code=201, response_model=MintedToken)
async def mint_token(body: TokenBody, caller: TheCaller, service: TheService) -> Response:
    """Mint a short-lived token for one person, for a browser or an MCP client. Needs a key, not a token."""
    if caller.key_id is None or caller.by_token:
        raise HttpError.not_allowed("tokens are minted with a key: ricordo keys create")
    scope, now = body.scope_for(caller), int(service.clock())
    token = service.keys.mint_token(caller.key_id, scope, issued_at=now, seconds=body.seconds)
    expires_at = datetime.fromtimestamp(now + body.seconds, UTC)
    return respond({"token": token, "expires_at": expires_at, "scope": scope}, 201)
