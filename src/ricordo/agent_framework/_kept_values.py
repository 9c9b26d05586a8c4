"""Values that are kept with a person: packed into turns of an agent that nobody else reads."""

from __future__ import annotations

import base64
import json
import uuid
import zlib
from dataclasses import dataclass, replace
from typing import Any, cast

from ricordo.agent_framework._memory import SupportsConsent, read_last_turns
from ricordo.values import Scope, StoreError, Turn
from ricordo.values.validation import MAX_LIMIT, MAX_TEXT

MAX_SIZE = 32 * 1024 * 1024
"""Bytes of a value as JSON."""


@dataclass(frozen=True, slots=True)
class KeptValues:
    """The values of one kind that a memory keeps for people, each in a session of its own.

    They are exported and erased with the person. They are never learned from, and no recall of the person's finds them.
    """

    memory: SupportsConsent
    kind: str
    """The kind of the values, as error messages name it."""

    async def read(self, place: Scope) -> dict[str, Any] | None:
        """Return the value that was last written at `place`, or None."""
        return self._join([(turn.id or "", turn.text) for turn in await self._read_turns(place)])

    async def read_all(self, scope: Scope) -> list[dict[str, Any]]:
        """Return the values of all sessions in `scope`, in the order of writing."""
        sessions: dict[str, list[tuple[str, str]]] = {}
        async for row in self.memory.export(scope=scope):
            if row["type"] == "turn" and row["scope"].get("agent") == scope.agent:
                sessions.setdefault(row["scope"].get("session", ""), []).append((row["id"], row["text"]))
        return [value for parts in sessions.values() if (value := self._join(parts)) is not None]

    async def write(self, place: Scope, value: dict[str, Any]) -> None:
        """Store `value`, in place of the one before. It must be ready for JSON."""
        packed = _pack(value, self.kind)
        await self.memory.set_consent(scope=replace(place, session=None), learning=False, sharing=False)
        before = await self._read_turns(place)
        version = uuid.uuid4().hex
        parts = [packed[start : start + MAX_TEXT] for start in range(0, len(packed), MAX_TEXT)]
        # Store before erasing: if the process stops in between, the value can still be read.
        await self.memory.remember(
            [Turn("system", part, f"kept.{version}.{number}") for number, part in enumerate(parts)], scope=place
        )
        if before:
            await self.memory.forget(scope=place, ids=[turn.id for turn in before if turn.id])

    async def erase(self, place: Scope) -> bool:
        """Erase the value at `place`. Return whether there was one."""
        found = bool(await self._read_turns(place))
        await self.memory.forget(scope=place)
        return found

    async def _read_turns(self, place: Scope) -> list[Turn]:
        return await read_last_turns(self.memory, place, MAX_LIMIT)

    def _join(self, parts: list[tuple[str, str]]) -> dict[str, Any] | None:
        """Return the value of ids and texts in order. Only those of the last version count."""
        if not parts:
            return None
        version = _version_of(parts[-1][0])
        packed = "".join(text for id, text in parts if _version_of(id) == version)
        try:
            return _unpack(packed)
        except (ValueError, RecursionError, zlib.error):
            raise StoreError(f"a stored {self.kind} cannot be read: delete it and start a new one") from None


def _version_of(id: str) -> str:
    return id.partition(".")[2].partition(".")[0]


def _pack(value: dict[str, Any], kind: str) -> str:
    """Return the value as text that is small and has no words that a search could find."""
    plain = json.dumps(value, allow_nan=False).encode()
    if len(plain) > MAX_SIZE:
        raise ValueError(f"the {kind} is too large: {len(plain):,} bytes; the limit is {MAX_SIZE:,}")
    return base64.b64encode(zlib.compress(plain)).decode()


def _unpack(packed: str) -> dict[str, Any]:
    """Return the value. It may have been imported: a small text can unpack to more than there is memory."""
    unpacking = zlib.decompressobj()
    plain = unpacking.decompress(base64.b64decode(packed, validate=True), MAX_SIZE)
    value = json.loads(plain) if unpacking.eof else None
    if not isinstance(value, dict):
        raise ValueError("this is no value, or a part of one")  # noqa: TRY004 - of what is stored, not of an argument
    return cast("dict[str, Any]", value)
