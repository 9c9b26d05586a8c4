"""Typed profiles: any Pydantic model, read field by field from what is known.

A profile is a view. What is stored are memories that name a slot and what was said for it; the field's type decides how
that is read (``fitting``), its ``Merge`` how several are put together. So a model may gain, lose or retype fields, and
nothing that is stored is lost by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Generic, Literal, TypeVar, cast

from annotated_types import MaxLen
from pydantic import BaseModel, PydanticUserError, ValidationError, create_model
from pydantic.fields import FieldInfo

from ricordo.language.slots import SLOTS, slot_name
from ricordo.learn.coercion import (
    FieldMismatch,
    coerce,
    is_list,
    item_type,
    text_field,
    type_adapter,
    union_members,
    with_metadata,
)
from ricordo.ports.extractor import Wanted
from ricordo.values import Evidence, Memory, Source
from ricordo.values.validation import check_choice

M = TypeVar("M", bound=BaseModel)

Policy = Literal["latest", "once", "unite", "by"]
POLICIES: tuple[Policy, ...] = ("latest", "once", "unite", "by")
FieldState = Literal["current", "disputed", "unfit"]

BY_HAND = "person"
"""The maker of what a person has set or corrected themselves."""

_CAP = 50


@dataclass(frozen=True, slots=True)
class Merge:
    """How the values of a field are put together, as an annotation: ``Annotated[list[str], Merge("unite", cap=5)]``.

    ``latest`` takes the newest explicit statement, ``once`` the first one, unless the person sets the field by hand;
    ``unite`` makes a list without doubles, whatever their case, of the newest ``cap``; ``by`` makes a list of objects
    that are told apart by ``key``. Without an annotation: lists of objects by their first text field, other lists are
    united, and so are the words of a text of which many things can be said at once; the latest wins elsewhere.
    """

    policy: Policy
    cap: int = _CAP
    key: str | None = None

    def __post_init__(self) -> None:
        check_choice(self.policy, "merge.policy", POLICIES)
        if self.cap < 1:
            raise ValueError("merge.cap must be 1 or more")


@dataclass(frozen=True, slots=True)
class FieldView:
    """What is known of one field, and where from.

    ``state`` is ``disputed`` where a contradiction waits for the person, and ``unfit`` where what was said does not fit
    the field's type: ``value`` is then what was said, and the profile leaves the field out.
    """

    value: Any
    state: FieldState
    source: Source
    since: datetime
    memory_ids: tuple[str, ...]
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Profile(Generic[M]):
    """A typed view of a person: ``value``, and for each known field where it comes from."""

    value: M
    fields: Mapping[str, FieldView]

    @property
    def known(self) -> dict[str, Any]:
        """The fields that are known, as the model has them."""
        return {name: getattr(self.value, name) for name, field in self.fields.items() if field.state != "unfit"}

    @property
    def missing(self) -> tuple[str, ...]:
        """The fields that nothing is known of."""
        return tuple(name for name in type(self.value).model_fields if name not in self.known)


def check_model(model: object) -> type[BaseModel]:
    """``model`` if it is a Pydantic model class; anything else is refused."""
    if not isinstance(model, type) or not issubclass(model, BaseModel):
        given = model.__name__ if isinstance(model, type) else type(model).__name__
        raise TypeError(f"a profile is a Pydantic model class (a subclass of pydantic.BaseModel), not {given}")
    for name, info in model.model_fields.items():
        key = merge_policy(name, info).key
        inside = _object_type(item_type(info.annotation))
        if key is not None and (inside is None or key not in inside.model_fields):
            raise ValueError(f"{model.__name__}.{name} is merged by {key!r}, which its items have no field for")
    return model


def profile_fields(models: Iterable[type[BaseModel]]) -> tuple[Wanted, ...]:
    """The fields that the given models want to be filled, each once."""
    fields: dict[str, Wanted] = {}
    for model in models:
        schema = _schema(model)
        for name, info in model.model_fields.items():
            described = _resolved(schema.get("properties", {}).get(name, {}), schema.get("$defs", {}))
            fields.setdefault(name, Wanted(name, info.description or name.replace("_", " "), described))
    return tuple(fields.values())


def multi_value_slots(models: Iterable[type[BaseModel]]) -> frozenset[str]:
    """The slots of which the given models want many values."""
    return frozenset(
        slot_name(name) for model in models for name, info in model.model_fields.items() if is_list(info.annotation)
    )


def build_profile(model: type[M], memories: Sequence[Memory]) -> Profile[M]:
    """The profile that follows from what is known: memories of any kind that name a slot."""
    by_slot: dict[str, list[Memory]] = {}
    for memory in sorted(memories, key=lambda memory: (memory.valid_from, memory.created_at)):
        if memory.field is not None:
            by_slot.setdefault(slot_name(memory.field), []).append(memory)
    fields = {
        name: view
        for name, info in model.model_fields.items()
        if (view := _view(name, info, by_slot.get(slot_name(name), []))) is not None
    }
    values = {name: field.value for name, field in fields.items() if field.state != "unfit"}
    made, refused = _built(model, values)
    for name in refused:
        fields[name] = replace(fields[name], state="unfit")
    return Profile(made, fields)


def merge_policy(name: str, info: FieldInfo) -> Merge:
    """How a field is merged: as annotated, or as its type suggests."""
    for extra in info.metadata:
        if isinstance(extra, Merge):
            return extra
    longest = min((extra.max_length for extra in info.metadata if isinstance(extra, MaxLen)), default=_CAP)
    if is_list(info.annotation):
        return Merge("by" if _object_type(item_type(info.annotation)) else "unite", cap=max(1, longest))
    slot = SLOTS.get(slot_name(name))
    return Merge("unite") if slot and slot.many and str in union_members(info.annotation) else Merge("latest")


def validate_value(model: type[BaseModel], name: str, value: Any) -> Any:
    """A value that a person sets, as the model takes it and JSON knows it; raises ``ValueError`` naming the field."""
    info = model.model_fields[name]
    try:
        fitted = coerce(value, with_metadata(info.annotation, info.metadata), name)
    except FieldMismatch:
        fitted = _NOTHING
    if fitted is _NOTHING or name in _built(model, {name: fitted})[1]:
        raise ValueError(f"{model.__name__}.{name} does not take this value; see the type of the field") from None
    return type_adapter(info.annotation).dump_python(fitted, mode="json")


def _view(name: str, info: FieldInfo, rows: Sequence[Memory]) -> FieldView | None:
    merge = merge_policy(name, info)
    settled = [row for row in rows if row.state == "current" or (merge.policy == "once" and row.state == "superseded")]
    if not settled:
        return None
    fitting = [(row, value) for row in settled if (value := _fitted(row, info, name)) is not _NOTHING]
    try:
        value, used = _merged(merge, info, fitting) if fitting else (_NOTHING, [])
    except ValidationError:  # each value fits, but not all of them together
        value, used = _NOTHING, []
    if value is _NOTHING:
        last = settled[-1]
        return _field(last.value if last.value is not None else last.content, "unfit", [last])
    disputed = any(row.state == "disputed" for row in rows)
    return _field(value, "disputed" if disputed else "current", used or [row for row, _ in fitting])


def _field(value: Any, state: FieldState, rows: Sequence[Memory]) -> FieldView:
    return FieldView(
        value=value,
        state=state,
        source=rows[-1].source,
        since=rows[-1].valid_from,
        memory_ids=tuple(row.id for row in rows),
        evidence=tuple(part for row in rows for part in row.evidence),
    )


_NOTHING: Any = object()


def _fitted(row: Memory, info: FieldInfo, name: str) -> Any:
    """What a row says, as the field's type has it: for a list its items, so that rules for the whole come later."""
    said = row.value if row.value is not None else row.content
    try:
        if not is_list(info.annotation):
            return coerce(said, with_metadata(info.annotation, info.metadata), name)
        items = cast("list[Any]", said) if isinstance(said, list) else [said]
        return [coerce(item, item_type(info.annotation), name) for item in items]
    except FieldMismatch:
        return _NOTHING


