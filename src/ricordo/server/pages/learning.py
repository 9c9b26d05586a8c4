"""Learning that is under way or has failed: the cause, another try, and the state that open pages ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from ricordo.memory import Ricordo
from ricordo.ports.status import JobReport
from ricordo.server.pages.forms import SubmittedForm, ThePerson
from ricordo.server.pages.queries import find_turns
from ricordo.server.pages.rendering import HEADERS, PageRoute, flash_next, redirect, render
from ricordo.server.service import TheMemory
from ricordo.values import Scope

router = APIRouter(prefix="/me", route_class=PageRoute, include_in_schema=False)

MAX_JOBS = 50


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of learning. ``version`` is another one whenever something was said or a job was tried."""

    waiting: int
    failed: Sequence[JobReport]
    queued: Sequence[JobReport]
    version: str

    @property
    def failures(self) -> str:
        """The number of failed jobs, as far as it is known."""
        return f"{len(self.failed)}{'+' if len(self.failed) == MAX_JOBS else ''}"


async def read_progress(memory: Ricordo, scope: Scope | None) -> Progress:
    """Return the progress of learning in ``scope``, or everywhere."""
    jobs = await memory.jobs(scope=scope, limit=MAX_JOBS)
    waiting = await memory.pending(scope=scope)
    last = [] if scope is None else await memory.turns(scope=scope, limit=1)
    state = [
        waiting,
        *(turn.id for turn in last),
        *((job.id, job.attempts, job.failed, len(job.turns)) for job in jobs),
    ]
    failed, queued = [job for job in jobs if job.failed], [job for job in jobs if not job.failed]
    return Progress(waiting, failed, queued, sha256(repr(state).encode()).hexdigest()[:16])


def send_progress(progress: Progress) -> Response:
    """Send what an open page needs to know: whether to look again, and when to stop asking."""
    content = {"waiting": progress.waiting, "failed": len(progress.failed), "version": progress.version}
    return JSONResponse(content, headers=HEADERS)


@router.get("/learning/state")
async def state(session: ThePerson, memory: TheMemory) -> Response:
    """Say how far learning is, for the script of an open page."""
    return send_progress(await read_progress(memory, session.scope()))


@router.get("/learning")
async def learning(request: Request, session: ThePerson, memory: TheMemory) -> Response:
    """Show what waits to be learned from, and what could not be, with the cause."""
    person = session.scope()
    progress = await read_progress(memory, person)
    ids = [job.turns[0] for job in (*progress.failed, *progress.queued) if job.turns]
    return render(request, "learning.html", progress=progress, words=await find_turns(memory, person, ids))


@router.post("/learning/retry")
async def retry(request: Request, form: SubmittedForm, session: ThePerson, memory: TheMemory) -> Response:
    """Try the person's failed jobs again."""
    del form
    count = await memory.retry(scope=session.scope())
    answer = redirect("/me/learning")
    flash_next(request, answer, f"{count:,} {'piece is' if count == 1 else 'pieces are'} tried again.")
    return answer
