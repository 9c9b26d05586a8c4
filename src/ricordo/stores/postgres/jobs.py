"""Learning jobs.

One job of an owner is leased at a time. Leasing a job locks the owner, so that two workers that look at the same moment
do not both get a job of the same person. A worker that finds an owner locked takes another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from ricordo.ports.changes import EndGathering, FailJob, FinishJob, Gather, Job, RenewLease, RetryJobs
from ricordo.ports.status import JobReport
from ricordo.stores.common.codes import TURN
from ricordo.stores.common.rules import ERASED_ERROR, MAX_DELAY, MAX_JOB_TURNS, MAX_LEASE, new_lease, require_lease
from ricordo.stores.common.times import from_micros, to_micros
from ricordo.stores.postgres.scopes import NAMES, LockedScope, ScopeFilter, resolve
from ricordo.stores.postgres.session import PostgresSession, Row
from ricordo.values import Scope

CHANNEL = "ricordo_jobs"

_IS_FREE = "NOT failed AND (leased_until IS NULL OR leased_until NOT BETWEEN %s AND %s)"
_IS_NEXT_OF_OWNER = (
    "NOT EXISTS (SELECT 1 FROM job other WHERE other.owner = job.owner AND NOT other.failed AND ("
    "other.leased_until BETWEEN %s AND %s "
    "OR ((other.due <= %s OR other.due > %s) AND (other.due, other.id) < (job.due, job.id))))"
)
_FREE_JOBS = (
    f"SELECT job.owner, job.id FROM job JOIN shelf USING (owner) WHERE {{}} AND {_IS_FREE} AND {_IS_NEXT_OF_OWNER} "
    "ORDER BY due, id LIMIT %s FOR UPDATE SKIP LOCKED"
)
_FIND_JOBS = (
    f"SELECT * FROM ({_FREE_JOBS.format('due <= %s')}) due "
    f"UNION ALL SELECT * FROM ({_FREE_JOBS.format('due > %s')}) due_too_late LIMIT %s"
)
"""The jobs that are due, and those that are due too late, are read one after the other, and those that wait not at
all: with OR, PostgreSQL would read them too."""
_TURN_IDS = (
    "ARRAY(SELECT w.id FROM document d JOIN words w USING (owner, number) WHERE d.owner = job.owner "
    f"AND d.number BETWEEN job.first AND job.last AND d.scope = job.scope AND d.kind = {TURN} ORDER BY d.number)"
)

_GATHERED_DUE = (
    "CASE WHEN error IS NOT NULL THEN due ELSE (SELECT CASE WHEN count(*) >= %s THEN %s::bigint "
    "ELSE least(%s::bigint, min(d.recorded) + %s::bigint) END FROM document d "
    f"WHERE d.owner = %s AND d.number BETWEEN job.first AND %s AND d.scope = job.scope AND d.kind = {TURN}) END"
)
"""The time at which a job is due that turns are added to, as `Gather.due` says."""


def add(
    session: PostgresSession, here: LockedScope, *, first: int, last: int, due: datetime, gather: Gather | None
) -> None:
    """Add turns to the job that waits in their scope, or add a job. Notify the workers of a job that is new or full."""
    grown_due: list[object] = []
    new_due = due
    if gather:
        longest = round(gather.longest.total_seconds() * 1_000_000)
        grown_due = [gather.turns, to_micros(gather.now), to_micros(due), longest, here.owner, last]
        new_due = gather.due(due, turns=last - first + 1, since=gather.now)
    session.execute_later(
        f"WITH grown AS (UPDATE job SET last = %s, due = {_GATHERED_DUE if gather else 'due'} "
        "WHERE owner = %s AND id = (SELECT max(id) FROM job WHERE owner = %s AND scope = %s) "
        "AND attempts = 0 AND NOT failed AND %s - first < %s RETURNING due), "
        "made AS (INSERT INTO job (owner, scope, first, last, due) SELECT %s, %s, %s, %s, %s "
        "WHERE NOT EXISTS (SELECT FROM grown) RETURNING id) "
        "SELECT pg_notify(%s || '_' || current_schema, '') WHERE EXISTS (SELECT FROM made) "
        "OR EXISTS (SELECT FROM grown WHERE due <= %s)",
        (
            *(last, *grown_due, here.owner, here.owner, here.scope, last, MAX_JOB_TURNS),
            *(here.owner, here.scope, first, last, to_micros(new_due), CHANNEL),
            to_micros(gather.now) if gather else None,
        ),
    )


async def lease(session: PostgresSession, *, worker: str, now: datetime, seconds: float, limit: int) -> list[Job]:
    """Lease jobs that are due, of owners without a leased job."""
    session.show_all()
    until = to_micros(now + timedelta(seconds=seconds))
    moment, held, late = to_micros(now), to_micros(now + MAX_LEASE), to_micros(now + MAX_DELAY)
    times = (moment, held, moment, held, moment, late)
    found = await session.fetch_rows(_FIND_JOBS, (moment, *times, limit, late, *times, limit, limit))
    if not found:
        return []
    # Another worker may have leased and finished a job before we had the lock, so the conditions are checked again.
    token = new_lease(worker)
    taken = await session.fetch_rows(
        "UPDATE job SET lease = %s || '/' || id, leased_until = %s, attempts = attempts + 1 "
        "WHERE owner = ANY(%s::bigint[]) AND id = ANY(%s::bigint[]) AND (due <= %s OR due > %s) "
        f"AND {_IS_FREE} AND {_IS_NEXT_OF_OWNER} "
        f"RETURNING owner, id, scope, attempts, lease, due, {_TURN_IDS}",
        (
            *(token, until, [owner for owner, _ in found], [number for _, number in found]),
            *(moment, late, *times),
        ),
    )
    scopes = await _read_scopes(session, [(row[0], row[2]) for row in taken])
    return [
        Job(number, scopes[scope], tuple(ids), attempts, lease)
        for _, number, scope, attempts, lease, _, ids in sorted(taken, key=lambda row: (row[5], row[1]))
    ]


async def apply(session: PostgresSession, change: FinishJob | FailJob | RenewLease | RetryJobs | EndGathering) -> int:
    """Apply a change of jobs."""
    match change:
        case FinishJob():
            return await _finish(session, change)
        case FailJob():
            return await _fail(session, change)
        case RenewLease():
            return await _renew(session, change)
        case RetryJobs():
            return await _retry(session, change)
        case EndGathering():
            return await _end_gathering(session, change)


async def _finish(session: PostgresSession, change: FinishJob) -> int:
    """Remove a finished job. Raise ``StoreError`` if its lease ran out."""
    session.show_all()
    held = await session.fetch_row(
        "DELETE FROM job WHERE id = %s AND lease = %s RETURNING id", (change.job.id, change.job.lease)
    )
    require_lease(held=bool(held))
    return 1


async def _fail(session: PostgresSession, change: FailJob) -> int:
    """Schedule a job for another try, or mark it as failed."""
    session.show_all()
    due = None if change.retry_at is None else to_micros(change.retry_at)
    put_back = await session.fetch_rows(
        "UPDATE job SET lease = NULL, leased_until = NULL, error = %s, failed = %s, due = coalesce(%s, due), "
        "attempts = attempts - %s WHERE id = %s AND lease = %s RETURNING id",
        (change.error, due is None, due, int(not change.counted), change.job.id, change.job.lease),
    )
    return len(put_back)


async def _renew(session: PostgresSession, change: RenewLease) -> int:
    """Extend the lease of a job."""
    session.show_all()
    held = await session.fetch_rows(
        "UPDATE job SET leased_until = %s WHERE id = %s AND lease = %s RETURNING id",
        (to_micros(change.until), change.job.id, change.job.lease),
    )
    return len(held)


async def _retry(session: PostgresSession, change: RetryJobs) -> int:
    """Schedule failed jobs again."""
    where, values = await _scope_condition(session, change.scope)
    tried = await session.fetch_rows(
        f"UPDATE job SET failed = false, attempts = 0, due = %s WHERE failed AND {where} RETURNING id",
        (to_micros(change.due), *values),
    )
    return len(tried)


async def _end_gathering(session: PostgresSession, change: EndGathering) -> int:
    """Make the jobs due that nobody tried yet. A job that is being changed is left out."""
    where, values = await _scope_condition(session, change.scope)
    due = to_micros(change.due)
    changed = await session.fetch_rows(
        "UPDATE job SET due = %s WHERE (owner, id) IN (SELECT owner, id FROM job WHERE NOT failed AND due > %s "
        f"AND attempts = 0 AND error IS NULL AND {where} FOR UPDATE SKIP LOCKED) RETURNING id",
        (due, due, *values),
    )
    return len(changed)


async def list_jobs(session: PostgresSession, scope: Scope | None, *, limit: int) -> list[JobReport]:
    """Return the jobs in ``scope``, failed ones first."""
    where, values = await _scope_condition(session, scope)
    rows = await session.fetch_rows(
        f"SELECT owner, id, scope, attempts, due, failed, error, {_TURN_IDS} FROM job WHERE {where} "
        "ORDER BY failed DESC, due, id LIMIT %s",
        (*values, limit),
    )
    scopes = await _read_scopes(session, [(row[0], row[2]) for row in rows])
    return [
        JobReport(
            id=number,
            scope=scopes[where],
            turns=tuple(ids),
            attempts=attempts,
            due=from_micros(due),
            failed=failed,
            error=error,
        )
        for _, number, where, attempts, due, failed, error, ids in rows
    ]


async def count_pending(session: PostgresSession, scope: Scope | None) -> int:
    """Return the number of jobs that have not failed."""
    where, values = await _scope_condition(session, scope)
    return await session.fetch_number(f"SELECT count(*) FROM job WHERE NOT failed AND {where}", values)


async def erase(session: PostgresSession, owner: int) -> int:
    """Remove the jobs of an owner without a turn left, and the errors of all others. Return how many are removed."""
    session.execute_later("UPDATE job SET error = %s WHERE owner = %s AND error IS NOT NULL", (ERASED_ERROR, owner))
    gone = await session.fetch_rows(
        f"DELETE FROM job WHERE owner = %s AND {_TURN_IDS} = '{{}}' RETURNING id",
        (owner,),
    )
    return len(gone)


async def _scope_condition(session: PostgresSession, scope: Scope | None) -> tuple[str, list[object]]:
    if scope is None:
        session.show_all()
        return "true", []
    reach: ScopeFilter = await resolve(session, scope, private=True)
    return reach.where("job")


async def _read_scopes(session: PostgresSession, places: Sequence[tuple[int, int]]) -> dict[int, Scope]:
    """Return scopes by number."""
    owners, numbers = {owner for owner, _ in places}, {number for _, number in places}
    rows: list[Row] = await session.fetch_rows(
        f"SELECT id, {NAMES} FROM scope WHERE owner = ANY(%s::bigint[]) AND id = ANY(%s::bigint[])",
        (sorted(owners), sorted(numbers)),
    )
    return {number: Scope(*names) for number, *names in rows}
