"""What goes wrong with a server, what it means to a user, and whether to try again."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from ricordo.values import StoreError

_MEANINGS = {
    "28": "it refused the user or the password; check the URL",
    "3D": "there is no such database; create it, or check the URL",
    "42501": "the user may not do this; see docs/operate/postgresql.md for the rights that are needed",
    "25006": "it is read-only, perhaps a standby; give the URL of the primary",
    "53100": "its disk is full; free some space and try again, nothing was half-written",
    "53300": "it has no connection left; raise max_connections, or put a pooler in front of it",
    "55P03": "a lock was not to be had in time; try again",
    "57014": "it took longer than the server allows (statement_timeout); try again, or raise that",
    "XX001": "it is damaged; restore a backup",
    "XX002": "an index is damaged; run REINDEX, or restore a backup",
}
"""By SQLSTATE, or by its class, the first two characters."""

_GONE = "it cannot be reached; check that it runs and that the URL is right"
_REASON = re.compile(r"FATAL:\s+(.+)")


def is_lost(error: psycopg.Error) -> bool:
    """Whether the connection is gone, or the server about to be: what was not committed has not happened."""
    if isinstance(error, errors.AdminShutdown | errors.CrashShutdown | errors.CannotConnectNow):
        return True
    # Without a state it was not the server that spoke.
    return isinstance(error, psycopg.OperationalError) and error.sqlstate is None


def may_try_again(error: psycopg.Error) -> bool:
    """Whether the same transaction may well succeed the next time."""
    return is_lost(error) or isinstance(error, errors.DeadlockDetected | errors.SerializationFailure)


@contextmanager
def explained(name: str) -> Generator[None]:
    """Turn PostgreSQL's errors into a ``StoreError`` that says what to do.

    Of what the server says, only the state is passed on: its messages may quote what somebody said.
    """
    try:
        yield
    except PoolClosed:
        raise StoreError(f"{name}: the store is closed") from None
    except (PoolTimeout, TooManyRequests):
        raise StoreError(
            f"{name}: no connection was to be had in time: it cannot be reached, or all connections are at work; "
            "try again, or give `open` a longer `timeout`"
        ) from None
    except psycopg.Error as error:
        raise StoreError(f"{name}: {_meaning(error)}") from None


def _meaning(error: psycopg.Error) -> str:
    state = error.sqlstate or ""
    if is_lost(error):
        # Why a connection was refused is said before any statement is: it can quote none.
        reason = _REASON.search(str(error)) if not state else None
        return f"{_GONE} ({reason[1]})" if reason else _GONE
    return _MEANINGS.get(state) or _MEANINGS.get(state[:2]) or f"PostgreSQL refused ({type(error).__name__}, {state})"
