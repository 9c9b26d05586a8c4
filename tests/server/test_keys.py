"""Keys: created, verified, revoked, and where they lie."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from ricordo.server import KeyRing
from ricordo.server.callers import authenticate
from ricordo.server.errors import HttpError
from ricordo.server.settings import default_keys_path, is_loopback
from ricordo.values import NotFound, StoreError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keys.db"


def test_a_key_opens_until_it_is_revoked(path: Path) -> None:
    with KeyRing(path) as ring:
        made = ring.create(application="travel", label="the web shop")
        assert ring.verify(made.text) == made.key
        assert ring.find(made.key.id) == made.key
        revoked = ring.revoke(made.key.id)
        assert revoked.revoked_at is not None
        assert ring.verify(made.text) is None
        assert ring.find(made.key.id) is None
        assert ring.revoke(made.key.id) == revoked
        assert ring.all() == [revoked]
        with pytest.raises(NotFound, match="keys list"):
            ring.revoke("unknown")


def test_a_revocation_is_seen_by_others_at_once(path: Path) -> None:
    with KeyRing(path) as server, KeyRing(path) as operator:
        made = operator.create(application="travel")
        assert server.verify(made.text) is not None
        operator.revoke(made.key.id)
        assert server.verify(made.text) is None


def test_a_ring_with_only_revoked_keys_is_not_empty(path: Path) -> None:
    with KeyRing(path) as ring:
        assert ring.is_empty()
        ring.revoke(ring.create().key.id)
        assert not ring.is_empty()
        with pytest.raises(HttpError):
            authenticate(None, ring, open_to_all=True, now=0)


def test_the_file_holds_no_key_and_is_the_owners_alone(path: Path) -> None:
    with KeyRing(path) as ring:
        text = ring.create(application="travel").text
        bytes = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert text.rpartition("_")[2].encode() not in bytes
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text", ["", "rk_", "rk__", "rk_unknown_secret", "nonsense", "rk_\ud800_\ud800", "rk_" + "x" * 10**5]
)
def test_what_is_no_key_opens_nothing(path: Path, text: str) -> None:
    with KeyRing(path) as ring:
        ring.create()
        assert ring.verify(text) is None


def test_a_wrong_secret_or_id_opens_nothing(path: Path) -> None:
    with KeyRing(path) as ring:
        one, two = ring.create(application="a"), ring.create(application="b")
        secret = one.text.partition(f"rk_{one.key.id}_")[2]
        assert ring.verify(f"rk_{two.key.id}_{secret}") is None
        assert ring.verify(one.text[:-1]) is None
        assert ring.verify(one.text + "x") is None


@pytest.mark.parametrize("name", ["", " ", "x" * 257, "a\nb"])
def test_an_application_must_have_a_name(path: Path, name: str) -> None:
    with KeyRing(path) as ring, pytest.raises(ValueError, match="application"):
        ring.create(application=name)


def test_a_file_that_is_something_else_is_refused(path: Path, tmp_path: Path) -> None:
    path.write_text("not a database" * 100)
    with pytest.raises(StoreError, match=r"keys\.db cannot be opened"):
        KeyRing(path)
    with pytest.raises(StoreError, match="folder"):
        KeyRing(tmp_path / "nowhere" / "keys.db")
    newer = tmp_path / "newer.db"
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="newer version"):
        KeyRing(newer)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        *((host, True) for host in ("127.0.0.1", "::1", "[::1]", "localhost", "127.9.9.9")),
        *((host, False) for host in ("0.0.0.0", "", "::", "10.0.0.1", "localhost.evil.example")),
    ],
)
def test_what_counts_as_this_machine(host: str, *, expected: bool) -> None:
    assert is_loopback(host) is expected


def test_the_keys_lie_beside_the_store() -> None:
    assert default_keys_path("sqlite:////var/lib/memory.db") == Path("/var/lib/keys.db")
    assert default_keys_path("data/memory.db") == Path("data/keys.db")
    assert default_keys_path("postgresql://db/memory") == Path("keys.db")
    assert default_keys_path("memory://") == Path("keys.db")
