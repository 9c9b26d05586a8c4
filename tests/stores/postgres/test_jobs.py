"""Workers on many connections take jobs at the same moment."""

from __future__ import annotations

import asyncio

from ricordo.stores.postgres import PostgresStore
from ricordo.testing.samples import add, minute
from ricordo.values import Scope
from tests.stores.postgres.server import LocalServer

PEOPLE = 60
WORKERS = 12


async def test_no_job_is_given_to_two_workers_who_ask_at_once(server: LocalServer) -> None:
    address = server.url()
    stores = [await PostgresStore.open(address) for _ in range(3)]
    people = [Scope(application="travel", user=f"person {number}") for number in range(PEOPLE)]
    await stores[0].write([add(person, "hello", learn_at=minute(0)) for person in people])

    async def work(worker: int) -> list[int]:
        taken: list[int] = []
        while jobs := await stores[worker % 3].lease(worker=f"w{worker}", now=minute(0), seconds=60, limit=2):
            taken += [job.id for job in jobs]
        return taken

    taken = [id for ids in await asyncio.gather(*(work(number) for number in range(WORKERS))) for id in ids]
    assert len(taken) == len(set(taken))
    # Whoever finds all that is free locked goes away with nothing; what is left is there for the next one.
    taken += await work(0)
    assert len(set(taken)) == len(taken) == PEOPLE
    for store in stores:
        await store.close()
