"""Values as JSON and back, the same for the service, its client and the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from ricordo.values import RicordoError, Scope

T = TypeVar("T")


class WireError(RicordoError):
    """The other side sent something that is not what it should be."""


def jsonable(value: Any) -> Any:
    """``value`` as what JSON knows: times in ISO format, of a scope only the names that are set."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Scope):
        return value.parts
    if is_dataclass(value) and not isinstance(value, type):
        return {name: jsonable(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, Mapping):
        return {str(name): jsonable(item) for name, item in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [jsonable(item) for item in cast("list[Any]", value)]
    return value


def read(type: type[T], data: Any) -> T:
    """``data`` as a value of ``type``, one of our own dataclasses."""
    try:
        return cast("T", _adapter(type).validate_python(data))
    except ValidationError as error:
        # Its own message would quote the data.
        where = ".".join(str(part) for part in error.errors(include_input=False)[0]["loc"])
        raise WireError(
            f"the answer is no {type.__name__} (at {where or 'its top'}): are the versions alike?"
        ) from None


@cache
def _adapter(type: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(type)
