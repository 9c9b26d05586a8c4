"""For whoever runs the service: is it alive, is it ready, and how is it doing."""

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
    """Whether the process answers at all."""
    return respond({"status": "alive"})


@router.get("/readyz", response_model=dict[str, str], responses={503: ERRORS[503]})
async def readyz(service: TheService) -> Response:
    """Whether requests can be served: the store answers a small question."""
    if service.opened is None:
        return answer(503, "NotReady", "the service is starting or stopping")
    try:
        await service.memory.consent(scope=_NOBODY)
    except StoreError:
        return answer(503, "NotReady", "the store does not answer")
    return respond({"status": "ready"})


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}, **ERRORS})
async def metrics(service: TheService, caller: TheCaller) -> Response:
    """For Prometheus. Counts over all applications, some minutes old where there is very much: for operators."""
    caller.require_operator()
    counted = await service.counting.status(service.memory)
    return Response(service.metrics.as_text(counted), media_type=CONTENT_TYPE_LATEST)
