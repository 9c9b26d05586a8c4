"""Errors as responses: a status and a body of ``{"error": {"type", "message", "argument"?}}``.

Messages say what was wrong and what to do next. They hold nothing that anybody said and no value of the request: a
validator's message is rebuilt from the place and the kind of the fault alone.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Self

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match

from ricordo.values import (
    ConcurrentUpdate,
    ConsentError,
    ModelError,
    NotFound,
    RicordoError,
    ScopeError,
    StoreError,
)

logger = logging.getLogger("ricordo.server")

_STORE_FAILURES = (
    ("disk is full", "nothing was half-written: its disk is full"),
    ("it is not known whether", "it is not known whether the change was stored; send turns that have an id again"),
)
"""Parts of the messages of stores, and what callers are told if a message has one."""

STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (ScopeError, 422),
    (ConsentError, 403),
    (NotFound, 404),
    (ConcurrentUpdate, 409),
    (StoreError, 503),
    (ModelError, 503),
    (TimeoutError, 504),
    (ValueError, 422),
    (TypeError, 422),
)
"""The exceptions of the verbs and their statuses, the most specific first."""


class ErrorDetail(BaseModel):
    """An error. ``type`` is the name of the exception that the Python library raises, where it raises one."""

    type: str
    message: str
    argument: str | None = None


class ErrorBody(BaseModel):
    """The body of every response that is not a success."""

    error: ErrorDetail


class HttpError(Exception):
    """An error with its HTTP status, for requests that are refused before a verb is called."""

    def __init__(self, status: int, type: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.type = type
        self.message = message
        self.headers = dict(headers or {})

    @classmethod
    def not_authenticated(cls, message: str) -> Self:
        return cls(401, "NotAuthenticated", message, {"WWW-Authenticate": 'Bearer realm="ricordo"'})

    @classmethod
    def not_allowed(cls, message: str) -> Self:
        return cls(403, "NotAllowed", message)

    @classmethod
    def too_large(cls, limit: int) -> Self:
        return cls(413, "TooLarge", f"the body is larger than the limit of {limit:,} bytes; send it in parts")

    @classmethod
    def too_many_parts(cls) -> Self:
        return cls(413, "TooLarge", "the body has too many values; send it in parts")

    @classmethod
    def too_slow(cls, seconds: float) -> Self:
        message = f"the body arrived too slowly: more than {seconds:g} seconds were spent waiting for it"
        return cls(408, "TooSlow", message, {"Connection": "close"})

    @classmethod
    def too_many(cls, seconds: float) -> Self:
        wait = max(1, round(seconds + 0.5))
        return cls(
            429,
            "TooManyRequests",
            f"the rate of this key is used up; try again in {wait} s",
            {"Retry-After": str(wait)},
        )

    @classmethod
    def too_much_traffic(cls, seconds: float) -> Self:
        message = "this caller has sent or read too many bytes in a short time; try again later"
        headers = {"Retry-After": str(max(1, round(seconds + 0.5))), "Connection": "close"}
        return cls(429, "TooManyRequests", message, headers)

    @classmethod
    def too_many_bytes(cls) -> Self:
        message = "this caller has too many large requests open; wait until one is answered"
        return cls(429, "TooManyRequests", message, {"Retry-After": "1"})

    @classmethod
    def too_many_at_once(cls, limit: int) -> Self:
        message = f"this caller has {limit} requests open already; wait until one is answered"
        return cls(429, "TooManyRequests", message, {"Retry-After": "1"})

    @classmethod
    def service_unavailable(cls, why: str) -> Self:
        return cls(503, "Overloaded", why, {"Retry-After": "1"})

    def response(self) -> JSONResponse:
        """Return the error as a response."""
        return error_response(self.status, self.type, self.message, headers=self.headers)


def error_response(
    status: int, type: str, message: str, *, argument: str | None = None, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Return the response for an error."""
    detail = {"type": type, "message": message}
    if argument is not None:
        detail["argument"] = argument
    return JSONResponse({"error": detail}, status_code=status, headers=headers)


async def on_error(request: Request, error: Exception) -> JSONResponse:
    """Handle an `HttpError` that a route raised."""
    del request
    assert isinstance(error, HttpError)
    return error.response()


def public_message(error: Exception) -> str:
    """Return the message of an error of ours. Others, of a validator or a codec, may quote what they were given.

    The message of a store names its file or its server. It goes to the log, and callers learn what it means for them.
    """
    if isinstance(error, StoreError) and not isinstance(error, ConcurrentUpdate):
        logger.warning("the store failed: %s", error)
        known = (told for part, told in _STORE_FAILURES if part in str(error))
        return f"the store failed, and {next(known, 'nothing was half-written: the log of the service says why')}"
    ours = isinstance(error, RicordoError) or type(error) in {ValueError, TypeError, TimeoutError}
    return str(error) if ours else "an argument is wrong"


async def on_verb_error(request: Request, error: Exception) -> JSONResponse:
    """Handle an exception of a verb."""
    del request
    known, status = next((kind, status) for kind, status in STATUSES if isinstance(error, kind))
    return error_response(
        status, known.__name__, public_message(error), headers={"Retry-After": "1"} if status == 503 else None
    )


_NOT_HERE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not here</title>
</head>
<body>
<main>
<h1>Not here</h1>
<p>There is nothing at this address. <a href="/">Go to the first page</a></p>
</main>
</body>
</html>
"""
"""What a browser shows at an address that does not exist."""


async def on_http_error(request: Request, error: Exception) -> Response:
    """Handle a path that does not exist, or not with this method."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and request.url.path == "/":
        # If the application has no page of its own here, people find the console.
        return RedirectResponse("/me", 303)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(_NOT_HERE, 404, {"Content-Security-Policy": "default-src 'none'"})
    headers = dict(error.headers or {})
    if error.status_code == 405:
        # The framework lists only the methods of the first route with this path.
        methods = {method for route in request.app.routes for method in _methods(route, request)}
        headers["Allow"] = ", ".join(sorted(methods))
    known = {
        404: ("NoSuchRoute", "there is nothing under this path; /openapi.json lists what there is"),
        405: (
            "MethodNotAllowed",
            "this path does not support this method; the Allow header lists those it does",
        ),
    }
    kind, message = known.get(error.status_code, ("BadRequest", str(error.detail)))
    return error_response(error.status_code, kind, message, headers=headers)


def _methods(route: BaseRoute, request: Request) -> set[str]:
    """Return the methods of a route if it matches the path of the request."""
    matches, _ = route.matches(request.scope)
    return set() if matches is Match.NONE else set(getattr(route, "methods", None) or ())


async def on_invalid(request: Request, error: Exception) -> JSONResponse:
    """Handle a body or query that does not match its model: name the first fault, without the values that were sent."""
    del request
    assert isinstance(error, RequestValidationError)
    fault: dict[str, Any] = error.errors()[0]
    kind = str(fault["type"])
    if kind == "json_invalid":
        return error_response(400, "BadRequest", "the body is not valid JSON")
    argument = _argument(fault["loc"])
    name = "TypeError" if kind.endswith("_type") else "ValueError"
    return error_response(
        422, name, f"{argument or 'the body'}: {_describe_fault(kind, str(fault['msg']))}", argument=argument
    )


def _argument(place: Sequence[int | str]) -> str | None:
    """Return a place like ``turns[3].role``. The first step only says body, query or path."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place[1:])
    return text.removeprefix(".") or None


def _describe_fault(kind: str, message: str) -> str:
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is not known here"
    return message
