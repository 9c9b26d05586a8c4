"""The settings of a service: where it listens, and its limits."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from ricordo.values import Scope
from ricordo.values.validation import check_name

_MAY_BE_ZERO = frozenset({"rate", "body_rate", "answer_rate"})


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a service: sizes, rates, times and numbers at once."""

    body_bytes: int = 8 * 2**20
    """The body of a request: some 80 turns of the largest size, or thousands of usual ones."""
    import_bytes: int = 2**30
    """The body of an import, which is streamed and never held as a whole."""
    body_seconds: float = 10.0
    """How long to wait for the next piece of a body, and how long a stream may wait for its client."""
    visitor_bytes: int = 64 * 2**10
    """The body of a visitor of the pages who has not signed in: the form to sign in is all that they send."""
    held_bytes: int = 128 * 2**20
    """All bodies and answers that are held at the same time."""
    caller_held_bytes: int = 32 * 2**20
    """Bodies and answers of one caller that are held at the same time."""
    large_bytes: int = 64 * 2**10
    """A request with a body of more bytes is large: those of one caller are worked on one after the other."""
    large_in_flight: int = 2
    """Large requests being worked on at the same time."""
    body_rate: float = 512 * 2**10
    """Bytes a second that one caller may send, ``traffic_burst`` apart; 0 for no limit."""
    answer_rate: float = 4 * 2**20
    """Bytes a second that one caller may be sent, ``traffic_burst`` apart; 0 for no limit."""
    traffic_burst: int = 8 * 2**20
    """Bytes that one caller may send and be sent before these rates apply."""
    header_seconds: float = 10.0
    """How long to wait for the headers of a request."""
    seconds: float = 30.0
    """How long a body may take to arrive, and the answer to be made; streams have limits of their own."""
    rate: float = 100.0
    """Requests a second for each key, and for each person behind a token; 0 for no limit."""
    burst: int = 200
    """Requests at once, before the rate applies."""
    open_requests: int = 32
    """Requests of one person or visitor at the same time, those included that are still arriving or being read."""
    key_open_requests: int = 256
    """Requests with one key at the same time, those included that are still arriving or being read."""
    in_flight: int = 128
    """Requests being worked on at the same time."""
    caller_in_flight: int = 16
    """Requests of one caller being worked on at the same time; others wait for their turn."""
    streams: int = 32
    """Imports and exports at the same time."""
    caller_streams: int = 4
    """Imports and exports of one caller at the same time."""
    stream_seconds: float = 3_600.0
    """How long an import or export may take."""
    stream_rate: float = 16 * 2**10
    """Bytes a second that the client of an import or export has to send or read, pauses of `body_seconds` apart."""

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            if getattr(self, name) < 0 or (name not in _MAY_BE_ZERO and getattr(self, name) == 0):
                raise ValueError(f"{name.replace('_', ' ')} must be more than 0")


_MAX_URL = 2_000
_FORBIDDEN_IN_URL = frozenset("\\\"'<> ")


@dataclass(frozen=True, slots=True)
class HomeLink:
    """A link from the header of every page back to the application.

    Attributes:
        name: The name of the application, as people know it.
        url: Where it is: an http or https URL, or a path on this server such as `/`.

    Raises:
        ValueError: The name or the URL is not valid.
    """

    name: str
    url: str

    def __post_init__(self) -> None:
        check_name(self.name, "the name of the link")
        if not _is_web_address(self.url):
            raise ValueError("the link must lead to an http or https URL, or to a path on this server such as /")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the link in a text such as `Travel assistant=https://travel.example/`."""
        name, _, url = text.partition("=")
        return cls(name.strip(), url.strip())


def _is_web_address(url: str) -> bool:
    if len(url) > _MAX_URL or not url.isprintable() or not _FORBIDDEN_IN_URL.isdisjoint(url):
        return False
    if url.startswith("/"):
        return not url.startswith("//")
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.username is None
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a service. ``keys`` is the file of its keys; ``profiles`` are Pydantic models by name."""

    keys: Path
    host: str = "127.0.0.1"
    port: int = 8765
    limits: Limits = field(default_factory=Limits)
    origins: tuple[str, ...] = ()
    """Other origins whose web pages may call; none by default."""
    profiles: dict[str, type[Any]] = field(default_factory=dict[str, type[Any]])
    reserve: Path | None = None
    """The folder of the databases, where room is kept for the day when the disk is full; None to keep none."""
    grace: float = 20.0
    """How many seconds requests in flight have to finish when the service is stopped."""
    on_erase: Callable[[Scope], Awaitable[None]] | None = None
    """Called with a scope when everything in it was erased, so that the application can erase what it keeps itself."""
    home: HomeLink | None = None
    """A link from the pages back to the application; none by default."""

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65_535:
            raise ValueError(f"port must be between 0 and 65535, not {self.port}")

    @property
    def on_loopback(self) -> bool:
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach ``host``."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def default_keys_path(store: str) -> Path:
    """Return the default path of the keys: beside an SQLite file, in the current folder for other stores."""
    return (database_folder(store) or Path()) / "keys.db"


def database_folder(store: str) -> Path | None:
    """Return the folder of an SQLite file; None for other stores."""
    from ricordo.opening import sqlite_path

    if "://" in store and not store.lower().startswith("sqlite:"):
        return None
    return sqlite_path(store).parent
