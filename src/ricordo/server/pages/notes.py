"""Messages that a page shows once after something was done, with the way to undo it.

A message is a signed cookie that lives for a minute and holds no content. The step that undoes is signed apart, with a
secret that never leaves the server: nobody can make one up.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ricordo.learn.undo import UndoStep
from ricordo.server.pages.sessions import Session
from ricordo.server.signing import CookieSigner

COOKIE = "ricordo_note"
SECONDS = 60
"""How long something can be undone."""
_MAX_UNDO = 2_000
"""Characters. A cookie, which holds it as text once more, must not exceed the 4 kB that every browser keeps."""
_NOTE = "note"
_UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Note:
    """A message that quotes nobody. ``undo`` is the text that undoes what was done, until ``until``."""

    text: str
    until: int = 0
    undo: str | None = None


def write_cookie(signer: CookieSigner, session: Session, text: str, step: UndoStep | None, now: float) -> str:
    """Return the cookie that has the next page show ``text`` and offer to undo ``step``."""
    until = int(now) + SECONDS
    undo = None
    if step is not None:
        undo = signer.sign(_UNDO, {"session": session.nonce, "step": asdict(step)}, expires_at=until)
    if undo is not None and len(undo) > _MAX_UNDO:
        undo = None  # too many memories at once for a cookie
    return signer.sign(_NOTE, {"session": session.nonce, "text": text, "undo": undo}, expires_at=until)


def read_cookie(signer: CookieSigner, session: Session, cookie: str | None, now: float) -> Note | None:
    """Return the message in a cookie of this session, or None if it has expired."""
    claims = _verify(signer, _NOTE, session, cookie, now)
    return None if claims is None else Note(claims["text"], claims["exp"], claims["undo"])


def read_step(signer: CookieSigner, session: Session, text: str, now: float) -> UndoStep:
    """Return the step that a form asks to undo; raise `ValueError` if it is not this session's or has expired."""
    claims = _verify(signer, _UNDO, session, text, now)
    if claims is None:
        raise ValueError("this can be undone for a minute only; correct it by hand instead")
    return UndoStep(**claims["step"])


def _verify(
    signer: CookieSigner, purpose: str, session: Session, text: str | None, now: float
) -> dict[str, Any] | None:
    claims = signer.verify(purpose, text, now=now)
    return claims if claims is not None and claims["session"] == session.nonce else None
