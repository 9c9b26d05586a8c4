"""The URL of a Qdrant index."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote

_FORM = "index must look like qdrant://[key@]host:6333[,host:6333…]/[prefix][?tls=true&timeout=0.5&replicas=3&shards=6]"
_URL = re.compile(r"qdrant://(?:(?P<key>[^@/]*)@)?(?P<hosts>[^/?#@]+)(?:/(?P<prefix>[^?#]*))?(?:\?(?P<query>[^#]*))?")
_HOST = re.compile(r"(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(?P<port>\d{1,5}))?")
_PREFIX = re.compile(r"[A-Za-z0-9_-]{0,64}")
_DEFAULT_PORT = 6333

DEFAULT_PREFIX = "ricordo"
DEFAULT_TIMEOUT = 0.5


@dataclass(frozen=True, slots=True)
class QdrantAddress:
    """The address of a cluster. ``key`` is a secret; ``name`` is for messages and does not contain it.

    ``timeout`` is how long a search may wait for all nodes together. ``replicas`` and ``shards`` apply to new
    collections; None means that they follow from the number of nodes.
    """

    nodes: tuple[str, ...]
    prefix: str
    key: str | None
    timeout: float
    replicas: int | None
    shards: int | None
    name: str

    def __repr__(self) -> str:
        return f"QdrantAddress({self.name!r})"


def parse(url: str) -> QdrantAddress:
    """Parse ``qdrant://key@host:6333,host:6333/prefix?tls=true``."""
    parts = _URL.fullmatch(url.strip())
    if parts is None:
        raise ValueError(_FORM)
    given = dict(parse_qsl(parts["query"] or "", keep_blank_values=True))
    if unknown := sorted(set(given) - {"tls", "timeout", "replicas", "shards"}):
        raise ValueError(f"index: {unknown[0]!r} is not a setting; {_FORM}")
    prefix = parts["prefix"] or DEFAULT_PREFIX
    if not _PREFIX.fullmatch(prefix):
        raise ValueError("index: the prefix must be letters, digits, - and _ only")
    hosts = [_parse_host(host) for host in parts["hosts"].split(",")]
    scheme = "https" if _parse_flag(given.get("tls", "false")) else "http"
    return QdrantAddress(
        nodes=tuple(f"{scheme}://{host}" for host in hosts),
        prefix=prefix,
        key=unquote(parts["key"]) if parts["key"] else None,
        timeout=_parse_seconds(given.get("timeout", str(DEFAULT_TIMEOUT))),
        replicas=_parse_count(given, "replicas"),
        shards=_parse_count(given, "shards"),
        name=f"qdrant://{','.join(hosts)}/{prefix}",
    )


def _parse_host(text: str) -> str:
    found = _HOST.fullmatch(text.strip())
    if found is None or int(found["port"] or _DEFAULT_PORT) > 65_535:
        raise ValueError(_FORM)
    return f"{found['host']}:{found['port'] or _DEFAULT_PORT}"


def _parse_flag(text: str) -> bool:
    if text.lower() not in {"true", "false"}:
        raise ValueError("index: tls must be true or false")
    return text.lower() == "true"


def _parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.01 <= seconds <= 60:
        raise ValueError("index: timeout must be between 0.01 and 60 seconds")
    return seconds


def _parse_count(given: dict[str, str], name: str) -> int | None:
    if name not in given:
        return None
    if not given[name].isdigit() or not 1 <= int(given[name]) <= 1000:
        raise ValueError(f"index: {name} must be a number from 1 to 1000")
    return int(given[name])
