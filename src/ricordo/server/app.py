"""The application: routes, errors, middleware, and a memory that is open as long as it runs."""

from __future__ import annotations

import asyncio
import inspect
import logging
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from starlette.exceptions import HTTPException

from ricordo import __version__
from ricordo.server.access_log import AccessLogMiddleware
from ricordo.server.admission import AdmissionMiddleware
from ricordo.server.errors import STATUSES, HttpError, on_error, on_http_error, on_invalid, on_verb_error
from ricordo.server.keys import KeyRing
from ricordo.server.mcp_server import McpEndpoint
from ricordo.server.pages.routes import add_pages
from ricordo.server.routes import health, memories, operate, privacy, profiles, turns
from ricordo.server.service import OpenMemory, Service
from ricordo.server.settings import Settings
from ricordo.stores.sqlite.reserve import SIZE, Reserve
from ricordo.tasks import cancel_and_wait

logger = logging.getLogger("ricordo.server")

_RESERVE_SECONDS = 60.0
"""How often it is looked whether the reserve is whole."""
_ROOM_FACTOR = 2
"""The reserve is made if this many times as much is free."""

_SILENT = {"tracing": False, "metrics": False, "logs": False, "operation_spans": False, "auto_configure": False}
"""FastAPI's own telemetry would put paths and query strings, and with them people's names, into spans."""


def create_app(open_memory: OpenMemory, settings: Settings, *, service: Service | None = None) -> FastAPI:
    """Return the service as a FastAPI application.

    Args:
        open_memory: Opens the memory when the application starts; it is closed when the application stops.
        settings: Where the service listens, its keys and its limits.
        service: The state that the parts of the service share; a new one if left out.
    """
    service = service or Service(settings, KeyRing(settings.keys))
    endpoint = McpEndpoint(service)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        _prepare_routes(app)
        async with open_memory() as memory, endpoint.run():
            service.opened = memory
            keeping = asyncio.create_task(_keep_reserve(settings.reserve)) if settings.reserve else None
            try:
                yield
            finally:
                service.opened = None
                if keeping is not None:
                    await cancel_and_wait(keeping)
                service.keys.close()
                await service.status_cache.close()
                await service.readiness.close()

    # Older versions of FastAPI have no telemetry, nor a switch for it.
    switches: dict[str, Any] = {"telemetry": _SILENT} if "telemetry" in inspect.signature(FastAPI).parameters else {}
    app = FastAPI(
        title="Ricordo",
        summary="Long-term memory for AI agents.",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        **switches,
    )
    app.state.service = service
    for module in (turns, memories, profiles, privacy, operate, health):
        app.include_router(module.router)
    add_pages(app)
    app.add_route("/mcp", endpoint, include_in_schema=False)  # type: ignore[arg-type]  # an ASGI application
    _add_errors(app)
    # The last one added is the outermost.
    app.add_middleware(AdmissionMiddleware, service=service)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.origins),
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["Retry-After"],
        )
    app.add_middleware(AccessLogMiddleware, metrics=service.metrics)
    return app


def _prepare_routes(app: FastAPI) -> None:
    """Let FastAPI make its routes ready. It would do so with the first requests, and everybody would wait for that."""
    nowhere: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/nowhere",
        "headers": [],
        "query_string": b"",
        "app": app,
    }
    for route in app.router.routes:
        route.matches(nowhere)


async def _keep_reserve(folder: Path) -> None:
    """Make the reserve, and make it again when there is room for it."""
    while True:
        if shutil.disk_usage(folder).free > _ROOM_FACTOR * SIZE and not await asyncio.to_thread(Reserve(folder).make):
            logger.warning("there is no room for a reserve: on a full disk, erasing may fail")
        await asyncio.sleep(_RESERVE_SECONDS)


def _add_errors(app: FastAPI) -> None:
    for kind, _ in STATUSES:
        app.add_exception_handler(kind, on_verb_error)
    app.add_exception_handler(HttpError, on_error)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http_error)
