"""What a page says after something was done, and the way back: a cookie that lives for a minute.

It is signed by the session that did it, holds no content, and is taken away when it was shown.
"""

from __future__ import annotations

import hmac
import json
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import quote, unquote

from ricordo.learn.undo import UndoStep
from ricordo.server.pages.sessions import Session

COOKIE = "ricordo_note"
SECONDS = 60
"""How long something can be undone."""
_MOST = 3_000
"""Characters of a cookie that every browser keeps."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was done, in words that quote nobody; with ``undo``, the text that undoes it until ``until``."""

    text: str
    until: int = 0
    undo: str | None = None


def cookie_of(session: Session, text: str, step: UndoStep | None, now: float) -> str:
    """The cookie that has the next page say ``text``, and offer to undo ``step``."""
    until = int(now) + SECONDS
    undo = None if step is None else _step_text(session, step, until)
    if undo is not None and len(undo) > _MOST // 2:
        undo = None  # too many memories at once for a cookie
    payload = json.dumps({"text": text, "until": until, "undo": undo}, separators=(",", ":"))
    return quote(f"{session.sign(payload)}{payload}")


def read(session: Session, cookie: str | None, now: float) -> Note | None:
    """The note behind a cookie of this session, as long as it is fresh."""
    payload = _verified(session, unquote(cookie or ""))
    if payload is None or payload["until"] <= now:
        return None
    return Note(payload["text"], payload["until"], payload["undo"])


def step_of(session: Session, text: str, now: float) -> UndoStep:
    """The step that a form wants undone; raises ``ValueError`` where the minute is over."""
    payload = _verified(session, text)
    if payload is None or payload["until"] <= now:
        raise ValueError("this can be undone for a minute only; correct it by hand instead")
    # It carries our own signature, so it says what we once wrote.
    payload.pop("until")
    return UndoStep(**payload)


def _step_text(session: Session, step: UndoStep, until: int) -> str:
    payload = json.dumps({**asdict(step), "until": until}, separators=(",", ":"))
    return f"{session.sign(payload)}{payload}"


def _verified(session: Session, text: str) -> dict[str, Any] | None:
    signature, payload = text[:64], text[64:]
    if not payload or not hmac.compare_digest(session.sign(payload).encode(), signature.encode()):
        return None
    return json.loads(payload)
