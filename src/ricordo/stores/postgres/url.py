"""The URL of a PostgreSQL database."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

_SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,40}")
DEFAULT_SCHEMA = "ricordo"


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """The address of a database. ``conninfo`` may contain a password; ``name`` is for messages and does not."""

    conninfo: str
    schema: str
    name: str

    def __repr__(self) -> str:
        return f"PostgresAddress({self.name!r})"


def parse(url: str) -> PostgresAddress:
    """Parse ``postgresql://user@host/database``. The parameter ``schema`` is ours, all others are PostgreSQL's."""
    try:
        parts = urlsplit(url)
        given = parse_qsl(parts.query, keep_blank_values=True)
        ours = dict(item for item in given if item[0] == "schema")
        query = urlencode([item for item in given if item[0] != "schema"])
        conninfo = urlunsplit(("postgresql", parts.netloc, parts.path, query, ""))
        known = conninfo_to_dict(conninfo)
    except (ValueError, ProgrammingError):
        # The original message would contain the password.
        raise ValueError("url must look like postgresql://user:password@host:5432/database") from None
    schema = ours.get("schema", DEFAULT_SCHEMA)
    if not _SCHEMA.fullmatch(schema):
        raise ValueError("url: the schema must be a name of lower-case letters, digits and underscores")
    user = f"{known['user']}@" if known.get("user") else ""
    port = f":{known['port']}" if known.get("port") else ""
    name = f"postgresql://{user}{known.get('host', 'localhost')}{port}/{known.get('dbname', '')}"
    return PostgresAddress(conninfo, schema, name)
