"""Errors of a server: an explanation for the user, and whether to try again."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from ricordo.values import StoreError

_EXPLANATIONS = {
    "28": "it refused the user or the password; check the URL",
    "3D": "there is no such database; create it, or check the URL",
    "42501": "the user may not do this; see docs/operate/postgresql.md for the rights that are needed",
    "25006": "it is read-only, perhaps a standby; give the URL of the primary",
    "53100": "its disk is full; free some space and try again, nothing was half-written",
    "53300": "it has no free connection; raise max_connections, or put a pooler in front of it",
    "55P03": "it could not get a lock in time; try again",
    "57014": "a statement took longer than statement_timeout; try again, or raise the limit",
    "XX001": "it is damaged; restore a backup",
    "XX002": "an index is damaged; run REINDEX, or restore a backup",
}
"""Explanations by SQLSTATE, or by its class, the first two characters."""

_UNREACHABLE = "it cannot be reached; check that it runs and that the URL is right"
_REASON = re.compile(r"FATAL:\s+(.+)")


def is_connection_lost(error: psycopg.Error) -> bool:
    """Return whether the connection is lost or the server stops. What was not committed has not happened."""
    if isinstance(error, errors.AdminShutdown | errors.CrashShutdown | errors.CannotConnectNow):
        return True
    # An error without a state does not come from the server.
    return isinstance(error, psycopg.OperationalError) and error.sqlstate is None


def is_retryable(error: psycopg.Error) -> bool:
    """Return whether the same transaction may succeed the next time."""
    return is_connection_lost(error) or isinstance(error, errors.DeadlockDetected | errors.SerializationFailure)


@contextmanager
def explain_errors(name: str) -> Generator[None]:
    """Turn PostgreSQL's errors into a ``StoreError`` that says what to do.

    Only the state of the error is passed on: the server's messages may quote what somebody said.
    """
    try:
        yield
    except PoolClosed:
        raise StoreError(f"{name}: the store is closed") from None
    except (PoolTimeout, TooManyRequests):
        raise StoreError(
            f"{name}: there was no free connection in time: the server cannot be reached, or all connections are busy; "
            "try again, or give `open` a longer `timeout`"
        ) from None
    except psycopg.Error as error:
        raise StoreError(f"{name}: {_explain(error)}") from None


def _explain(error: psycopg.Error) -> str:
    state = error.sqlstate or ""
    if is_connection_lost(error):
        # The reason for a refused connection comes before any statement, so it cannot quote one.
        reason = _REASON.search(str(error)) if not state else None
        return f"{_UNREACHABLE} ({reason[1]})" if reason else _UNREACHABLE
    return (
        _EXPLANATIONS.get(state)
        or _EXPLANATIONS.get(state[:2])
        or f"PostgreSQL refused ({type(error).__name__}, {state})"
    )
