"""Making what was said fit the type of a profile's field: "three of us" is 3, "about $2,000" 2000, "two weeks" 14 days.

What does not fit is not forced: the field stays unknown, and what was said stays in its memory.
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

from ricordo.language.dates import date_in
from ricordo.language.numbers import duration_in, numbers_in, speaks_of_time
from ricordo.language.people import headcount
from ricordo.language.slots import slot_name

_TRUE = {"yes", "y", "true", "yeah", "yep", "sure", "always", "1"}
_FALSE = {"no", "n", "false", "nope", "never", "none", "0"}
_DAYS = {"day": 1, "night": 1, "week": 7, "month": 30, "year": 365}
_MANY: frozenset[Any] = frozenset({list, set, frozenset, tuple, Sequence, AbstractSet, Iterable})
_NOT = re.compile(r"\b(?:not?|never|nothing|without)\b|n['’]t\b", re.IGNORECASE)
_ISO_TIME = re.compile(r"\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_ISO_LENGTH = re.compile(r"-?P[\dT][\dA-Z.]*")


class FieldMismatch(Exception):
    """What was said cannot be made to fit."""


def fit(value: Any, annotation: Any, name: str = "") -> Any:
    """``value`` as the type says, validated by Pydantic; raises ``Unfit`` where it cannot be."""
    if value is None:
        raise FieldMismatch(name)
    shaped = _shaped(value, annotation, name)
    try:
        return adapter(annotation).validate_python(shaped, by_name=True, by_alias=True)
    except (ValidationError, PydanticUserError) as error:  # the second: a type that Pydantic cannot make anything of
        raise FieldMismatch(name) from error


def adapter(annotation: Any) -> TypeAdapter[Any]:
    """Pydantic's reader of a type; making one takes longer than reading with it, so it is kept where it can be."""
    try:
        return _kept_adapter(annotation)
    except TypeError:  # an annotation that has no hash
        return TypeAdapter(annotation)


@lru_cache(maxsize=1_000)
def _kept_adapter(annotation: Any) -> TypeAdapter[Any]:
    return TypeAdapter(annotation)


def is_list(annotation: Any) -> bool:
    """Whether a field holds many values, all of one kind."""
    return any(_items(arm) is not None for arm in union_members(annotation))


def item_type(annotation: Any) -> Any:
    """What a list holds."""
    return next((item for arm in union_members(annotation) if (item := _items(arm)) is not None), Any)


def union_members(annotation: Any) -> list[Any]:
    """The types that a field may have, without None and without annotations."""
    if get_origin(annotation) is Annotated:
        return union_members(get_args(annotation)[0])
    if get_origin(annotation) in {Union, types.UnionType}:
        return [arm for part in get_args(annotation) if part is not type(None) for arm in union_members(part)]
    return [annotation]


def text_field(model: type[BaseModel]) -> str | None:
    """The first field of a model that takes a text: what its objects are told apart by."""
    return next((name for name, info in model.model_fields.items() if str in union_members(info.annotation)), None)


def _items(arm: Any) -> Any:
    """What a type that holds many values holds; None for one that does not. Tuples of a fixed shape are one value."""
    origin, inside = get_origin(arm) or arm, get_args(arm)
    if origin not in _MANY:
        return None
    if origin is tuple and inside and inside[-1] is not Ellipsis:
        return None
    return inside[0] if inside else Any


def _shaped(value: Any, annotation: Any, name: str) -> Any:
    for arm in union_members(annotation):
        try:
            return _as(value, arm, name)
        except FieldMismatch:
            continue
    raise FieldMismatch(name)


def _as(value: Any, arm: Any, name: str) -> Any:
    if (inside := _items(arm)) is not None:
        given = cast("Iterable[Any]", value) if isinstance(value, list | tuple | set | frozenset) else [value]
        return [_shaped(item, inside, name) for item in given]
    if get_origin(arm) is Literal:
        return _one_of(value, [(str(choice), choice) for choice in get_args(arm)], name)
    if not isinstance(arm, type):
        return value
    if issubclass(arm, Enum):
        spelled = [(member.name.replace("_", " "), member) for member in arm]
        return _one_of(value, [*spelled, *((str(member.value), member) for member in arm)], name)
    if issubclass(arm, BaseModel):
        return _as_object(value, arm, name)
    return next((make(value, name) for kind, make in _MAKERS.items() if issubclass(arm, kind)), value)


def _as_bool(value: Any, name: str) -> Any:
    if isinstance(value, bool):
        return value
    word = re.split(r"[,.!;]", str(value).strip().lower(), maxsplit=1)[0].strip()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise FieldMismatch(name)


