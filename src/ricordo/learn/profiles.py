"""Typed profiles: any Pydantic model, filled field by field from memories.

A profile is a view. The store keeps memories with a slot and a value. The type of a field decides how a value is read
(see ``coercion``), its ``Merge`` how several values are combined. So a model may gain, lose or retype fields without
loss of what is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Generic, Literal, TypeVar, cast

from annotated_types import MaxLen
from pydantic import BaseModel, PydanticUserError, ValidationError, create_model
from pydantic.fields import FieldInfo

from ricordo.language.slots import GENERAL_SLOTS, Slot, SlotRegistry, to_snake_case
from ricordo.learn.coercion import (
    FieldMismatch,
    coerce,
    find_parse,
    is_list,
    item_type,
    text_field,
    type_adapter,
    union_members,
    with_metadata,
)
from ricordo.ports.extractor import Wanted
from ricordo.values import BY_HAND, Evidence, Memory, Source
from ricordo.values.validation import check_choice

M = TypeVar("M", bound=BaseModel)

Policy = Literal["latest", "once", "unite", "by"]
POLICIES: tuple[Policy, ...] = ("latest", "once", "unite", "by")
FieldState = Literal["current", "disputed", "unfit"]


_DEFAULT_CAP = 50

_UNITED_TEXTS = frozenset({"allergies", "health"})
"""Slots whose values are joined in a text, because dropping one does harm."""

_SLOTS_OF_OTHERS = frozenset({"family", "pets"})
"""Slots whose values are other people or animals, so that a memory about them fills the person's field."""

_MAX_ITEM_WORDS = 8
_MAX_ITEM_LETTERS = 60
"""Letters of an item without blanks, as in Japanese and Chinese."""

