"""Making what was said fit the type of a profile's field: "three of us" is 3, "about $2,000" 2000, "two weeks" 14 days.

What does not fit is not forced: the field stays unknown, and what was said stays in its memory.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from recollect.text.numbers import duration_in, numbers_in
from recollect.text.slots import slot_name

_ALONE = re.compile(r"\b(just me|by myself|on my own|alone|solo|only me|myself)\b", re.IGNORECASE)
_WITH_ONE = re.compile(
    r"^(?:(?:it is |it's )?(?:just |only )?)?(?:me and|and me|my \w+ and (?:me|i)|i and|with) ?(?:my )?"
    r"(?:wife|husband|partner|girlfriend|boyfriend|friend|mother|father|mum|mom|dad|son|daughter|brother|sister)?\b",
    re.IGNORECASE,
)
_TRUE = {"yes", "y", "true", "yeah", "yep", "sure", "always"}
_FALSE = {"no", "n", "false", "nope", "never", "none"}
_UNITS = {"days": 1, "nights": 1, "weeks": 7, "months": 30, "years": 365}


class Unfit(Exception):
    """What was said cannot be made to fit."""


def fit(value: Any, annotation: Any, name: str = "") -> Any:
    """``value`` as the type says, validated by Pydantic; raises ``Unfit`` where it cannot be."""
    try:
        return TypeAdapter(annotation).validate_python(_shaped(value, annotation, name))
    except ValidationError as error:
        raise Unfit(name) from error


def is_list(annotation: Any) -> bool:
    """Whether a field holds many values."""
    return any(
        get_origin(arm) in {list, set, tuple, frozenset} or arm in {list, set, tuple} for arm in arms(annotation)
    )


def item_type(annotation: Any) -> Any:
    """What a list holds."""
    for arm in arms(annotation):
        if get_origin(arm) in {list, set, tuple, frozenset}:
            return get_args(arm)[0]
    return Any


def arms(annotation: Any) -> list[Any]:
    """The types that a field may have, without None and without annotations."""
    if get_origin(annotation) is Annotated:
        return arms(get_args(annotation)[0])
    if get_origin(annotation) in {Union, types.UnionType}:
        return [arm for part in get_args(annotation) if part is not type(None) for arm in arms(part)]
    return [annotation]


def _shaped(value: Any, annotation: Any, name: str) -> Any:
    for arm in arms(annotation):
        try:
            return _as(value, arm, name)
        except Unfit:
            continue
    raise Unfit(name)


def _as(value: Any, arm: Any, name: str) -> Any:
    origin = get_origin(arm)
    if origin in {list, set, tuple, frozenset}:
        items = cast("list[Any]", value) if isinstance(value, list) else [value]
        return [_shaped(item, get_args(arm)[0], name) for item in items]
    if origin is Literal:
        return _one_of(value, {str(choice): choice for choice in get_args(arm)}, name)
    if not isinstance(arm, type):
        return value
    if issubclass(arm, Enum):
        choices = {member.name.replace("_", " "): member for member in arm}
        return _one_of(value, {**choices, **{str(member.value): member for member in arm}}, name)
    if issubclass(arm, BaseModel):
        return _as_object(value, arm, name)
    return next((make(value, name) for kind, make in _MAKERS.items() if issubclass(arm, kind)), value)


def _as_bool(value: Any, name: str) -> Any:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise Unfit(name)


def _as_number(value: Any, name: str) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    text = str(value)
    unit = next((days for word, days in _UNITS.items() if word in name.lower()), None)
    length = duration_in(text)
    if length is not None and (unit or slot_name(name) == "trip_length"):
        return _whole(length / timedelta(days=unit or 1))
    if slot_name(name) == "travellers":
        if _ALONE.search(text):
            return 1
        if not numbers_in(text) and _WITH_ONE.search(text.strip()):
            return 2
    found = numbers_in(text)
    if len(found) != 1:
        raise Unfit(name)
    return _whole(found[0])


def _whole(number: float) -> int | float:
    return int(number) if number == int(number) else number


def _as_text(value: Any, name: str) -> Any:
    del name
    if isinstance(value, Mapping):
        return ": ".join(str(part) for part in cast("Mapping[str, Any]", value).values() if part)
    if isinstance(value, list):
        return ", ".join(str(part) for part in cast("list[Any]", value))
    return str(value).strip()


def _as_duration(value: Any, name: str) -> Any:
    if isinstance(value, timedelta):
        return value
    length = duration_in(str(value))
    if length is None:
        raise Unfit(name)
    return length


def _as_is(value: Any, name: str) -> Any:
    del name
    return value


_MAKERS: dict[type, Callable[[Any, str], Any]] = {
    bool: _as_bool,
    int: _as_number,
    float: _as_number,
    Decimal: _as_number,
    str: _as_text,
    timedelta: _as_duration,
    datetime: _as_is,
    date: _as_is,
}


def _one_of(value: Any, choices: Mapping[str, Any], name: str) -> Any:
    """The one choice that is meant: equal but for case, or the only one that is named."""
    text = str(value.value if isinstance(value, Enum) else value).strip().casefold()
    for choice, meant in choices.items():
        if choice.casefold() == text:
            return meant
    named = {
        choice: meant for choice, meant in choices.items() if re.search(rf"\b{re.escape(choice.casefold())}\b", text)
    }
    if len({str(meant) for meant in named.values()}) == 1:
        return next(iter(named.values()))
    raise Unfit(name)


def _as_object(value: Any, model: type[BaseModel], name: str) -> Any:
    """A nested object: keys are matched by what they mean; a bare text goes to the first field that takes one."""
    if isinstance(value, BaseModel):
        return value
    fields = model.model_fields
    if isinstance(value, Mapping):
        given = cast("Mapping[str, Any]", value)
        by_meaning = {_meaning(key): item for key, item in given.items()}
        return {
            field: _shaped(by_meaning[_meaning(field)], info.annotation, field)
            for field, info in fields.items()
            if by_meaning.get(_meaning(field)) is not None
        }
    first = next((field for field, info in fields.items() if str in arms(info.annotation)), None)
    if first is None:
        raise Unfit(name)
    return {first: str(value)}


def _meaning(field: str) -> str:
    name = slot_name(field)
    return {"place": "destination", "where": "destination", "location": "destination", "home": "destination"}.get(
        name, name
    )
