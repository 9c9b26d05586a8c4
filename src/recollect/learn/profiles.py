"""Typed profiles: any Pydantic model, read field by field from what is known.

A profile is a view. What is stored are memories that name a slot and what was said for it; the field's type decides how
that is read (``fitting``), its ``Merge`` how several are put together. So a model may gain, lose or retype fields, and
nothing that is stored is lost by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar, cast

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from recollect.learn.fitting import Unfit, arms, fit, is_list, item_type
from recollect.ports.extractor import Wanted
from recollect.text.slots import slot_name
from recollect.values import Evidence, Memory, Source

M = TypeVar("M", bound=BaseModel)

Policy = Literal["latest", "once", "unite", "by"]
FieldState = Literal["current", "disputed", "unfit"]

_CAP = 50


@dataclass(frozen=True, slots=True)
class Merge:
    """How the values of a field are put together, as an annotation: ``Annotated[list[str], Merge("unite", cap=5)]``.

    ``latest`` takes the newest explicit statement, ``once`` the first one; ``unite`` makes a list without doubles,
    whatever their case, of the newest ``cap``; ``by`` makes a list of objects that are told apart by ``key``. Without
    an annotation: lists of objects by their first text field, other lists are united, and the latest wins elsewhere.
    """

    policy: Policy
    cap: int = _CAP
    key: str | None = None


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
    if isinstance(model, type) and issubclass(model, BaseModel):
        return model
    given = model.__name__ if isinstance(model, type) else type(model).__name__
    raise TypeError(f"a profile is a Pydantic model class (a subclass of pydantic.BaseModel), not {given}")


def wanted(models: Iterable[type[BaseModel]]) -> tuple[Wanted, ...]:
    """The fields that the given models want to be filled, each once."""
    fields: dict[str, Wanted] = {}
    for model in models:
        schema = model.model_json_schema()
        for name, info in model.model_fields.items():
            described = cast("dict[str, Any]", schema["properties"].get(info.alias or name, {}))
            fields.setdefault(
                name, Wanted(name, info.description or name.replace("_", " "), _resolved(described, schema))
            )
    return tuple(fields.values())


def many_fields(models: Iterable[type[BaseModel]]) -> frozenset[str]:
    """The slots of which the given models want many values."""
    return frozenset(
        slot_name(name) for model in models for name, info in model.model_fields.items() if is_list(info.annotation)
    )


def assemble(model: type[M], memories: Sequence[Memory]) -> Profile[M]:
    """The profile that follows from what is known: memories of any kind that name a slot."""
    by_slot: dict[str, list[Memory]] = {}
    for memory in sorted(memories, key=lambda memory: (memory.valid_from, memory.created_at)):
        if memory.field is not None:
            by_slot.setdefault(slot_name(memory.field), []).append(memory)
    fields: dict[str, FieldView] = {}
    for name, info in model.model_fields.items():
        rows = by_slot.get(slot_name(name), [])
        if (view := _view(name, info, rows)) is not None:
            fields[name] = view
    values = {name: field.value for name, field in fields.items() if field.state != "unfit"}
    return Profile(_built(model, values), fields)


def policy_of(info: FieldInfo) -> Merge:
    """How a field is merged: as annotated, or as its type suggests."""
    for extra in info.metadata:
        if isinstance(extra, Merge):
            return extra
    if not is_list(info.annotation):
        return Merge("latest")
    return Merge("by") if _is_object(item_type(info.annotation)) else Merge("unite")


def checked_value(model: type[BaseModel], name: str, value: Any) -> Any:
    """A value that a person sets, as the model takes it and JSON knows it; raises ``ValueError`` naming the field."""
    info = model.model_fields[name]
    try:
        return _adapter(info).dump_python(fit(value, info.annotation, name), mode="json")
    except Unfit:
        raise ValueError(f"{model.__name__}.{name} does not take this value; see the type of the field") from None


def _adapter(info: FieldInfo) -> TypeAdapter[Any]:
    return TypeAdapter(cast("Any", info.annotation))


def _view(name: str, info: FieldInfo, rows: Sequence[Memory]) -> FieldView | None:
    merge = policy_of(info)
    settled = [row for row in rows if row.state == "current" or (merge.policy == "once" and row.state == "superseded")]
    if not settled:
        return None
    fitting = [(row, value) for row in settled if (value := _fitted(row, info, name)) is not _NOTHING]
    if not fitting:
        return _field(settled[-1].value, "unfit", settled[-1:])
    disputed = any(row.state == "disputed" for row in rows)
    value, used = _merged(merge, info, fitting)
    return _field(value, "disputed" if disputed else "current", used)


def _field(value: Any, state: FieldState, rows: Sequence[Memory]) -> FieldView:
    return FieldView(
        value=value,
        state=state,
        source=rows[-1].source,
        since=rows[-1].valid_from,
        memory_ids=tuple(row.id for row in rows),
        evidence=tuple(part for row in rows for part in row.evidence),
    )


_NOTHING = object()


def _fitted(row: Memory, info: FieldInfo, name: str) -> Any:
    try:
        return fit(row.value if row.value is not None else row.content, info.annotation, name)
    except Unfit:
        return _NOTHING


def _merged(merge: Merge, info: FieldInfo, fitting: Sequence[tuple[Memory, Any]]) -> tuple[Any, list[Memory]]:
    rows = [row for row, _ in fitting]
    if is_list(info.annotation):
        key = merge.key if merge.policy == "by" else None
        items = [(row, item) for row, value in fitting for item in value]
        united = _united(items, key, merge.cap)
        made = _adapter(info).validate_python([item for _, item in united])
        used = {row.id for row, _ in united}
        return made, [row for row in rows if row.id in used]
    if merge.policy == "once":
        return fitting[0][1], rows[:1]
    if len(rows) > 1 and str in arms(info.annotation):
        texts = [(row, str(value)) for row, value in fitting]
        united = _united(texts, None, merge.cap)
        return ", ".join(str(text) for _, text in united), [row for row, _ in united]
    return fitting[-1][1], rows[-1:]


def _united(items: Sequence[tuple[Memory, Any]], key: str | None, cap: int) -> list[tuple[Memory, Any]]:
    """Each thing once, whatever its case, the newest ``cap`` of them, in the order in which they were first said."""
    kept: dict[Any, tuple[Memory, Any]] = {}
    for row, item in items:
        name = _identity(item, key)
        kept[name] = (row, _updated(kept[name][1], item) if name in kept else item)
    newest = sorted(kept.values(), key=lambda pair: (pair[0].valid_from, pair[0].created_at))[-cap:]
    chosen = {id(pair[1]) for pair in newest}
    return [pair for pair in kept.values() if id(pair[1]) in chosen]


def _identity(item: Any, key: str | None) -> Any:
    if isinstance(item, BaseModel):
        name = key or next((field for field, value in item if isinstance(value, str)), None)
        item = getattr(item, name) if name else item.model_dump_json()
    return item.casefold().strip() if isinstance(item, str) else item


def _updated(old: Any, new: Any) -> Any:
    """Of two objects that are the same thing, what is newer, and what only the older says."""
    if not isinstance(old, BaseModel) or not isinstance(new, BaseModel):
        return new
    return old.model_copy(update={name: value for name, value in new if value is not None})


def _built(model: type[M], values: Mapping[str, Any]) -> M:
    """A ``model`` of the known values; where it insists on more, the rest is None."""
    names = {name: info.alias or name for name, info in model.model_fields.items()}
    try:
        return model.model_validate({names[name]: value for name, value in values.items()})
    except ValidationError:
        defaults = {
            name: None if info.is_required() else info.get_default(call_default_factory=True)
            for name, info in model.model_fields.items()
        }
        return model.model_construct(**{**defaults, **values})


def _is_object(annotation: Any) -> bool:
    return any(isinstance(arm, type) and issubclass(arm, BaseModel) for arm in arms(annotation))


def _resolved(part: Any, schema: Mapping[str, Any]) -> Any:
    """A part of a JSON schema with its references put in place."""
    if isinstance(part, list):
        return [_resolved(item, schema) for item in cast("list[Any]", part)]
    if not isinstance(part, dict):
        return part
    given = cast("dict[str, Any]", part)
    reference = given.get("$ref")
    if isinstance(reference, str):
        return _resolved(schema["$defs"][reference.rsplit("/", 1)[-1]], schema)
    return {name: _resolved(item, schema) for name, item in given.items() if name not in {"title", "default"}}
