"""Make JSON responses, and list the errors of every route for the OpenAPI document."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from fastapi.responses import Response

from ricordo.serialization import jsonable
from ricordo.server.errors import ErrorBody

_PIECE_CHARACTERS = 2**18
_ITEM_CHARACTERS = 2**12
"""Characters of a list that are written without a pause, and those that each item counts for besides its own."""

_ERRORS = {
    400: "the body is not JSON, or broke off",
    401: "no key or token, or one that is wrong, revoked or expired",
    403: "the key or token is for something else, or the person does not allow it",
    404: "no such turn, memory or route in this scope",
    408: "the body did not come in time",
    409: "somebody else changed it meanwhile",
    413: "the body is too large",
    422: "an argument is wrong; `argument` names it where it is known",
    429: "too many requests for this key; Retry-After says when",
    503: "the store or a model failed, or too many requests at once; Retry-After says when",
    504: "it took too long",
}

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": description} for status, description in _ERRORS.items()
}
"""The error responses of every route."""


def respond(value: Any, status: int = 200) -> Response:
    """Return a response with ``value`` as JSON."""
    return Response(to_json(value), status_code=status, media_type="application/json")


async def respond_list(name: str, items: Iterable[Any], /, **others: Any) -> Response:
    """Return a response with the list ``items`` under ``name``, and ``others``. It gives way to others meanwhile."""
    texts: list[str] = []
    size = 0
    for item in items:
        texts.append(to_json(item))
        size += len(texts[-1]) + _ITEM_CHARACTERS
        if size > _PIECE_CHARACTERS:
            size = 0
            await asyncio.sleep(0)
    text = f'{{"{name}":[{",".join(texts)}]{"," if others else ""}{to_json(others)[1:]}'
    return Response(text, media_type="application/json")


def to_json(value: Any) -> str:
    """Return ``value`` as one line of JSON."""
    return _ENCODER.encode(jsonable(value))


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