def _as_number(value: Any, name: str) -> Any:
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        if not math.isfinite(value):
            raise FieldMismatch(name)
        return value
    text = str(value)
    days = next((days for unit, days in _DAYS.items() if re.search(rf"(?:^|_){unit}s?(?:_|$)", name.lower())), None)
    if (days or slot_name(name) == "trip_length") and speaks_of_time(text):
        return _whole(_known(duration_in(text), name) / timedelta(days=days or 1))
    if slot_name(name) == "travellers":
        return _known(headcount(text), name)
    found = numbers_in(text)
    if len(found) != 1:
        raise FieldMismatch(name)
    return _whole(found[0])


def _known(value: Any, name: str) -> Any:
    if value is None:
        raise FieldMismatch(name)
    return value


def _whole(number: float) -> int | float:
    return int(number) if number == int(number) else number


def _as_text(value: Any, name: str) -> Any:
    if isinstance(value, Mapping):
        value = ": ".join(str(part) for part in cast("Mapping[str, Any]", value).values() if part)
    if isinstance(value, list | tuple | set | frozenset):
        value = ", ".join(str(part) for part in cast("Iterable[Any]", value))
    if isinstance(value, Enum):
        value = value.value
    text = str(value).strip()
    return _known(text or None, name)


def _as_duration(value: Any, name: str) -> Any:
    if isinstance(value, timedelta) or (isinstance(value, str) and _ISO_LENGTH.fullmatch(value)):
        return value
    return _known(duration_in(str(value)), name)


def _as_date(value: Any, name: str) -> Any:
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else _known(date_in(str(value)), name)


def _as_time(value: Any, name: str) -> Any:
    """A moment. A bare number is none: Pydantic would count it as seconds since 1970."""
    if isinstance(value, datetime) or (isinstance(value, str) and _ISO_TIME.match(value)):
        return value
    return _as_date(value, name)


_MAKERS: dict[type, Callable[[Any, str], Any]] = {
    bool: _as_bool,
    int: _as_number,
    float: _as_number,
    Decimal: _as_number,
    str: _as_text,
    timedelta: _as_duration,
    datetime: _as_time,
    date: _as_date,
}
"""The first that a type is a kind of: a bool is an int to Python, and a datetime a date."""


def _one_of(value: Any, choices: Iterable[tuple[str, Any]], name: str) -> Any:
    """The one choice that is meant: equal but for case, or the only one that is named and not negated."""
    text = _plain(value.value if isinstance(value, Enum) else value)
    spelled = [(_plain(choice), meant) for choice, meant in choices]
    for choice, meant in spelled:
        if choice == text:
            return meant
    named = {
        choice: meant
        for choice, meant in spelled
        if choice and re.search(rf"(?<!\w){re.escape(choice)}(?!\w)", text) and not _NOT.search(text)
    }
    widest = [
        meant for choice, meant in named.items() if not any(choice in other for other in named if other != choice)
    ]
    if len({str(meant) for meant in widest}) != 1:
        raise FieldMismatch(name)
    return widest[0]


def _plain(value: Any) -> str:
    return re.sub(r"[\s_-]+", " ", str(value)).strip().casefold()


def _as_object(value: Any, model: type[BaseModel], name: str) -> Any:
    """A nested object: keys are matched by what they mean; a bare text goes to the first field that takes one.

    A part that does not fit is left out; whether the object stands without it, the model decides.
    """
    if isinstance(value, BaseModel):
        return value
    if not isinstance(value, Mapping):
        return {_known(text_field(model), name): _as_text(value, name)}
    given = cast("Mapping[Any, Any]", value)
    by_meaning = {_meaning(str(key)): item for key, item in given.items() if item is not None}
    made: dict[str, Any] = {}
    for field, info in model.model_fields.items():
        meaning = next((key for key in (_meaning(field), _meaning(info.alias or field)) if key in by_meaning), None)
        if meaning is None:
            continue
        try:
            made[field] = fit(by_meaning[meaning], annotated(info.annotation, info.metadata), field)
        except FieldMismatch:
            continue
    return _known(made or None, name)


def annotated(annotation: Any, metadata: Sequence[Any]) -> Any:
    """A type with what else a field demands of it."""
    return Annotated[annotation, *metadata] if metadata else annotation


def _meaning(field: str) -> str:
    name = slot_name(field)
    return {"place": "destination", "where": "destination", "location": "destination", "home": "destination"}.get(
        name, name
    )
