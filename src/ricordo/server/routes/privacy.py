"""Forgetting, taking along, bringing back, and what is allowed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, cast

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse

from ricordo.memory import Ricordo
from ricordo.server.bodies import ConsentBody, ForgetBody, QueryScope, Rows
from ricordo.server.errors import Refused
from ricordo.server.routes.answers import ERRORS, answered, text_of
from ricordo.server.service import TheCaller, TheMemory, TheService
from ricordo.values import Consent, Receipt, Scope

router = APIRouter(prefix="/v1", tags=["privacy"], responses=ERRORS)

NDJSON = "application/x-ndjson"
_ROWS_A_PIECE = 64


@router.post("/forget", response_model=Receipt)
async def forget(body: ForgetBody, caller: TheCaller, memory: TheMemory) -> Response:
    """Erase a scope, or the turns and memories with `ids` in it, or what was said `before` a time; the receipt."""
    return answered(await memory.forget(scope=body.scope_for(caller), ids=body.ids, before=body.before))


@router.get("/export", response_class=StreamingResponse, responses={200: {"content": {NDJSON: {}}}})
async def export(scope: QueryScope, memory: TheMemory) -> StreamingResponse:
    """Everything that is known in a scope, one JSON object a line."""
    return StreamingResponse(_lines(memory, scope), media_type=NDJSON)


async def _lines(memory: Ricordo, scope: Scope) -> AsyncIterator[str]:
    """Rows in pieces of some size: a piece for each row would cost more than the row."""
    piece: list[str] = []
    async for row in memory.export(scope=scope):
        piece.append(text_of(row) + "\n")
        if len(piece) == _ROWS_A_PIECE:
            yield "".join(piece)
            piece.clear()
    yield "".join(piece)


_IMPORT = {
    "requestBody": {
        "required": False,
        "description": "rows as an export makes them, one JSON object a line",
        "content": {NDJSON: {"schema": {"type": "string"}}},
    }
}


@router.post("/import", response_model=Rows, openapi_extra=_IMPORT)
async def import_rows(request: Request, scope: QueryScope, service: TheService) -> Response:
    """Bring exported rows back into a scope; the names set there replace those of the rows. How many were new."""
    rows = _rows(request, service.settings.limits.body_bytes)
    return answered({"rows": await service.memory.import_(rows, scope=scope)})


async def _rows(request: Request, longest: int) -> AsyncIterator[dict[str, Any]]:
    number = 0
    async for line in _split(request, longest):
        if line.strip():
            yield _row(line, number)
            number += 1


async def _split(request: Request, longest: int) -> AsyncIterator[bytes]:
    """The lines of a body, as they come in."""
    rest = b""
    async for piece in request.stream():
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            yield line
        if len(rest) > longest:
            raise Refused.too_large(longest)
    yield rest


def _row(line: bytes, number: int) -> dict[str, Any]:
    try:
        row: Any = json.loads(line, parse_constant=_no_constant)
        if b"\\u" in line:
            json.dumps(row, ensure_ascii=False).encode()  # half of a surrogate pair is no character
    except (ValueError, RecursionError):
        raise ValueError(f"rows[{number}] is not JSON") from None
    if not isinstance(row, dict):
        raise TypeError(f"rows[{number}] must be an object")
    return cast("dict[str, Any]", row)


def _no_constant(name: str) -> None:
    """Python reads NaN and Infinity; JSON has no such thing."""
    raise ValueError(name)


@router.get("/consent", response_model=Consent)
async def consent(scope: QueryScope, memory: TheMemory) -> Response:
    """What is allowed in a scope."""
    return answered(await memory.consent(scope=scope))


@router.put("/consent", response_model=Consent)
async def set_consent(body: ConsentBody, caller: TheCaller, memory: TheMemory) -> Response:
    """Allow or forbid keeping, learning and sharing; what is left out stays as it is."""
    allowed = await memory.set_consent(
        scope=body.scope_for(caller), capture=body.capture, learning=body.learning, sharing=body.sharing
    )
    return answered(allowed)
