"""Convert turns, memories and consents to rows that are ready for JSON, and back with every field checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from hashlib import sha256
from typing import Any, cast

from ricordo.ports.changes import SetConsent
from ricordo.values import PARTS, Consent, Evidence, Memory, Scope, StoredTurn, Turn
from ricordo.values.validation import check_name, check_tags, check_time

Row = dict[str, Any]
Fields = Mapping[str, Any]

_MAX_MEMORY_TAGS = 1_000
"""Tags of an imported memory: those of all turns that it rests on."""

_TYPES = ("turn", "memory", "consent")
_OPTIONAL = ("state", "source", "superseded_by", "field", "value", "subject", "negated", "maker")


def to_row(value: StoredTurn | Memory) -> Row:
    """Return a turn or a memory as a row."""
    kind = "turn" if isinstance(value, StoredTurn) else "memory"
    return {"type": kind, **{field.name: _jsonable(getattr(value, field.name)) for field in fields(value)}}


def consent_row(scope: Scope, consent: Consent) -> Row:
    """Return the consent of a scope as a row."""
    digest = sha256(repr(sorted(scope.parts.items())).encode()).hexdigest()
    return {"type": "consent", "id": f"consent-{digest[:16]}", "scope": scope.parts, **asdict(consent)}


def from_row(row: object, scope: Scope) -> StoredTurn | Memory | SetConsent:
    """Return the value of a row, moved into `scope`.

    A consent can only forbid: what it allows is left unchanged.

    Raises:
        ValueError: A field is missing or wrong. The message names the field and holds no content.
        TypeError: A field has the wrong type.
    """
    checked = _check_mapping(row, "it")
    kind = _get_required(checked, "type")
    if kind not in _TYPES:
        raise ValueError(f"type must be one of {', '.join(_TYPES)}")
    target = _scope(_get_required(checked, "scope")).within(scope)
    if kind == "turn":
        return _turn(checked, target)
    return _memory(checked, target) if kind == "memory" else _consent(checked, target)


def _jsonable(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Scope):
        return value.parts
    if isinstance(value, Evidence):
        return asdict(value)
    if isinstance(value, tuple):
        return [_jsonable(item) for item in cast("tuple[Any, ...]", value)]
    return value


def _turn(row: Fields, scope: Scope) -> StoredTurn:
    id, said_at = check_name(_get_required(row, "id"), "id"), _time(row, "occurred_at")
    recorded_at = said_at if row.get("recorded_at") is None else _time(row, "recorded_at")
    tags = _list(row, "tags")
    turn = Turn(_get_required(row, "role"), _get_required(row, "text"), id, row.get("author"), said_at, tags)
    return StoredTurn(id, turn.role, turn.text, turn.author, said_at, recorded_at, scope, tuple(turn.tags))


def _memory(row: Fields, scope: Scope) -> Memory:
    optional = {name: row[name] for name in _OPTIONAL if name in row}
    return Memory(
        id=_get_required(row, "id"),
        kind=_get_required(row, "kind"),
        content=_get_required(row, "content"),
        scope=scope,
        created_at=_time(row, "created_at"),
        valid_from=_time(row, "valid_from"),
        valid_until=None if row.get("valid_until") is None else _time(row, "valid_until"),
        evidence=tuple(_evidence(item) for item in _list(row, "evidence")),
        supersedes=tuple(_list(row, "supersedes")),
        tags=check_tags(_list(row, "tags"), "tags", _MAX_MEMORY_TAGS),
        **optional,
    )


def _evidence(item: object) -> Evidence:
    checked = _check_mapping(item, "evidence")
    return Evidence(_get_required(checked, "turn_id"), _get_required(checked, "quote"))


def _consent(row: Fields, scope: Scope) -> SetConsent:
    switches = {field.name: _get_required(row, field.name) for field in fields(Consent)}
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be true or false, not {type(value).__name__}")
    return SetConsent(scope, **{name: None if value else False for name, value in switches.items()})


def _scope(value: object) -> Scope:
    parts = _check_mapping(value, "scope")
    if not set(parts) <= set(PARTS):
        raise ValueError(f"scope may have {', '.join(PARTS)}, and nothing else")
    return Scope(**parts)


def _check_mapping(value: object, name: str) -> Fields:
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must be an object with names and values, not {type(value).__name__}")
    return cast("Fields", value)


def _list(row: Fields, name: str) -> Sequence[Any]:
    value = row.get(name, ())
    if not isinstance(value, list | tuple):
        raise TypeError(f"{name} must be a list, not {type(value).__name__}")
    return cast("Sequence[Any]", value)


def _get_required(row: Fields, name: str) -> Any:
    if name not in row:
        raise ValueError(f"it has no field {name!r}; give rows as export makes them")
    return row[name]


def _time(row: Fields, name: str) -> datetime:
    value = _get_required(row, name)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string in ISO format, not {type(value).__name__}")
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise ValueError(f"{name} is not a time in ISO format") from None
    return check_time(moment, name)
