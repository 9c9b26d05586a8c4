"""Learning that is due."""

from __future__ import annotations

import sqlite3
import uuid
from datetime import datetime, timedelta

from recollect.ports.changes import FailJob, FinishJob, Job
from recollect.stores.columns import TURN
from recollect.stores.sqlite import names
from recollect.stores.sqlite.scopes import Place, resolve
from recollect.stores.times import to_micros
from recollect.values import Scope, StoreError

_MOST_TURNS = 40
"""Turns that one job may grow to: what fits into one call of a language model, with room to spare."""


def add(connection: sqlite3.Connection, here: Place, *, first: int, last: int, due: datetime) -> None:
    """Add turns to the job that is waiting in their scope, or make one."""
    grown = connection.execute(
        "UPDATE job SET last = ? WHERE id = (SELECT max(id) FROM job WHERE scope = ? AND owner = ?) "
        "AND attempts = 0 AND failed = 0 AND ? - first < ?",
        (last, here.scope, here.owner, last, _MOST_TURNS),
    ).rowcount
    if not grown:
        connection.execute(
            "INSERT INTO job (owner, scope, first, last, due) VALUES (?, ?, ?, ?, ?)",
            (here.owner, here.scope, first, last, to_micros(due)),
        )


def lease(connection: sqlite3.Connection, *, worker: str, now: datetime, seconds: float, limit: int) -> list[Job]:
    """Take jobs that are due and that nobody works on."""
    taken: list[Job] = []
    moment, until = to_micros(now), to_micros(now + timedelta(seconds=seconds))
    for number, owner, scope, first, last, attempts in connection.execute(
        "SELECT id, owner, scope, first, last, attempts FROM job "
        "WHERE failed = 0 AND due <= ? AND (leased_until IS NULL OR leased_until < ?) ORDER BY due, id LIMIT ?",
        (moment, moment, limit),
    ).fetchall():
        ids = connection.execute(
            "SELECT t.id FROM document d JOIN turn t ON t.ref = d.ref "
            "WHERE d.owner = ? AND d.number BETWEEN ? AND ? AND d.scope = ? AND d.kind = ? ORDER BY d.number",
            (owner, first, last, scope, TURN),
        ).fetchall()
        token = f"{worker}/{uuid.uuid4().hex}"
        connection.execute(
            "UPDATE job SET lease = ?, leased_until = ?, attempts = attempts + 1 WHERE id = ?", (token, until, number)
        )
        where = names.read(connection, [scope])[scope]
        taken.append(Job(number, where, tuple(id for (id,) in ids), attempts + 1, token))
    return taken


def finish(connection: sqlite3.Connection, change: FinishJob) -> int:
    """Remove a job that is done, if it is still held by whoever did it."""
    held = connection.execute("DELETE FROM job WHERE id = ? AND lease = ?", (change.job.id, change.job.lease)).rowcount
    if not held:
        raise StoreError("the lease on this learning job ran out and somebody else has it: its results are dropped")
    return 1


def fail(connection: sqlite3.Connection, change: FailJob) -> int:
    """Put a job back for another try, or set it aside for good."""
    due = None if change.retry_at is None else to_micros(change.retry_at)
    return connection.execute(
        "UPDATE job SET lease = NULL, leased_until = NULL, error = ?, failed = ?, due = ifnull(?, due) "
        "WHERE id = ? AND lease = ?",
        (change.error, due is None, due, change.job.id, change.job.lease),
    ).rowcount


def pending(connection: sqlite3.Connection, scope: Scope | None) -> int:
    """How many jobs are waiting or being worked on."""
    if scope is None:
        return int(connection.execute("SELECT count(*) FROM job WHERE failed = 0").fetchone()[0])
    total = 0
    for reach in resolve(connection, scope, private=True):
        narrowed = "" if reach.scopes is None else f"AND scope IN ({', '.join(map(str, sorted(reach.scopes)))})"
        query = f"SELECT count(*) FROM job WHERE failed = 0 AND owner = ? {narrowed}"
        total += int(connection.execute(query, (reach.owner,)).fetchone()[0])
    return total


def remove_empty(connection: sqlite3.Connection, owner: int) -> int:
    """Remove the jobs of an owner that have no turn left to learn from; how many there were."""
    return connection.execute(
        "DELETE FROM job WHERE owner = ? AND NOT EXISTS (SELECT 1 FROM document d WHERE d.owner = job.owner "
        "AND d.number BETWEEN job.first AND job.last AND d.scope = job.scope AND d.kind = ?)",
        (owner, TURN),
    ).rowcount
