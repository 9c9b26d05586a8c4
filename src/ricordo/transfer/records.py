"""Turns, memories and consents as plain rows, ready for JSON, and back, checked field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from hashlib import sha256
from typing import Any, cast

from ricordo.ports.changes import SetConsent
from ricordo.values import PARTS, Consent, Evidence, Memory, Scope, StoredTurn, Turn
from ricordo.values.validation import check_name, check_time

Row = dict[str, Any]
Fields = Mapping[str, Any]

_TYPES = ("turn", "memory", "consent")


def row_of(value: StoredTurn | Memory) -> Row:
    """A turn or a memory as a row."""
    kind = "turn" if isinstance(value, StoredTurn) else "memory"
    return {"type": kind, **{field.name: _jsonable(getattr(value, field.name)) for field in fields(value)}}


def consent_row(scope: Scope, consent: Consent) -> Row:
    """What was set for a scope, as a row."""
    digest = sha256(repr(sorted(scope.parts.items())).encode()).hexdigest()
    return {"type": "consent", "id": f"consent-{digest[:16]}", "scope": scope.parts, **asdict(consent)}


def value_of(row: object, scope: Scope) -> StoredTurn | Memory | SetConsent:
    """What a row says, moved into ``scope``. ``ValueError`` or ``TypeError`` names the field, and holds no content.

    A consent only ever forbids: what it allows is left as it is.
    """
    given = _mapping(row, "it")
    kind = _required(given, "type")
    if kind not in _TYPES:
        raise ValueError(f"type must be one of {', '.join(_TYPES)}")
    where = _scope(_required(given, "scope")).within(scope)
    if kind == "turn":
        return _turn(given, where)
    return _memory(given, where) if kind == "memory" else _consent(given, where)


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
    id, said_at = check_name(_required(row, "id"), "id"), _time(row, "occurred_at")
    recorded_at = said_at if row.get("recorded_at") is None else _time(row, "recorded_at")
    turn = Turn(_required(row, "role"), _required(row, "text"), id, row.get("author"), said_at)
    return StoredTurn(id, turn.role, turn.text, turn.author, said_at, recorded_at, scope)


def _memory(row: Fields, scope: Scope) -> Memory:
    optional = {
        name: row[name] for name in ("state", "source", "superseded_by", "field", "value", "maker") if name in row
    }
    return Memory(
        id=_required(row, "id"),
        kind=_required(row, "kind"),
        content=_required(row, "content"),
        scope=scope,
        created_at=_time(row, "created_at"),
        valid_from=_time(row, "valid_from"),
        valid_until=None if row.get("valid_until") is None else _time(row, "valid_until"),
        evidence=tuple(_evidence(item) for item in _list(row, "evidence")),
        supersedes=tuple(_list(row, "supersedes")),
        **optional,
    )


def _evidence(item: object) -> Evidence:
    given = _mapping(item, "evidence")
    return Evidence(_required(given, "turn_id"), _required(given, "quote"))


def _consent(row: Fields, scope: Scope) -> SetConsent:
    allowed = {field.name: _required(row, field.name) for field in fields(Consent)}
    for name, value in allowed.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be true or false, not {type(value).__name__}")
    return SetConsent(scope, **{name: None if value else False for name, value in allowed.items()})


def _scope(value: object) -> Scope:
    parts = _mapping(value, "scope")
    if not set(parts) <= set(PARTS):
        raise ValueError(f"scope may have {', '.join(PARTS)}, and nothing else")
    return Scope(**parts)


def _mapping(value: object, name: str) -> Fields:
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must be an object with names and values, not {type(value).__name__}")
    return cast("Fields", value)


def _list(row: Fields, name: str) -> Sequence[Any]:
    value = row.get(name, ())
    if not isinstance(value, list | tuple):
        raise TypeError(f"{name} must be a list, not {type(value).__name__}")
    return cast("Sequence[Any]", value)


def _required(row: Fields, name: str) -> Any:
    if name not in row:
        raise ValueError(f"it has no field {name!r}; give rows as export makes them")
    return row[name]


def _time(row: Fields, name: str) -> datetime:
    value = _required(row, name)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string in ISO format, not {type(value).__name__}")
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise ValueError(f"{name} is not a time in ISO format") from None
    return check_time(moment, name)
