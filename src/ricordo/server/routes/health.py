"""Liveness, readiness and metrics."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST

from ricordo.server.errors import error_response
from ricordo.server.routes.responses import ERRORS, respond
from ricordo.server.service import TheCaller, TheService

router = APIRouter(tags=["health"])


@router.get("/healthz", response_model=dict[str, str])
async def healthz() -> Response:
    """Answer if the process is alive."""
    return respond({"status": "alive"})


@router.get("/readyz", response_model=dict[str, str], responses={503: ERRORS[503]})
async def readyz(service: TheService) -> Response:
    """Answer 200 if the store can be reached, or 503."""
    if service.opened is None:
        return error_response(503, "NotReady", "the service is starting or stopping")
    if not await service.readiness.is_ready(service.memory):
        return error_response(503, "NotReady", "the store does not answer")
    return respond({"status": "ready"})


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}, **ERRORS})
async def metrics(service: TheService, caller: TheCaller) -> Response:
    """Return metrics for Prometheus, for operators. Counts over a large store may be some minutes old."""
    caller.require_operator()
    counted = await service.status_cache.status(service.memory)
    return Response(service.metrics.as_text(counted), media_type=CONTENT_TYPE_LATEST)
