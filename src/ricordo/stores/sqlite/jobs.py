"""The queue of learning jobs."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timedelta

from ricordo.ports.changes import EndGathering, FailJob, FinishJob, Gather, Job, RenewLease, RetryJobs
from ricordo.ports.status import JobReport
from ricordo.stores.common.codes import TURN
from ricordo.stores.common.rules import ERASED_ERROR, MAX_DELAY, MAX_JOB_TURNS, MAX_LEASE, new_lease, require_lease
from ricordo.stores.common.times import from_micros, to_micros
from ricordo.stores.sqlite import names
from ricordo.stores.sqlite.scopes import Place, resolve
from ricordo.values import Scope

_ALL = 10**9

_FREE_JOBS = (
    "SELECT id, owner, scope, first, last, attempts FROM job WHERE failed = 0 AND {} "
    "AND NOT EXISTS (SELECT 1 FROM job other WHERE other.owner = job.owner AND other.failed = 0 AND ("
    "other.leased_until BETWEEN :now AND :held "
    "OR ((other.due <= :now OR other.due > :late) AND (other.due, other.id) < (job.due, job.id)))) "
    "ORDER BY due, id LIMIT :limit"
)
"""The jobs that are due, and those that are due too late, are read one after the other, and those that wait not at
all: with OR, SQLite would read them too."""


def add(
    connection: sqlite3.Connection, here: Place, *, first: int, last: int, due: datetime, gather: Gather | None
) -> None:
    """Add turns to the job that is waiting in their scope, or make one."""
    grown = connection.execute(
        "SELECT id, first FROM job WHERE id = (SELECT max(id) FROM job WHERE scope = ? AND owner = ?) "
        "AND attempts = 0 AND failed = 0 AND ? - first < ?",
        (here.scope, here.owner, last, MAX_JOB_TURNS),
    ).fetchone()
    if grown is None:
        new_due = gather.due(due, turns=last - first + 1, since=gather.now) if gather else due
        connection.execute(
            "INSERT INTO job (owner, scope, first, last, due) VALUES (?, ?, ?, ?, ?)",
            (here.owner, here.scope, first, last, to_micros(new_due)),
        )
        return
    number, start = grown
    connection.execute("UPDATE job SET last = ? WHERE id = ?", (last, number))
    if gather:
        turns, since = connection.execute(
            "SELECT count(*), min(recorded) FROM document "
            "WHERE owner = ? AND number BETWEEN ? AND ? AND scope = ? AND kind = ?",
            (here.owner, start, last, here.scope, TURN),
        ).fetchone()
        grown_due = gather.due(due, turns=turns, since=from_micros(since))
        connection.execute(
            "UPDATE job SET due = ? WHERE id = ? AND error IS NULL",
            (to_micros(grown_due), number),
        )


def lease(connection: sqlite3.Connection, *, worker: str, now: datetime, seconds: float, limit: int) -> list[Job]:
    """Lease jobs that are due, of owners without a leased job."""
    taken: list[Job] = []
    until = to_micros(now + timedelta(seconds=seconds))
    times = {"now": to_micros(now), "held": to_micros(now + MAX_LEASE), "late": to_micros(now + MAX_DELAY)}
    for number, owner, scope, first, last, attempts in connection.execute(
        f"SELECT * FROM ({_FREE_JOBS.format('due <= :now')}) "
        f"UNION ALL SELECT * FROM ({_FREE_JOBS.format('due > :late')}) LIMIT :limit",
        {**times, "limit": limit},
    ).fetchall():
        ids = _turns(connection, owner, scope, first, last)
        token = new_lease(worker)
        connection.execute(
            "UPDATE job SET lease = ?, leased_until = ?, attempts = attempts + 1 WHERE id = ?", (token, until, number)
        )
        where = names.read(connection, [scope])[scope]
        taken.append(Job(number, where, tuple(ids), attempts + 1, token))
    return taken


def apply(connection: sqlite3.Connection, change: FinishJob | FailJob | RenewLease | RetryJobs | EndGathering) -> int:
    """Apply a change to jobs."""
    match change:
        case FinishJob():
            return _finish(connection, change)
        case FailJob():
            return _fail(connection, change)
        case RenewLease():
            return _renew(connection, change)
        case RetryJobs():
            return _retry(connection, change)
        case EndGathering():
            return _end_gathering(connection, change)


def _finish(connection: sqlite3.Connection, change: FinishJob) -> int:
    """Delete a job that is done, if its lease still holds."""
    held = connection.execute("DELETE FROM job WHERE id = ? AND lease = ?", (change.job.id, change.job.lease)).rowcount
    require_lease(held=bool(held))
    return 1


def _fail(connection: sqlite3.Connection, change: FailJob) -> int:
    """Return a job to the queue, or set it aside."""
    due = None if change.retry_at is None else to_micros(change.retry_at)
    return connection.execute(
        "UPDATE job SET lease = NULL, leased_until = NULL, error = ?, failed = ?, due = ifnull(?, due), "
        "attempts = attempts - ? WHERE id = ? AND lease = ?",
        (change.error, due is None, due, not change.counted, change.job.id, change.job.lease),
    ).rowcount


def _renew(connection: sqlite3.Connection, change: RenewLease) -> int:
    """Extend the lease of a job."""
    return connection.execute(
        "UPDATE job SET leased_until = ? WHERE id = ? AND lease = ?",
        (to_micros(change.until), change.job.id, change.job.lease),
    ).rowcount


def _retry(connection: sqlite3.Connection, change: RetryJobs) -> int:
    """Return jobs that were set aside to the queue."""
    failed = [report.id for report in reports(connection, change.scope, limit=_ALL) if report.failed]
    connection.executemany(
        "UPDATE job SET failed = 0, attempts = 0, due = ? WHERE id = ?",
        [(to_micros(change.due), number) for number in failed],
    )
    return len(failed)


def _end_gathering(connection: sqlite3.Connection, change: EndGathering) -> int:
    """Make the jobs due that nobody tried yet."""
    return connection.execute(
        "UPDATE job SET due = :due WHERE failed = 0 AND due > :due AND attempts = 0 AND error IS NULL "
        f"AND ({_job_condition(connection, change.scope)})",
        {"due": to_micros(change.due)},
    ).rowcount


def reports(connection: sqlite3.Connection, scope: Scope | None, *, limit: int) -> list[JobReport]:
    """Return the jobs in ``scope``, first those that were set aside."""
    rows = connection.execute(
        "SELECT id, scope, owner, first, last, attempts, due, failed, error FROM job "
        f"WHERE {_job_condition(connection, scope)} ORDER BY failed DESC, due, id LIMIT ?",
        (limit,),
    ).fetchall()
    scopes = names.read(connection, (row[1] for row in rows))
    return [
        JobReport(
            id=number,
            scope=scopes[where],
            turns=tuple(_turns(connection, owner, where, first, last)),
            attempts=attempts,
            due=from_micros(due),
            failed=bool(failed),
            error=error,
        )
        for number, where, owner, first, last, attempts, due, failed, error in rows
    ]


def count_pending(connection: sqlite3.Connection, scope: Scope | None) -> int:
    """Return the number of jobs that wait or are leased."""
    narrowed = _job_condition(connection, scope)
    return int(connection.execute(f"SELECT count(*) FROM job WHERE failed = 0 AND ({narrowed})").fetchone()[0])


def _job_condition(connection: sqlite3.Connection, scope: Scope | None) -> str:
    """Return the SQL condition for the jobs in ``scope``. It has numbers only."""
    if scope is None:
        return "true"
    reaches = resolve(connection, scope, private=True)
    whole = [str(reach.owner) for reach in reaches if reach.scopes is None]
    parts = [str(number) for reach in reaches for number in sorted(reach.scopes or ())]
    return f"owner IN ({', '.join(whole)}) OR scope IN ({', '.join(parts)})"


def _turns(connection: sqlite3.Connection, owner: int, scope: int, first: int, last: int) -> list[str]:
    """Return the ids of the turns between two numbers that still exist."""
    rows = connection.execute(
        "SELECT t.id FROM document d JOIN turn t ON t.ref = d.ref "
        "WHERE d.owner = ? AND d.number BETWEEN ? AND ? AND d.scope = ? AND d.kind = ? ORDER BY d.number",
        (owner, first, last, scope, TURN),
    )
    return [id for (id,) in rows]


def erase(connection: sqlite3.Connection, owner: int) -> int:
    """Delete the jobs of an owner without a turn left, and the errors of all others. Return how many are deleted."""
    connection.execute("UPDATE job SET error = ? WHERE owner = ? AND error IS NOT NULL", (ERASED_ERROR, owner))
    return connection.execute(
        "DELETE FROM job WHERE owner = ? AND NOT EXISTS (SELECT 1 FROM document d WHERE d.owner = job.owner "
        "AND d.number BETWEEN job.first AND job.last AND d.scope = job.scope AND d.kind = ?)",
        (owner, TURN),
    ).rowcount