def _merged(merge: Merge, info: FieldInfo, fitting: Sequence[tuple[Memory, Any]]) -> tuple[Any, list[Memory]]:
    rows = [row for row, _ in fitting]
    if is_list(info.annotation):
        chosen = {"latest": rows[-1].valid_from, "once": rows[0].valid_from}.get(merge.policy)
        items = [(row, item) for row, value in fitting for item in value if chosen in {None, row.valid_from}]
        united = _united(items, merge.key, merge.cap)
        whole = type_adapter(with_metadata(info.annotation, info.metadata))
        made = whole.validate_python([item for _, item in united])
        used = {row.id for row, _ in united}
        return made, [row for row in rows if row.id in used]
    if merge.policy == "once":
        by_hand = [pair for pair in fitting if pair[0].maker == BY_HAND and pair[0].state == "current"]
        row, value = by_hand[-1] if by_hand else fitting[0]
        return value, [row]
    if merge.policy == "unite" and len(rows) > 1 and str in union_members(info.annotation):
        united = _united([(row, str(value)) for row, value in fitting], None, merge.cap)
        return ", ".join(str(text) for _, text in united), [row for row, _ in united]
    return fitting[-1][1], rows[-1:]


def _united(items: Sequence[tuple[Memory, Any]], key: str | None, cap: int) -> list[tuple[Memory, Any]]:
    """Each thing once, whatever its case, the newest ``cap`` of them, in the order in which they were first said."""
    kept: dict[str, tuple[Memory, Any]] = {}
    for row, item in items:
        name = _identity(item, key)
        kept[name] = (row, _updated(kept[name][1], item) if name in kept else item)
    newest = sorted(kept, key=lambda name: (kept[name][0].valid_from, kept[name][0].created_at))[-cap:]
    return [pair for name, pair in kept.items() if name in newest]


