"""Values as JSON and back, for the service, its client and the command line."""

from __future__ import annotations

import json
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from ricordo.values import RicordoError, Scope

T = TypeVar("T")

NDJSON = "application/x-ndjson"
"""The media type of newline-delimited JSON: one object a line."""


class WireError(RicordoError):
    """The other side sent data of another shape than expected."""


def jsonable(value: Any) -> Any:
    """Return `value` as plain JSON types: times in ISO format, scopes as the names that are set."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Scope):
        return value.parts
    if names := _field_names(cast("type[Any]", type(value))):
        return {name: jsonable(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): jsonable(item) for name, item in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [jsonable(item) for item in cast("list[Any]", value)]
    return value


@cache
def _field_names(type: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass; none for another type."""
    return tuple(type.__dataclass_fields__) if is_dataclass(type) else ()


def read(type: type[T], data: Any) -> T:
    """Return `data` as a value of `type`, one of our dataclasses. Raise `WireError` if it does not fit."""
    try:
        return cast("T", _adapter(type).validate_python(data))
    except ValidationError as error:
        # Its own message would quote the data.
        where = ".".join(str(part) for part in error.errors(include_input=False)[0]["loc"])
        raise WireError(
            f"the answer is not a {type.__name__} (at {where or 'its top'}): client and service may differ in version"
        ) from None


@cache
def _adapter(type: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(type)


class LineTooLong(ValueError):
    """A line of NDJSON that is longer than its reader allows."""


def dump_line(row: object) -> bytes:
    """Return `row` as one line of NDJSON, with its line break.

    Raises:
        TypeError: `row` holds something that JSON has no word for.
        ValueError: `row` holds NaN, an infinite number, a reference to itself or half of a surrogate pair.
    """
    text = json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode() + b"\n"


def parse_line(line: str | bytes, place: str) -> dict[str, Any]:
    """Return the object on one line of NDJSON.

    Args:
        line: The line, with or without its line break.
        place: The name of the line in error messages, like `rows[3]` or `line 4`.

    Raises:
        ValueError: The line is not JSON. NaN and infinity, which Python would read, are not JSON either.
        TypeError: The line is JSON, but not an object.
    """
    try:
        row: Any = json.loads(line, parse_constant=_reject_constant)
        if ("\\u" in line) if isinstance(line, str) else (b"\\u" in line):
            json.dumps(row, ensure_ascii=False).encode()  # fails on half of a surrogate pair
    except (ValueError, RecursionError):
        raise ValueError(f"{place} is not JSON") from None
    if not isinstance(row, dict):
        raise TypeError(f"{place} must be an object")
    return cast("dict[str, Any]", row)


def parse_lines(lines: Iterable[str | bytes]) -> Iterator[dict[str, Any]]:
    """Yield the objects on `lines`, skipping blank ones. Errors name the line, counted from 1."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield parse_line(line, f"line {number}")


async def split_lines(pieces: AsyncIterable[bytes], *, max_bytes: int | None = None) -> AsyncIterator[bytes]:
    """Yield the lines in a stream of bytes, without their line breaks, as they come in.

    Lines end at a line feed only: `str.splitlines` would also break at characters that occur inside of texts.

    Raises:
        LineTooLong: A line without an end has more than `max_bytes`.
    """
    # Pieces of a line whose end has not come. They are joined once, so that a long line costs linear time.
    begun: list[bytes] = []
    size = 0
    async for piece in pieces:
        *ended, rest = piece.split(b"\n")
        for line in ended:
            yield b"".join([*begun, line])
            begun.clear()
            size = 0
        if rest:
            begun.append(rest)
            size += len(rest)
        if max_bytes is not None and size > max_bytes:
            raise LineTooLong(f"a line is longer than {max_bytes:,} bytes")
    if begun:
        yield b"".join(begun)


def _reject_constant(name: str) -> None:
    raise ValueError(name)
