"""Cookies: signed for one purpose, until they expire, with a secret that all workers share."""

from __future__ import annotations

import hmac
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.learn.undo import UndoStep, encode_step
from ricordo.server import KeyRing
from ricordo.server.pages import flash, sessions
from ricordo.server.signing import CookieSigner, decode_unverified, derive_key, encode
from tests.server.browsing import Visitor, visit
from tests.server.running import run_service

SIGNER = CookieSigner(b"s" * 32)
claims = st.dictionaries(st.text(max_size=8).filter(lambda name: name != "exp"), st.text(max_size=20) | st.integers())


@given(claims)
def test_what_was_signed_comes_back(value: dict[str, Any]) -> None:
    text = SIGNER.sign("session", value, expires_at=100)
    assert SIGNER.verify("session", text, now=99) == {**value, "exp": 100}
    assert SIGNER.verify("session", text, now=100) is None
    assert SIGNER.verify("flash", text, now=99) is None
    assert CookieSigner(b"t" * 32).verify("session", text, now=99) is None


@given(st.none() | st.text(st.characters()))
def test_no_text_breaks_the_reading(text: str | None) -> None:
    assert SIGNER.verify("session", text, now=0) is None


@pytest.mark.parametrize("expires_at", [None, "100", True, 1.5, [100]])
def test_text_that_never_expires_is_refused(expires_at: object) -> None:
    assert SIGNER.verify("session", encode({"x": expires_at}, derive_key(SIGNER.secret, "session")), now=0) is None
    assert SIGNER.verify("session", encode({"sub": "a"}, derive_key(SIGNER.secret, "session")), now=0) is None


def test_all_workers_share_a_secret_and_services_do_not(tmp_path: Path) -> None:
    with KeyRing(tmp_path / "a.db") as one, KeyRing(tmp_path / "a.db") as two, KeyRing(tmp_path / "b.db") as other:
        text = one.cookie_signer.sign("session", {}, expires_at=100)
        assert two.cookie_signer.verify("session", text, now=0) is not None
        assert other.cookie_signer.verify("session", text, now=0) is None
        assert "secret" not in repr(one.cookie_signer)


async def test_a_browser_cannot_sign_its_own_undo_steps(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service, visit(service) as alice:
        await alice.choose_person("alice")
        await alice.get("/me/control")
        nonce = (decode_unverified(alice.http.cookies[sessions.COOKIE]) or {})["nonce"]
        session, until = sessions.BrowserSession(nonce), int(service.service.clock()) + 60
        step = encode_step(UndoStep("reject", "m", "current", "0"))
        assert step is not None
        forged = {"session": nonce, "undo": step, "exp": until}
        secrets = [nonce.encode(), *(derive_key(nonce.encode(), purpose) for purpose in ("flash-undo", "undo", "form"))]
        by_nonce = hmac.digest(nonce.encode(), step.encode(), "sha256").hex() + step
        for text in (step, by_nonce, *(encode(forged, secret) for secret in secrets)):
            await _undo(alice, text, 422)
        flashed = flash.write_cookie(service.keys.cookie_signer, session, "x", step, service.service.clock())
        signed = (decode_unverified(flashed) or {})["undo"]
        await _undo(alice, signed, 404)
        claims = {**(decode_unverified(signed) or {}), "session": "other"}
        await _undo(alice, service.keys.cookie_signer.sign("flash-undo", claims, expires_at=until), 422)


async def test_a_flash_message_is_no_undo_step(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service, visit(service) as alice:
        await alice.choose_person("alice")
        await alice.get("/me/control")
        data = {"form": alice.form_token, "switch": "capture", "to": "off"}
        answer = await alice.http.post("/me/consent", data=data)
        await _undo(alice, answer.cookies[flash.COOKIE], 422)


async def _undo(visitor: Visitor, text: str, expected: int) -> None:
    await visitor.get("/me/control")
    await visitor.send("/me/undo", undo=text)
    assert visitor.status == expected, text
