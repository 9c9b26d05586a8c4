"""The outermost middleware: access log, metrics, security headers, and the response to unexpected errors.

The log has the route and not the path, no query and no address: those hold names and words of people.
"""

from __future__ import annotations

import logging
import time
import traceback

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ricordo.server.errors import error_response
from ricordo.server.metrics import Metrics

access_log = logging.getLogger("ricordo.access")
logger = logging.getLogger("ricordo.server")

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Added to every response that does not set them itself."""


class AccessLogMiddleware:
    """Logs and measures every request, adds the security headers, and answers what nobody else caught."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except ClientDisconnect:
            pass  # the client is gone; what was not acknowledged may or may not have been done
        except Exception as error:  # noqa: BLE001 - the request boundary: one broken request must not stop the others
            # Neither the message nor the values are logged: both may quote what somebody said.
            frames = "".join(traceback.format_tb(error.__traceback__))
            logger.error("%s %s failed: %s\n%s", scope["method"], _route(scope), type(error).__name__, frames)  # noqa: TRY400
            if status:
                raise ConnectionAbortedError("the answer had begun") from None
            await error_response(500, "InternalError", "something broke here; the log says where")(
                scope, receive, send_with_headers
            )
        finally:
            seconds = time.perf_counter() - began
            method = scope["method"] if scope["method"] in _METHODS else "OTHER"
            self._metrics.record_response(method, _route(scope), status, seconds)
            access_log.info("%s %s %d %.1f ms", method, _route(scope), status, seconds * 1000)


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def _route(scope: Scope) -> str:
    """Return the route as it was declared, such as ``/v1/memories/{id}``, or "other"."""
    if scope["path"] == "/mcp":
        return "/mcp"
    path = getattr(scope.get("route"), "path", None)
    return path.replace(":path}", "}") if isinstance(path, str) else "other"
