"""Tokens: JWTs that any backend can mint, verified strictly."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.server import KeyRing
from ricordo.server.callers import authenticate
from ricordo.server.errors import HttpError
from ricordo.server.tokens import MAX_SECONDS, Token, decode_token, derive_signing_secret, encode_token, issuer_of
from ricordo.values import NotFound, Scope, ScopeError
from tests.server.running import run_service

ALICE = Scope(application="travel", user="alice")
SECRET = b"s" * 32
TOKEN = Token("k1", ALICE, 1_000, 2_000)
CLAIMS: dict[str, Any] = {"iss": "k1", "aud": "ricordo", "sub": "alice", "iat": 1_000, "exp": 2_000}

names = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=256).filter(str.strip)


def encode_raw(header: object, payload: object, secret: bytes = SECRET) -> str:
    """Sign whatever is given, as no library would."""
    signed = b".".join(_encode(part) for part in (header, payload))
    return (signed + b"." + _encode(hmac.digest(secret, signed, hashlib.sha256))).decode()


def _encode(part: object) -> bytes:
    data = part if isinstance(part, bytes) else json.dumps(part).encode()
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def test_a_token_is_a_plain_jwt() -> None:
    claims = jwt.decode(
        encode_token(TOKEN, SECRET), SECRET, ["HS256"], audience="ricordo", options={"verify_exp": False}
    )
    assert claims == {**CLAIMS, "application": "travel"}


@given(st.builds(Scope, user=names, application=names, agent=st.none() | names, session=st.none() | names))
def test_a_token_says_what_was_signed(scope: Scope) -> None:
    token = Token("k1", scope, 1_000, 2_000)
    text = encode_token(token, SECRET)
    assert issuer_of(text) == "k1"
    assert decode_token(text, SECRET, 1_500) == token
    assert decode_token(text, b"t" * 32, 1_500) is None


@given(st.data())
def test_a_token_with_any_letter_changed_is_refused(data: st.DataObject) -> None:
    text = encode_token(TOKEN, SECRET)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters(codec="utf-8").filter(lambda letter: letter != text[place]))
    assert decode_token(text[:place] + letter + text[place + 1 :], SECRET, 1_500) is None


@given(st.text() | st.text(alphabet="abcXYZ019-_.=", max_size=40))
def test_no_text_breaks_the_reading_of_tokens(text: str) -> None:
    issuer_of(text)
    assert decode_token(text, SECRET, 1_500) is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.just("\ud800"),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from([*CLAIMS, "application", "agent", "session", "nbf", "jti"]), json_values)
def test_no_value_of_a_claim_breaks_the_reading(claim: str, value: object) -> None:
    text = encode_raw({"alg": "HS256", "typ": "JWT"}, {**CLAIMS, claim: value})
    issuer_of(text)
    token = decode_token(text, SECRET, 1_500)
    assert token is None or token.scope.user is not None


@given(st.sampled_from(["alg", "typ", "kid", "crit", "b64", "jku", "zip"]), json_values)
def test_no_header_breaks_the_reading(name: str, value: object) -> None:
    text = encode_raw({"alg": "HS256", name: value}, CLAIMS)
    issuer_of(text)
    if name == "alg":
        assert decode_token(text, SECRET, 1_500) is None
    decode_token(text, SECRET, 1_500)


@pytest.mark.parametrize("algorithm", ["none", "None", "HS384", "HS512", "RS256", "hs256", "", None, 5, ["HS256"]])
def test_another_algorithm_is_refused(algorithm: object) -> None:
    assert decode_token(encode_raw({"alg": algorithm}, CLAIMS), SECRET, 1_500) is None
    unsigned = b".".join(_encode(part) for part in ({"alg": algorithm}, CLAIMS)).decode()
    assert decode_token(f"{unsigned}.", SECRET, 1_500) is None


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_claim_is_required(claim: str) -> None:
    assert decode_token(encode_raw({"alg": "HS256"}, CLAIMS), SECRET, 1_500) is not None
    rest = {name: value for name, value in CLAIMS.items() if name != claim}
    assert decode_token(encode_raw({"alg": "HS256"}, rest), SECRET, 1_500) is None


@pytest.mark.parametrize(
    "change",
    [
        *({"exp": value} for value in ("2000", 2_000.5, True, None, -1, [2_000], 10**400, 1_000 + MAX_SECONDS + 1)),
        *({"iat": value} for value in ("1000", 1_000.5, True, None, -1, 1_511)),
        *({"nbf": value} for value in ("1000", None, 1_511)),
        *({"aud": value} for value in ("other", "", None, [], ["other"], ["ricordo", "other"], 5)),
        *({"sub": value} for value in ("", " ", None, 5, ["alice"], "a" * 257, "\ud800", "a\nb")),
        *({"application": value} for value in ("", None, 5, ["a"], "\ud800")),
        *({"agent": value} for value in ("", None, 5)),
        *({"session": value} for value in ("", None, 5)),
        *({"iss": value} for value in (None, 5, ["k1"])),
    ],
    ids=str,
)
def test_a_wrong_claim_is_refused(change: dict[str, Any]) -> None:
    assert decode_token(encode_raw({"alg": "HS256"}, {**CLAIMS, **change}), SECRET, 1_500) is None


@pytest.mark.parametrize("payload", [b"", b"[]", b"5", b"null", b"\xff", b"[" * 14_000, b'"\\ud800"'], ids=repr)
def test_a_payload_that_is_no_object_is_refused(payload: bytes) -> None:
    text = encode_raw({"alg": "HS256"}, payload)
    assert issuer_of(text) is None
    assert decode_token(text, SECRET, 1_500) is None


@pytest.mark.parametrize(
    ("now", "valid"), [(989, False), (990, True), (1_000, True), (1_999.9, True), (2_000, False), (9_999, False)]
)
def test_a_token_is_valid_from_its_issue_until_it_expires(now: float, *, valid: bool) -> None:
    assert (decode_token(encode_token(TOKEN, SECRET), SECRET, now) is not None) is valid


def test_a_key_signs_with_a_secret_derived_from_its_text(tmp_path: Path) -> None:
    with KeyRing(tmp_path / "keys.db") as keys:
        made = keys.create(application="travel")
        text = encode_token(Token(made.key.id, ALICE, 1_000, 2_000), derive_signing_secret(made.text.split("_", 2)[2]))
        assert keys.verify_token(text, now=1_500) == Token(made.key.id, ALICE, 1_000, 2_000)
        assert keys.mint_token(made.key.id, ALICE, issued_at=1_000, seconds=1_000) == text


def test_a_token_ends_and_cannot_leave_its_keys_application(tmp_path: Path) -> None:
    with KeyRing(tmp_path / "keys.db") as keys:
        key = keys.create(application="travel").key
        bearer = f"Bearer {keys.mint_token(key.id, ALICE, issued_at=0, seconds=1_000)}"
        caller = authenticate(bearer, keys, open_to_all=False, now=999)
        assert caller.scope({}) == ALICE
        assert not caller.is_operator
        with pytest.raises(HttpError):
            authenticate(bearer, keys, open_to_all=True, now=1_000)
        foreign = keys.mint_token(key.id, Scope(application="other", user="alice"), issued_at=0, seconds=1_000)
        with pytest.raises(HttpError):
            authenticate(f"Bearer {foreign}", keys, open_to_all=False, now=0)
        bare = keys.mint_token(key.id, Scope(user="alice"), issued_at=0, seconds=1_000)
        assert authenticate(f"Bearer {bare}", keys, open_to_all=False, now=0).scope({}) == ALICE
        with pytest.raises(ScopeError):
            keys.mint_token(key.id, Scope(application="travel"), issued_at=0, seconds=1_000)
        keys.revoke(key.id)
        with pytest.raises(HttpError):
            authenticate(bearer, keys, open_to_all=False, now=0)
        with pytest.raises(NotFound):
            keys.mint_token(key.id, ALICE, issued_at=0, seconds=1_000)


async def test_whatever_is_sent_as_a_token_is_answered_with_401(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service:
        made = service.keys.create(application="travel")
        secret = derive_signing_secret(made.text.split("_", 2)[2])
        now = int(service.service.clock())
        good = {**CLAIMS, "iss": made.key.id, "iat": now, "exp": now + 60}
        changes: list[dict[str, Any]] = [{"iss": "\ud800"}, {"sub": "\ud800"}, {"iss": "a\0b"}, {"exp": "never"}]
        texts = [encode_raw({"alg": "HS256"}, {**good, **change}, secret) for change in changes]
        texts += [encode_raw({"alg": "none"}, good, secret), ".", "..", "a.b.c", "\xff.\xff.\xff", "x" * 30_000]
        async with service.client(encode_raw({"alg": "HS256"}, good, secret)) as client:
            assert (await client.get("/v1/consent")).status_code == 200
        async with service.client() as client:
            for text in texts:
                headers = {b"Authorization": b"Bearer " + text.encode("latin-1")}
                for path, expected in (("/v1/consent", 401), ("/mcp", 401), ("/me", 303)):
                    answer = await client.get(path, headers=headers)
                    assert answer.status_code == expected, (path, text)
