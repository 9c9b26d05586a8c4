"""The service's errors as the library raises them."""

from __future__ import annotations

import json
from typing import Any, cast

from ricordo.values import (
    ConcurrentUpdate,
    ConsentError,
    ModelError,
    NotFound,
    RicordoError,
    ScopeError,
    StoreError,
)


class AccessError(RicordoError):
    """The service does not let this key or token do that, or does not know it."""


_BY_TYPE: dict[str, type[Exception]] = {
    **{kind.__name__: kind for kind in (ScopeError, NotFound, ConsentError, StoreError, ConcurrentUpdate, ModelError)},
    **{kind.__name__: kind for kind in (ValueError, TypeError, TimeoutError)},
    "BadRequest": ValueError,
    "TooLarge": ValueError,
    "NotAuthenticated": AccessError,
    "NotAllowed": AccessError,
}


def error_of(status: int, body: bytes) -> Exception:
    """The error that an answer stands for. What is not known, and all that a server may suffer, is a ``StoreError``."""
    try:
        detail = cast("dict[str, Any]", json.loads(body)["error"])
        kind, message = str(detail["type"]), str(detail["message"])
    except (ValueError, TypeError, KeyError):
        return StoreError(f"the service answered with status {status} and no explanation; is there a proxy between?")
    return _BY_TYPE.get(kind, StoreError)(message)
