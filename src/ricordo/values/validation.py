"""Checks and limits of arguments."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import TypeVar, cast

MAX_NAME = 256
"""Characters in an id, an author or one part of a scope: a UUID, an e-mail address or a URN fits many times over."""

MAX_TEXT = 100_000
"""Bytes of UTF-8 in one turn, memory or query: about forty pages. Longer texts are documents, not turns."""

MAX_BATCH = 10_000
"""Turns in one call of ``remember``: it is one transaction, and at this size others wait for it some two seconds."""

MAX_LIMIT = 1_000
"""Hits that one recall may ask for."""

MAX_DEPTH = 100
"""Levels of lists and dicts in a value. A deeper one could be stored, but would exhaust the stack when it is read."""

MAX_TAGS = 16
"""Tags of one turn, and tags that one query may ask for."""

MAX_TAG = 64
"""Characters in a tag."""

Refusal = Callable[[str], Exception]
T = TypeVar("T", bound=str)

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_TAG = re.compile(r"[\w.:/@+-]+")


def check_text(value: object, name: str) -> str:
    """Return `value` if it is text that can be stored: not blank, valid Unicode, no NUL, at most `MAX_TEXT` bytes."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, not {type(value).__name__}")
    if not value.strip():
        raise ValueError(f"{name} is blank")
    if "\0" in value:
        raise ValueError(f"{name} holds a NUL character at position {value.index(chr(0))}; remove it")
    size = len(utf8(value, name, ValueError))
    if size > MAX_TEXT:
        raise ValueError(f"{name} is {size:,} bytes long; the limit is {MAX_TEXT:,}: split it")
    return value


def check_name(value: object, name: str, refuse: Refusal = ValueError) -> str:
    """Return `value` if it is a name: 1 to `MAX_NAME` characters, none of them a control character."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, not {type(value).__name__}")
    if not value.strip():
        raise refuse(f"{name} is empty; leave it unset (None) or give it a name")
    if len(value) > MAX_NAME:
        raise refuse(f"{name} is {len(value)} characters long; the limit is {MAX_NAME}")
    if _CONTROL.search(value):
        raise refuse(f"{name} holds a control character; remove it")
    utf8(value, name, refuse)
    return value


def check_time(value: object, name: str) -> datetime:
    """Return `value` in UTC. A datetime without a time zone is taken as UTC."""
    if not isinstance(value, datetime):
        raise TypeError(f"{name} must be a datetime, not {type(value).__name__}")
    if value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise ValueError(f"{name} lies outside the years 1 to 9999 in UTC") from None


def check_choice(value: object, name: str, allowed: tuple[str, ...]) -> str:
    """Return `value` if it is one of `allowed`."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, not {type(value).__name__}")
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}")
    return value


def check_choices(values: Iterable[str], allowed: tuple[T, ...], name: str) -> frozenset[T]:
    """Return `values` as a set if there is at least one and all are `allowed`."""
    checked = frozenset(
        allowed[allowed.index(check_choice(value, name, allowed))] for value in check_strings(values, name)
    )
    if not checked:
        raise ValueError(f"{name} is empty; leave it out for all of {', '.join(allowed)}")
    return checked


def check_tags(values: Iterable[str], name: str, most: int | None = MAX_TAGS) -> tuple[str, ...]:
    """Return tags in order, each once: at most ``most`` of them."""
    tags: set[str] = set()
    for count, value in enumerate(check_strings(values, name), start=1):
        if most is not None and count > most:
            raise ValueError(f"{name} has more than {most:,} tags")
        tags.add(check_tag(value, name))
    return tuple(sorted(tags))


def check_tag(value: object, name: str) -> str:
    """Return `value` if it is a tag: 1 to `MAX_TAG` letters, digits and ``_ - . : / @ +``."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must hold strings, not {type(value).__name__}")
    if len(value) > MAX_TAG:
        raise ValueError(f"{name} holds a tag of {len(value)} characters; the limit is {MAX_TAG}")
    if not _TAG.fullmatch(value):
        raise ValueError(f"{name} holds a tag with other characters than letters, digits and _ - . : / @ +")
    return value


def check_ids(values: Iterable[str]) -> list[str]:
    """Return ids as a list: at most `MAX_BATCH` of them."""
    ids = [check_name(value, "ids") for value in islice(check_strings(values, "ids"), MAX_BATCH + 1)]
    if len(ids) > MAX_BATCH:
        raise ValueError(f"ids has more than {MAX_BATCH:,} of them")
    return ids


def check_strings(values: Iterable[str], name: str) -> Iterable[str]:
    """Return `values`. Raise `TypeError` if they are one string instead of several."""
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list of strings, not one string")
    return values


def optional_time(value: datetime | None, name: str) -> datetime | None:
    """Return `value` in UTC, or None."""
    return None if value is None else check_time(value, name)


def check_seconds(value: object, name: str) -> None:
    """Raise an error unless `value` is a positive number of seconds."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} must be a number of seconds, not {type(value).__name__}")
    if not 0 < value < math.inf:
        raise ValueError(f"{name} must be more than 0 seconds")


def check_flag(value: object, name: str) -> bool:
    """Return `value` if it is True or False."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {type(value).__name__}")
    return value


def check_whole(value: object, name: str) -> int:
    """Return `value` if it is a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    return value


def check_limit(value: object, name: str = "limit") -> int:
    """Return `value` if it is a whole number from 1 to `MAX_LIMIT`."""
    limit = check_whole(value, name)
    if not 1 <= limit <= MAX_LIMIT:
        raise ValueError(f"{name} must be between 1 and {MAX_LIMIT:,}, not {limit}")
    return limit


def check_json(value: object, name: str) -> None:
    """Raise `ValueError` unless `value` can be written as JSON of at most `MAX_TEXT` bytes."""
    try:
        size = len(json.dumps(value, allow_nan=False, ensure_ascii=False).encode())
    except (TypeError, ValueError, RecursionError):
        raise ValueError(f"{name} must be ready for JSON: numbers, strings, lists and dicts with names") from None
    if size > MAX_TEXT:
        raise ValueError(f"{name} is {size:,} bytes long as JSON; the limit is {MAX_TEXT:,}")
    if _is_deeper(value, MAX_DEPTH):
        raise ValueError(f"{name} is nested more than {MAX_DEPTH} levels deep; flatten it")


def _is_deeper(value: object, depth: int) -> bool:
    """Return whether lists and dicts are nested in ``value`` more than ``depth`` levels deep."""
    level: list[object] = [value]
    for _ in range(depth):
        level = [item for container in level for item in _items(container)]
        if not level:
            return False
    return any(isinstance(item, Mapping | list | tuple) for item in level)


def _items(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return cast("Mapping[str, object]", value).values()
    return cast("Iterable[object]", value) if isinstance(value, list | tuple) else ()


def utf8(value: str, name: str, refuse: Refusal) -> bytes:
    """Return `value` as UTF-8. Raise an error for half of a surrogate pair."""
    try:
        return value.encode()
    except UnicodeEncodeError as error:
        raise refuse(f"{name} holds half of a surrogate pair at position {error.start}; decode it properly") from None