def _identity(item: Any, key: str | None) -> str:
    """What tells a thing from another one of its kind."""
    if isinstance(item, BaseModel):
        name = key or text_field(type(item))
        chosen = getattr(item, name) if name else None
        item = item.model_dump_json() if chosen is None else chosen
    return " ".join(str(item).casefold().split())


def _updated(old: Any, new: Any) -> Any:
    """Of two objects that are the same thing, what is newer, and what only the older says."""
    if not isinstance(old, BaseModel) or not isinstance(new, BaseModel):
        return new
    given = {name: value for name in new.model_fields_set if (value := getattr(new, name)) is not None}
    return old.model_copy(update=given)


def _built(model: type[M], values: Mapping[str, Any]) -> tuple[M, frozenset[str]]:
    """A ``model`` of the known values, and the names of those that its own rules refuse; unknown fields are None."""
    try:
        return model.model_validate(dict(values), by_name=True, by_alias=True), frozenset()
    except ValidationError as error:
        refused = _refused(model, values, error)
    if refused:
        made, more = _built(model, {name: value for name, value in values.items() if name not in refused})
        return made, refused | more
    blank: dict[str, Any] = {
        name: None if info.is_required() else info.get_default(call_default_factory=True, validated_data={})
        for name, info in model.model_fields.items()
    }
    return model.model_construct(**{**blank, **_normalised(model, values)}), frozenset()


def _refused(model: type[BaseModel], values: Mapping[str, Any], error: ValidationError) -> frozenset[str]:
    """The given fields that an error is about."""
    aliases = {info.alias or name: name for name, info in model.model_fields.items()}
    places = {str(part["loc"][0]) for part in error.errors() if part["loc"]}
    return frozenset(name for place in places if (name := aliases.get(place, place)) in values)


def _normalised(model: type[BaseModel], values: Mapping[str, Any]) -> dict[str, Any]:
    """The known values as the model's validators leave them, though fields that it insists on are unknown."""
    unknown = frozenset(name for name, info in model.model_fields.items() if info.is_required() and name not in values)
    try:
        made = _lenient(model, unknown).model_validate(dict(values), by_name=True, by_alias=True)
    except (ValidationError, PydanticUserError, TypeError, AttributeError):  # a validator that needs what is unknown
        return dict(values)
    return {name: getattr(made, name) for name in values}


@lru_cache(maxsize=1_000)
def _lenient(model: type[BaseModel], unknown: frozenset[str]) -> type[BaseModel]:
    """The model, content to know nothing of some of its fields."""
    fields: dict[str, Any] = dict.fromkeys(unknown, (Any, None))
    return create_model(model.__name__, __base__=model, **fields)


def _object_type(annotation: Any) -> type[BaseModel] | None:
    return next(
        (arm for arm in union_members(annotation) if isinstance(arm, type) and issubclass(arm, BaseModel)), None
    )


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a model by the names of its fields; empty where it has a type that JSON does not know."""
    try:
        return model.model_json_schema(by_alias=False)
    except PydanticUserError:
        return {}


def _resolved(part: Any, definitions: Mapping[str, Any], within: frozenset[str] = frozenset()) -> Any:
    """A part of a JSON schema with its references put in place; one that refers to itself is left open."""
    if isinstance(part, list):
        return [_resolved(item, definitions, within) for item in cast("list[Any]", part)]
    if not isinstance(part, dict):
        return part
    given = cast("dict[str, Any]", part)
    reference = given.get("$ref")
    if isinstance(reference, str):
        name = reference.rsplit("/", 1)[-1]
        return {} if name in within else _resolved(definitions.get(name, {}), definitions, within | {name})
    return {
        name: _resolved(item, definitions, within) for name, item in given.items() if name not in {"title", "default"}
    }
