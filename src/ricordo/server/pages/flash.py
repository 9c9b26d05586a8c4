"""Flash messages: what the next page shows once after an action, with a way to undo it.

A message is a signed cookie that lives for a minute and holds no content. The text that undoes is signed apart, with a
secret that never leaves the server: nobody can make one up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ricordo.server.pages.sessions import BrowserSession
from ricordo.server.signing import CookieSigner

COOKIE = "ricordo_flash"
SECONDS = 60
"""How long an action can be undone."""
_MAX_IN_COOKIE = 2_000
"""Characters. A cookie, which holds it as text once more, must not exceed the 4 kB that every browser keeps."""
_FLASH = "flash"
_UNDO = "flash-undo"


@dataclass(frozen=True, slots=True)
class Flash:
    """A message that quotes nobody. ``undo`` is the form field that takes the action back, until ``until``."""

    text: str
    until: int = 0
    undo: str | None = None


def write_cookie(signer: CookieSigner, session: BrowserSession, text: str, undo: str | None, now: float) -> str:
    """Return the cookie that makes the next page show ``text`` and offer to ``undo``."""
    until = int(now) + SECONDS
    if undo is not None:
        undo = sign_undo(signer, session, undo, now)
        if len(undo) > _MAX_IN_COOKIE:
            undo = None  # too many memories at once for a cookie
    return signer.sign(_FLASH, {"session": session.nonce, "text": text, "undo": undo}, expires_at=until)


def sign_undo(signer: CookieSigner, session: BrowserSession, undo: str, now: float) -> str:
    """Return the field of a form that takes an action back, for this session and for a minute."""
    return signer.sign(_UNDO, {"session": session.nonce, "undo": undo}, expires_at=int(now) + SECONDS)


def read_cookie(signer: CookieSigner, session: BrowserSession, cookie: str | None, now: float) -> Flash | None:
    """Return the message in a cookie of this session, or None if it has expired."""
    claims = _verify(signer, _FLASH, session, cookie, now)
    return None if claims is None else Flash(claims["text"], claims["exp"], claims["undo"])


def read_undo(signer: CookieSigner, session: BrowserSession, text: str, now: float) -> str:
    """Return the text that ``Ricordo.undo`` takes from the field of an undo form.

    Raises:
        ValueError: If the minute is over, or the field is not this session's.
    """
    claims = _verify(signer, _UNDO, session, text, now)
    if claims is None:
        raise ValueError("this can be undone for a minute only; correct it by hand instead")
    return claims["undo"]


def _verify(
    signer: CookieSigner, purpose: str, session: BrowserSession, text: str | None, now: float
) -> dict[str, Any] | None:
    claims = signer.verify(purpose, text, now=now)
    return claims if claims is not None and claims["session"] == session.nonce else None
