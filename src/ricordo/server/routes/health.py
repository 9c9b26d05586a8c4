"""Liveness, readiness and metrics."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST

from ricordo.server.errors import answer
from ricordo.server.routes.responses import ERRORS, respond
from ricordo.server.service import TheCaller, TheService
from ricordo.values import Scope, StoreError

router = APIRouter(tags=["health"])

_NOBODY = Scope(application="ricordo", session="readyz")


@router.get("/healthz", response_model=dict[str, str])
async def healthz() -> Response:
    """Answer if the process is alive."""
    return respond({"status": "alive"})


@router.get("/readyz", response_model=dict[str, str], responses={503: ERRORS[503]})
async def readyz(service: TheService) -> Response:
    """Answer 200 if the store can be reached, or 503."""
    if service.opened is None:
        return answer(503, "NotReady", "the service is starting or stopping")
    try:
        await service.memory.consent(scope=_NOBODY)
    except StoreError:
        return answer(503, "NotReady", "the store does not answer")
    return respond({"status": "ready"})


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}, **ERRORS})
async def metrics(service: TheService, caller: TheCaller) -> Response:
    """Return metrics for Prometheus, for operators. Counts over a large store may be some minutes old."""
    caller.require_operator()
    counted = await service.counting.status(service.memory)
    return Response(service.metrics.as_text(counted), media_type=CONTENT_TYPE_LATEST)
