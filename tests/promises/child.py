"""What the other process does: a program that talks to a store and says on standard output what was acknowledged.

python -m tests.promises.child MODE URL NAME COUNT
"""

from __future__ import annotations

import asyncio
import sys

from ricordo.memory import Ricordo
from ricordo.testing import HashEmbedder
from ricordo.values import Scope, Turn


def scope(name: str) -> Scope:
    return Scope(application="test", user=name)


async def write(memory: Ricordo, name: str, count: int) -> None:
    """Remember one turn after the other, and say so when it is acknowledged."""
    for number in range(count):
        (id,) = await memory.remember(
            [Turn("user", f"note {number} by {name}", id=f"{name}-{number}")], scope=scope(name)
        )
        print(id, flush=True)


async def write_many(memory: Ricordo, name: str, count: int) -> None:
    """Remember from many callers at once, so that they share commits."""

    async def one(number: int) -> None:
        (id,) = await memory.remember(
            [Turn("user", f"note {number} by {name}", id=f"{name}-{number}")], scope=scope(name)
        )
        print(id, flush=True)

    await asyncio.gather(*(one(number) for number in range(count)))


async def batches(memory: Ricordo, name: str, count: int) -> None:
    """Remember fifty turns at a time; they are acknowledged together."""
    for start in range(0, count, 50):
        turns = [Turn("user", f"note {n} by {name}", id=f"{name}-{n}") for n in range(start, start + 50)]
        print(",".join(await memory.remember(turns, scope=scope(name))), flush=True)


async def forget(memory: Ricordo, name: str, count: int) -> None:
    """Forget one session after the other, and say so when it is acknowledged."""
    print("ready", flush=True)
    for number in range(count):
        await memory.forget(scope=Scope(application="test", user=name, session=str(number)))
        print(number, flush=True)


async def reembed(memory: Ricordo, name: str, count: int) -> None:
    """Embed what has no vector yet, batch by batch."""
    del name, count
    async for done in memory.maintenance.reembed():
        print(done, flush=True)


MODES = {"write": write, "write-many": write_many, "batches": batches, "forget": forget, "reembed": reembed}


async def main(mode: str, url: str, name: str, count: int) -> None:
    embedder = HashEmbedder(name="second") if mode == "reembed" else HashEmbedder()
    async with Ricordo.open(url, embedder=embedder, timeout=30) as memory:
        await MODES[mode](memory, name, count)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
