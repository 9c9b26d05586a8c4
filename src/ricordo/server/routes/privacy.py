"""Erasure, export, import and consent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse

from ricordo.serialization import NDJSON, LineTooLong, dump_line, parse_line, split_lines
from ricordo.server.bodies import (
    ConsentBody,
    Consents,
    ForgetBody,
    QueryScope,
    QueryTime,
    Receipts,
    RetentionBody,
    Retentions,
    Rows,
)
from ricordo.server.errors import HttpError
from ricordo.server.request_body import MAX_PARTS, count_parts
from ricordo.server.routes.responses import ERRORS, respond
from ricordo.server.service import TheCaller, TheMemory, TheService
from ricordo.values import Consent, Receipt, Retention
from ricordo.values.validation import MAX_LIMIT

router = APIRouter(prefix="/v1", tags=["privacy"], responses=ERRORS)

_CHUNK_BYTES = 64 * 2**10


@router.post("/forget", response_model=Receipt)
async def forget(body: ForgetBody, caller: TheCaller, service: TheService) -> Response:
    """Erase a scope, or `ids` in it, or what was said `before` a time, and return the receipt."""
    receipt = await service.forget(
        body.scope_for(caller), ids=body.ids, before=body.before, with_evidence=body.with_evidence
    )
    return respond(receipt)


@router.get("/export", response_class=StreamingResponse, responses={200: {"content": {NDJSON: {}}}})
async def export(scope: QueryScope, memory: TheMemory, since: QueryTime = None) -> StreamingResponse:
    """Export everything in a scope, or what was said or became true `since` a time, one JSON object a line."""
    return StreamingResponse(_lines(memory.export(scope=scope, since=since)), media_type=NDJSON)


async def _lines(rows: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    """Yield rows in chunks of some size: sending each row by itself would cost more than the row."""
    chunk = bytearray()
    async for row in rows:
        chunk += dump_line(row)
        if len(chunk) >= _CHUNK_BYTES:
            yield bytes(chunk)
            chunk.clear()
    yield bytes(chunk)


_IMPORT = {
    "requestBody": {
        "required": False,
        "description": "rows as an export makes them, one JSON object a line",
        "content": {NDJSON: {"schema": {"type": "string"}}},
    }
}


@router.post("/import", response_model=Rows, openapi_extra=_IMPORT)
async def import_rows(request: Request, scope: QueryScope, service: TheService) -> Response:
    """Import exported rows into a scope, whose names replace those of the rows, and return how many were new."""
    rows = _rows(request, service.settings.limits.body_bytes)
    return respond({"rows": await service.memory.import_(rows, scope=scope)})


async def _rows(request: Request, longest: int) -> AsyncIterator[dict[str, Any]]:
    number = 0
    try:
        async for line in split_lines(request.stream(), max_bytes=longest):
            if count_parts(line) > MAX_PARTS:
                raise HttpError.too_many_parts()
            if line.strip():
                yield parse_line(line, f"rows[{number}]")
                number += 1
    except LineTooLong:
        raise HttpError.too_large(longest) from None


@router.get("/consent", response_model=Consent)
async def consent(scope: QueryScope, memory: TheMemory) -> Response:
    """Return the consent that holds in a scope."""
    return respond(await memory.consent(scope=scope))


@router.get("/consents", response_model=Consents)
async def consents(scope: QueryScope, memory: TheMemory) -> Response:
    """List the consents that were set for a scope and for every scope inside it, each as it was set."""
    found = await memory.consents(scope=scope)
    return respond({"consents": [{"scope": where, "consent": consent} for where, consent in found.items()]})


@router.put("/consent", response_model=Consent)
async def set_consent(body: ConsentBody, caller: TheCaller, memory: TheMemory) -> Response:
    """Allow or forbid capture, learning and sharing; a switch that is left out stays as it is."""
    allowed = await memory.set_consent(
        scope=body.scope_for(caller), capture=body.capture, learning=body.learning, sharing=body.sharing
    )
    return respond(allowed)


@router.get("/retention", response_model=Retention)
async def retention(scope: QueryScope, memory: TheMemory) -> Response:
    """Return for how many days each kind is kept in a scope; null for good."""
    return respond(await memory.retention(scope=scope))


@router.get("/retentions", response_model=Retentions)
async def retentions(scope: QueryScope, memory: TheMemory) -> Response:
    """List the rules of retention that were set for a scope and for every scope inside it, each as it was set."""
    found = await memory.retentions(scope=scope)
    return respond({"retentions": [{"scope": where, "retention": rule} for where, rule in found.items()]})


@router.put("/retention", response_model=Retention)
async def set_retention(body: RetentionBody, caller: TheCaller, memory: TheMemory) -> Response:
    """Keep what is stored in a scope for a number of days only, and return what now holds."""
    return respond(await memory.set_retention(scope=body.scope_for(caller), days=body.days, kinds=body.kinds))


@router.get("/receipts", response_model=Receipts)
async def receipts(
    scope: QueryScope, memory: TheMemory, limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 100
) -> Response:
    """List the receipts of what the rule of exactly this scope has erased, newest first."""
    return respond({"receipts": await memory.receipts(scope=scope, limit=limit)})
