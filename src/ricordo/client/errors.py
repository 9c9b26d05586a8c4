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
    """The key or token is unknown to the service, or may not do this."""


_BY_TYPE: dict[str, type[Exception]] = {
    **{kind.__name__: kind for kind in (ScopeError, NotFound, ConsentError, StoreError, ConcurrentUpdate, ModelError)},
    **{kind.__name__: kind for kind in (ValueError, TypeError, TimeoutError)},
    "BadRequest": ValueError,
    "TooLarge": ValueError,
    "NotAuthenticated": AccessError,
    "NotAllowed": AccessError,
}


def to_error(status: int, body: bytes) -> Exception:
    """Return the error that a response stands for; an unknown one, or a failure of the server, is a ``StoreError``."""
    try:
        detail = cast("dict[str, Any]", json.loads(body)["error"])
        kind, message = str(detail["type"]), str(detail["message"])
    except (ValueError, TypeError, KeyError):
        return StoreError(f"the service answered with status {status} and no explanation; is there a proxy between?")
    return _BY_TYPE.get(kind, StoreError)(message)
