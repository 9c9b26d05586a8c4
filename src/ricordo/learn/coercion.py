"""Coercion of values to the type of a profile field: "three of us" is 3, "about $2,000" is 2000, "two weeks" 14 days.

A value that does not fit raises ``FieldMismatch``. The field then stays unknown, and the memory keeps the value.
"""

from __future__ import annotations

import math
import re
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from pydantic import BaseModel, PydanticUserError, TypeAdapter, ValidationError

from ricordo.language.calendar import date_in
from ricordo.language.numbers import duration_in, numbers_in, speaks_of_time
from ricordo.language.slots import GENERAL_SLOTS, Parse, Slot, slot_name

_TRUE = {"yes", "y", "true", "yeah", "yep", "sure", "always", "1"}
_FALSE = {"no", "n", "false", "nope", "never", "none", "0"}
_DAYS = {"day": 1, "night": 1, "week": 7, "month": 30, "year": 365}
_LIST_TYPES: frozenset[Any] = frozenset({list, set, frozenset, tuple, Sequence, AbstractSet, Iterable})
_NEGATION = re.compile(r"\b(?:not?|never|nothing|without)\b|n['’]t\b", re.IGNORECASE)
_ISO_TIME = re.compile(r"\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_ISO_DURATION = re.compile(r"-?P[\dT][\dA-Z.]*")


class FieldMismatch(Exception):
    """A value cannot be converted to the type of a field."""


def coerce(value: Any, annotation: Any, name: str = "", parse: Parse | None = None) -> Any:
    """Convert ``value`` to a type, and validate it with Pydantic.

    Args:
        value: The value as it was said.
        annotation: The type of the field.
        name: The name of the field. It says what a number counts: days, weeks.
        parse: Reads the number that a text means, if the slot of the field has a way of its own.

    Raises:
        FieldMismatch: If the value does not fit the type.
    """
    if value is None:
        raise FieldMismatch(name)
    if parse is not None and isinstance(value, str) and _is_number_type(annotation):
        value = _drop_fraction(_require(parse(value), name))
    converted = _convert(value, annotation, name)
    try:
        return type_adapter(annotation).validate_python(converted, by_name=True, by_alias=True)
    except (ValidationError, PydanticUserError) as error:  # the second: a type that Pydantic does not support
        raise FieldMismatch(name) from error


def type_adapter(annotation: Any) -> TypeAdapter[Any]:
    """Return Pydantic's adapter of a type. It is cached, since making one takes longer than using it."""
    try:
        return _make_adapter(annotation)
    except TypeError:  # the annotation is not hashable
        return TypeAdapter(annotation)


@lru_cache(maxsize=1_000)
def _make_adapter(annotation: Any) -> TypeAdapter[Any]:
    return TypeAdapter(annotation)


def is_list(annotation: Any) -> bool:
    """Return whether a type holds many values of one type."""
    return any(_item_type(member) is not None for member in union_members(annotation))


def item_type(annotation: Any) -> Any:
    """Return the type of the items of a list."""
    return next((item for member in union_members(annotation) if (item := _item_type(member)) is not None), Any)


def union_members(annotation: Any) -> list[Any]:
    """Return the types of a union, or the type itself, without None and without annotations."""
    if get_origin(annotation) is Annotated:
        return union_members(get_args(annotation)[0])
    if get_origin(annotation) in {Union, types.UnionType}:
        return [member for part in get_args(annotation) if part is not type(None) for member in union_members(part)]
    return [annotation]


def text_field(model: type[BaseModel]) -> str | None:
    """Return the first text field of a model, which identifies its objects."""
    return next((name for name, info in model.model_fields.items() if str in union_members(info.annotation)), None)


def _item_type(annotation: Any) -> Any:
    """Return the item type of a list type; None for any other type. A tuple of fixed length is one value."""
    origin, inside = get_origin(annotation) or annotation, get_args(annotation)
    if origin not in _LIST_TYPES:
        return None
    if origin is tuple and inside and inside[-1] is not Ellipsis:
        return None
    return inside[0] if inside else Any


def _convert(value: Any, annotation: Any, name: str) -> Any:
    """Convert a value to the first type of a union that it fits."""
    for member in union_members(annotation):
        try:
            return _convert_to(value, member, name)
        except FieldMismatch:
            continue
    raise FieldMismatch(name)


def _convert_to(value: Any, target: Any, name: str) -> Any:
    if (item_type := _item_type(target)) is not None:
        items = cast("Iterable[Any]", value) if isinstance(value, list | tuple | set | frozenset) else [value]
        return [_convert(item, item_type, name) for item in items]
    if get_origin(target) is Literal:
        return _to_choice(value, [(str(choice), choice) for choice in get_args(target)], name)
    if not isinstance(target, type):
        return value
    if issubclass(target, Enum):
        names = [(member.name.replace("_", " "), member) for member in target]
        return _to_choice(value, [*names, *((str(member.value), member) for member in target)], name)
    if issubclass(target, BaseModel):
        return _to_object(value, target, name)
    return next((convert(value, name) for kind, convert in _CONVERTERS.items() if issubclass(target, kind)), value)


def _to_bool(value: Any, name: str) -> Any:
    if isinstance(value, bool):
        return value
    word = re.split(r"[,.!;]", str(value).strip().lower(), maxsplit=1)[0].strip()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise FieldMismatch(name)


def _to_number(value: Any, name: str) -> Any:
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        if not math.isfinite(value):
            raise FieldMismatch(name)
        return value
    text = str(value)
    days = next((days for unit, days in _DAYS.items() if re.search(rf"(?:^|_){unit}s?(?:_|$)", name.lower())), None)
    if days and speaks_of_time(text):
        return _drop_fraction(_require(duration_in(text), name) / timedelta(days=days))
    found = numbers_in(text)
    if len(found) != 1:
        raise FieldMismatch(name)
    return _drop_fraction(found[0])


def _require(value: Any, name: str) -> Any:
    """Return ``value``, or raise ``FieldMismatch`` if it is None."""
    if value is None:
        raise FieldMismatch(name)
    return value


def _drop_fraction(number: float) -> int | float:
    """Return a whole number as an int."""
    return int(number) if number == int(number) else number


def _to_text(value: Any, name: str) -> Any:
    if isinstance(value, Mapping):
        value = ": ".join(str(part) for part in cast("Mapping[str, Any]", value).values() if part)
    if isinstance(value, list | tuple | set | frozenset):
        value = ", ".join(str(part) for part in cast("Iterable[Any]", value))
    if isinstance(value, Enum):
        value = value.value
    text = str(value).strip()
    return _require(text or None, name)


def _to_duration(value: Any, name: str) -> Any:
    if isinstance(value, timedelta) or (isinstance(value, str) and _ISO_DURATION.fullmatch(value)):
        return value
    return _require(duration_in(str(value)), name)


def _to_date(value: Any, name: str) -> Any:
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else _require(date_in(str(value)), name)


def _to_time(value: Any, name: str) -> Any:
    """Convert to a time. A bare number does not fit: Pydantic would take it for seconds since 1970."""
    if isinstance(value, datetime) or (isinstance(value, str) and _ISO_TIME.match(value)):
        return value
    return _to_date(value, name)


_CONVERTERS: dict[type, Callable[[Any, str], Any]] = {
    bool: _to_bool,
    int: _to_number,
    float: _to_number,
    Decimal: _to_number,
    str: _to_text,
    timedelta: _to_duration,
    datetime: _to_time,
    date: _to_date,
}
"""The first type that matches counts: in Python a bool is an int, and a datetime a date."""


def _to_choice(value: Any, choices: Iterable[tuple[str, Any]], name: str) -> Any:
    """Return the choice that equals the value, or else the only one that the value mentions and does not negate."""
    text = _normalise(value.value if isinstance(value, Enum) else value)
    normalised = [(_normalise(spelling), choice) for spelling, choice in choices]
    for spelling, choice in normalised:
        if spelling == text:
            return choice
    mentions = {
        spelling: choice
        for spelling, choice in normalised
        if spelling and re.search(rf"(?<!\w){re.escape(spelling)}(?!\w)", text) and not _NEGATION.search(text)
    }
    longest = [
        choice
        for spelling, choice in mentions.items()
        if not any(spelling in other for other in mentions if other != spelling)
    ]
    if len({str(choice) for choice in longest}) != 1:
        raise FieldMismatch(name)
    return longest[0]


def _normalise(value: Any) -> str:
    return re.sub(r"[\s_-]+", " ", str(value)).strip().casefold()


def _to_object(value: Any, model: type[BaseModel], name: str) -> Any:
    """Convert to the fields of a nested model. Keys are matched by slot; a bare text fills the first text field.

    Parts that do not fit are left out. The model decides whether the object is valid without them.
    """
    if isinstance(value, BaseModel):
        return value
    if not isinstance(value, Mapping):
        return {_require(text_field(model), name): _to_text(value, name)}
    parts = cast("Mapping[Any, Any]", value)
    by_key = {_match_key(str(key)): item for key, item in parts.items() if item is not None}
    fields: dict[str, Any] = {}
    for field, info in model.model_fields.items():
        key = next((key for key in (_match_key(field), _match_key(info.alias or field)) if key in by_key), None)
        if key is None:
            continue
        try:
            annotation = with_metadata(info.annotation, info.metadata)
            fields[field] = coerce(by_key[key], annotation, field, find_parse(info.metadata, field))
        except FieldMismatch:
            continue
    return _require(fields or None, name)


def find_parse(metadata: Sequence[Any], name: str) -> Parse | None:
    """Return the way in which the slot of a field reads numbers, by its annotation or its name, if it has one."""
    slot = next((extra for extra in metadata if isinstance(extra, Slot)), None) or GENERAL_SLOTS.find(name)
    return slot.parse if slot else None


def _is_number_type(annotation: Any) -> bool:
    members = union_members(annotation)
    return any(
        isinstance(member, type) and issubclass(member, int | float | Decimal) for member in members
    ) and not any(member in {bool, str} for member in members)


def with_metadata(annotation: Any, metadata: Sequence[Any]) -> Any:
    """Return a type with the constraints of a field."""
    return Annotated[annotation, *metadata] if metadata else annotation


def _match_key(field: str) -> str:
    name = slot_name(field)
    return {"place": "destination", "where": "destination", "location": "destination", "home": "destination"}.get(
        name, name
    )