_FINITE_VERB = re.compile(
    r"^(?:i|we|he|she|they|it|the (?:person|user)|die person|la persona|la personne|a pessoa)\b"
    r"|\b(?:am|is|are|was|were|has|had|does|did|will|would|likes|loves|wants|prefers|enjoys|hates|dislikes)\b|[。！？]$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Merge:
    """The policy by which several values of a profile field are combined, as an annotation of the field.

    Without an annotation, a list of objects is merged ``by`` the first text field of the objects. Other lists are
    merged by ``unite``, and so are texts about allergies and health, of which none may be dropped. Everything else is
    merged by ``latest``.

    Args:
        policy: ``latest`` takes the newest value. ``once`` takes the first value, unless the person sets the field by
            hand. ``unite`` makes a list of the newest ``cap`` values, without duplicates in whatever case. ``by`` makes
            a list of objects that are identified by ``key``.
        cap: The most values in a list.
        key: The field that identifies an object; the first text field if unset.

    Raises:
        ValueError: If ``policy`` is unknown, or ``cap`` is less than 1.

    Examples:
        class Traveller(BaseModel):
            interests: Annotated[list[str], Merge("unite", cap=5)] = []
    """

    policy: Literal["latest", "once", "unite", "by"]
    cap: int = _DEFAULT_CAP
    key: str | None = None

    def __post_init__(self) -> None:
        check_choice(self.policy, "merge.policy", POLICIES)
        if self.cap < 1:
            raise ValueError("merge.cap must be 1 or more")


@dataclass(frozen=True, slots=True)
class FieldView:
    """The value of one field of a profile, and the memories that it comes from.

    Attributes:
        value: The value of the field.
        others: The values that contradict it, oldest first, while the field is ``disputed``.
        state: ``disputed`` if a contradiction waits for the person. ``unfit`` if the value does not fit the type of the
            field: it is then as it was said, and ``Profile.value`` does not have it.
        source: Whose words the newest memory rests on.
        since: The time from which the value is valid.
        memory_ids: The memories that the value comes from.
        evidence: The evidence of these memories.
    """

    value: Any
    state: Literal["current", "disputed", "unfit"]
    source: Source
    since: datetime
    memory_ids: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    others: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile(Generic[M]):
    """A typed view of a person.

    Attributes:
        value: An instance of the model. Unknown fields have their default, or None.
        fields: The known fields by name, each with its source.
    """

    value: M
    fields: Mapping[str, FieldView]

    @property
    def known(self) -> dict[str, Any]:
        """The values of the known fields, by name."""
        return {name: getattr(self.value, name) for name, field in self.fields.items() if field.state != "unfit"}

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the unknown fields."""
        return tuple(name for name in type(self.value).model_fields if name not in self.known)


def check_model(model: object) -> type[BaseModel]:
    """Return ``model`` if it can be a profile.

    Raises:
        TypeError: If it is not a Pydantic model class.
        ValueError: If a field is merged by a key that its items do not have.
    """
    if not isinstance(model, type) or not issubclass(model, BaseModel):
        given = model.__name__ if isinstance(model, type) else type(model).__name__
        raise TypeError(f"a profile is a Pydantic model class (a subclass of pydantic.BaseModel), not {given}")
    for name, info in model.model_fields.items():
        key = merge_policy(name, info).key
        inside = _object_type(item_type(info.annotation))
        if key is not None and (inside is None or key not in inside.model_fields):
            raise ValueError(f"{model.__name__}.{name} is merged by {key!r}, but its items have no such field")
    return model


def profile_fields(models: Iterable[type[BaseModel]]) -> tuple[Wanted, ...]:
    """Return the fields of the given models, each name once."""
    fields: dict[str, Wanted] = {}
    for model in models:
        schema = _schema(model)
        for name, info in model.model_fields.items():
            field_schema = _resolve_references(schema.get("properties", {}).get(name, {}), schema.get("$defs", {}))
            fields.setdefault(name, Wanted(name, info.description or name.replace("_", " "), field_schema))
    return tuple(fields.values())


def find_slots(models: Iterable[type[BaseModel]]) -> SlotRegistry:
    """Return the general slots and those that annotate fields of the given models."""
    return GENERAL_SLOTS.extend(
        replace(extra, aliases=(*extra.aliases, to_snake_case(name)))
        for model in models
        for name, info in model.model_fields.items()
        for extra in info.metadata
        if isinstance(extra, Slot)
    )


def multi_value_slots(models: Sequence[type[BaseModel]]) -> frozenset[str]:
    """Return the slots for which a field of the given models is a list."""
    slots = find_slots(models)
    return frozenset(
        slots.name_of(name) for model in models for name, info in model.model_fields.items() if is_list(info.annotation)
    )


def build_profile(model: type[M], memories: Sequence[Memory], *, now: datetime) -> Profile[M]:
    """Return the profile that follows from those memories that have a slot.

    A memory that says that something is not so, has ended by ``now``, or is about somebody else fills no field.
    """
    slots = find_slots([model])
    ids = {memory.id for memory in memories}
    by_slot: dict[str, list[Memory]] = {}
    for memory in sorted(memories, key=lambda memory: (memory.valid_from, memory.created_at)):
        if memory.superseded_by is not None and memory.superseded_by not in ids:
            continue  # the person rejected what had replaced it
        if memory.field is not None and gives_value(memory, slots.name_of(memory.field), now):
            by_slot.setdefault(slots.name_of(memory.field), []).append(memory)
    fields = {
        name: view
        for name, info in model.model_fields.items()
        if (view := _view(name, info, by_slot.get(slots.name_of(name), []))) is not None
    }
    values = {name: field.value for name, field in fields.items() if field.state != "unfit"}
    value, invalid = _build_model(model, values)
    for name in invalid:
        fields[name] = replace(fields[name], state="unfit")
    return Profile(value, fields)


def gives_value(memory: Memory, slot: str, now: datetime) -> bool:
    """Return whether a memory gives a field of the person a value, or gave it one before it was superseded."""
    if memory.negated or not is_of_person(memory, slot):
        return False
    return memory.state == "superseded" or memory.valid_until is None or memory.valid_until > now


def is_of_person(memory: Memory, slot: str) -> bool:
    """Return whether a memory of a slot is about the person, and not about somebody around them."""
    return memory.subject is None or slot in _SLOTS_OF_OTHERS


def merge_policy(name: str, info: FieldInfo) -> Merge:
    """Return the ``Merge`` of a field: its annotation, or the default for its type."""
    for extra in info.metadata:
        if isinstance(extra, Merge):
            return extra
    max_length = min((extra.max_length for extra in info.metadata if isinstance(extra, MaxLen)), default=_DEFAULT_CAP)
    if is_list(info.annotation):
        return Merge("by" if _object_type(item_type(info.annotation)) else "unite", cap=max(1, max_length))
    is_united = GENERAL_SLOTS.name_of(name) in _UNITED_TEXTS and str in union_members(info.annotation)
    return Merge("unite" if is_united else "latest")


def validate_value(model: type[BaseModel], name: str, value: Any) -> Any:
    """Return a value for a field, ready for JSON, or raise ``ValueError`` if the field does not take it."""
    info = model.model_fields[name]
    try:
        coerced = coerce(value, with_metadata(info.annotation, info.metadata), name, find_parse(info.metadata, name))
    except FieldMismatch:
        coerced = _MISSING
    if coerced is _MISSING or name in _build_model(model, {name: coerced})[1]:
        raise ValueError(
            f"{model.__name__}.{name} does not take this value; give one that fits the type of the field"
        ) from None
    return type_adapter(info.annotation).dump_python(coerced, mode="json")


def _view(name: str, info: FieldInfo, rows: Sequence[Memory]) -> FieldView | None:
    merge = merge_policy(name, info)
    if is_list(info.annotation):
        rows = [row for row in rows if _list_items(row) or row.value == []]
    usable = [row for row in rows if row.state == "current" or (merge.policy == "once" and row.state == "superseded")]
    if not usable:
        return None
    pairs = [(row, value) for row in usable if (value := _coerce_row(row, info, name)) is not _MISSING]
    try:
        value, used = _merge(merge, info, pairs) if pairs else (_MISSING, [])
    except ValidationError:  # each value fits, but not all of them together
        value, used = _MISSING, []
    if value is _MISSING:
        last = usable[-1]
        return _make_view(last.value if last.value is not None else last.content, "unfit", [last])
    disputed = [row for row in rows if row.state == "disputed"]
    view = _make_view(value, "disputed" if disputed else "current", used or [row for row, _ in pairs])
    return replace(view, others=_find_others(value, disputed, info, name))


def _find_others(value: Any, disputed: Sequence[Memory], info: FieldInfo, name: str) -> tuple[Any, ...]:
    """Return the values of disputed memories that a field does not have, each once."""
    known = {_identity(item, None) for item in _as_list(value)}
    others: dict[str, Any] = {}
    for row in disputed:
        coerced = _coerce_row(row, info, name)
        for item in () if coerced is _MISSING else _as_list(coerced):
            if _identity(item, None) not in known:
                others.setdefault(_identity(item, None), item)
    return tuple(others.values())


def _as_list(value: Any) -> list[Any]:
    return list(cast("Iterable[Any]", value)) if isinstance(value, list | tuple | set | frozenset) else [value]


def _is_sentence(value: Any) -> bool:
    """Return whether a value is a statement rather than the name of something, and so no item of a list."""
    if not isinstance(value, str):
        return False
    if len(value.split()) > _MAX_ITEM_WORDS or (" " not in value and len(value) > _MAX_ITEM_LETTERS):
        return True
    return _FINITE_VERB.search(value) is not None


def _make_view(value: Any, state: FieldState, rows: Sequence[Memory]) -> FieldView:
    return FieldView(
        value=value,
        state=state,
        source=rows[-1].source,
        since=rows[-1].valid_from,
        memory_ids=tuple(row.id for row in rows),
        evidence=tuple(part for row in rows for part in row.evidence),
    )


_MISSING: Any = object()


def _coerce_row(row: Memory, info: FieldInfo, name: str) -> Any:
    """Coerce the value of a memory to the type of a field; for a list, each item, since lists are merged later."""
    said = row.value if row.value is not None else row.content
    try:
        if not is_list(info.annotation):
            return coerce(said, with_metadata(info.annotation, info.metadata), name, find_parse(info.metadata, name))
        parse = find_parse(info.metadata, name)
        return [coerce(item, item_type(info.annotation), name, parse) for item in _list_items(row)]
    except FieldMismatch:
        return _MISSING


def _list_items(row: Memory) -> list[Any]:
    """Return the values of a memory for a list. What is learned is an item only if it is no sentence."""
    said = row.value if row.value is not None else row.content
    items = cast("list[Any]", said) if isinstance(said, list) else [said]
    return [item for item in items if row.maker == BY_HAND or not _is_sentence(item)]


def _merge(merge: Merge, info: FieldInfo, pairs: Sequence[tuple[Memory, Any]]) -> tuple[Any, list[Memory]]:
    """Return the merged value, and the memories that it comes from."""
    rows = [row for row, _ in pairs]
    if is_list(info.annotation):
        since = {"latest": rows[-1].valid_from, "once": rows[0].valid_from}.get(merge.policy)
        items = [(row, item) for row, value in pairs for item in value if since in {None, row.valid_from}]
        unique = _unite(items, merge.key, merge.cap)
        whole = type_adapter(with_metadata(info.annotation, info.metadata))
        merged = whole.validate_python([item for _, item in unique])
        used = {row.id for row, _ in unique}
        return merged, [row for row in rows if row.id in used]
    if merge.policy == "once":
        by_hand = [pair for pair in pairs if pair[0].maker == BY_HAND and pair[0].state == "current"]
        row, value = by_hand[-1] if by_hand else pairs[0]
        return value, [row]
    if merge.policy == "unite" and len(rows) > 1 and str in union_members(info.annotation):
        unique = _unite([(row, str(value)) for row, value in pairs], None, merge.cap)
        return ", ".join(str(text) for _, text in unique), [row for row, _ in unique]
    return pairs[-1][1], rows[-1:]


def _unite(items: Sequence[tuple[Memory, Any]], key: str | None, cap: int) -> list[tuple[Memory, Any]]:
    """Return the newest ``cap`` items without duplicates in any case, in the order in which they were first said."""
    kept: dict[str, tuple[Memory, Any]] = {}
    for row, item in items:
        name = _identity(item, key)
        kept[name] = (row, _update(kept[name][1], item) if name in kept else item)
    newest = sorted(kept, key=lambda name: (kept[name][0].valid_from, kept[name][0].created_at))[-cap:]
    return [pair for name, pair in kept.items() if name in newest]


def _identity(item: Any, key: str | None) -> str:
    """Return the text that identifies an item."""
    if isinstance(item, BaseModel):
        name = key or text_field(type(item))
        value = getattr(item, name) if name else None
        item = item.model_dump_json() if value is None else value
    return " ".join(str(item).casefold().split())


def _update(old: Any, new: Any) -> Any:
    """Return the newer of two items; of objects, the older one with the fields that the newer one has."""
    if not isinstance(old, BaseModel) or not isinstance(new, BaseModel):
        return new
    given = {name: value for name in new.model_fields_set if (value := getattr(new, name)) is not None}
    return old.model_copy(update=given)


def _build_model(model: type[M], values: Mapping[str, Any]) -> tuple[M, frozenset[str]]:
    """Return an instance with the known values, and the names of those that the model's validators refuse."""
    try:
        return model.model_validate(dict(values), by_name=True, by_alias=True), frozenset()
    except ValidationError as error:
        invalid = _invalid_fields(model, values, error)
    if invalid:
        value, more = _build_model(model, {name: value for name, value in values.items() if name not in invalid})
        return value, invalid | more
    blank: dict[str, Any] = {
        name: None if info.is_required() else info.get_default(call_default_factory=True, validated_data={})
        for name, info in model.model_fields.items()
    }
    return model.model_construct(**{**blank, **_run_validators(model, values)}), frozenset()


def _invalid_fields(model: type[BaseModel], values: Mapping[str, Any], error: ValidationError) -> frozenset[str]:
    """Return the given fields that an error is about."""
    aliases = {info.alias or name: name for name, info in model.model_fields.items()}
    places = {str(part["loc"][0]) for part in error.errors() if part["loc"]}
    return frozenset(name for place in places if (name := aliases.get(place, place)) in values)


def _run_validators(model: type[BaseModel], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the known values after the model's validators, although required fields are unknown."""
    unknown = frozenset(name for name, info in model.model_fields.items() if info.is_required() and name not in values)
    try:
        value = _make_optional(model, unknown).model_validate(dict(values), by_name=True, by_alias=True)
    except (ValidationError, PydanticUserError, TypeError, AttributeError):  # a validator needs an unknown field
        return dict(values)
    return {name: getattr(value, name) for name in values}


@lru_cache(maxsize=1_000)
def _make_optional(model: type[BaseModel], unknown: frozenset[str]) -> type[BaseModel]:
    """Return a model of which the ``unknown`` fields are not required."""
    fields: dict[str, Any] = dict.fromkeys(unknown, (Any, None))
    return create_model(model.__name__, __base__=model, **fields)


def _object_type(annotation: Any) -> type[BaseModel] | None:
    return next(
        (member for member in union_members(annotation) if isinstance(member, type) and issubclass(member, BaseModel)),
        None,
    )


@lru_cache(maxsize=1_000)
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a model by field names; empty if it has a type without a JSON schema."""
    try:
        return model.model_json_schema(by_alias=False)
    except PydanticUserError:
        return {}


def _resolve_references(part: Any, definitions: Mapping[str, Any], within: frozenset[str] = frozenset()) -> Any:
    """Return a part of a JSON schema with its references replaced; a schema inside itself becomes empty."""
    if isinstance(part, list):
        return [_resolve_references(item, definitions, within) for item in cast("list[Any]", part)]
    if not isinstance(part, dict):
        return part
    given = cast("dict[str, Any]", part)
    reference = given.get("$ref")
    if isinstance(reference, str):
        name = reference.rsplit("/", 1)[-1]
        return {} if name in within else _resolve_references(definitions.get(name, {}), definitions, within | {name})
    return {
        name: _resolve_references(item, definitions, within)
        for name, item in given.items()
        if name not in {"title", "default"}
    }
