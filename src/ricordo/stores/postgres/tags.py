"""The tags of documents, as salted hashes by which they are found. Their text lies with that of the document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ricordo.stores.common.hashing import hash_text
from ricordo.stores.common.keys import pack_key
from ricordo.stores.postgres.scopes import LockedScope
from ricordo.stores.postgres.session import PostgresSession, Row

_TAGGED = (
    "SELECT t.owner, t.number FROM unnest(%s::bigint[], %s::bigint[]) AS k(owner, hash) "
    "JOIN tag t ON t.owner = k.owner AND t.hash = k.hash"
)
_RESTING = (
    "SELECT e.owner, e.number FROM unnest(%s::bigint[], %s::bigint[]) AS k(owner, hash) "
    "JOIN tag t ON t.owner = k.owner AND t.hash = k.hash "
    "JOIN evidence e ON e.turn_owner = t.owner AND e.turn = t.number WHERE e.owner = ANY(%s::bigint[])"
)


def add(session: PostgresSession, here: LockedScope, tags: Mapping[int, Sequence[str]]) -> None:
    """Index the tags of documents, given by number."""
    rows = [(number, hash_text(tag, here.salt)) for number, given in tags.items() for tag in given]
    if rows:
        numbers, hashes = zip(*rows, strict=True)
        session.execute_later(
            "INSERT INTO tag (owner, number, hash) SELECT %s, * FROM unnest(%s::int[], %s::bigint[])",
            (here.owner, list(numbers), list(hashes)),
        )


def remove(session: PostgresSession, owner: int, numbers: Iterable[int]) -> None:
    """Remove the tags of documents."""
    session.execute_later("DELETE FROM tag WHERE owner = %s AND number = ANY(%s::int[])", (owner, list(numbers)))


async def find_keys(
    session: PostgresSession, owners: Iterable[int], tags: Iterable[str]
) -> dict[int, NDArray[np.int64]]:
    """Return the keys of the owners' turns and memories that have one of ``tags``, by owner, ascending.

    A memory has the tags of the turns that it rests on, which may be another owner's, with another salt.
    """
    wanted = sorted(set(owners))
    cited = await session.fetch_rows(
        "SELECT DISTINCT turn_owner FROM evidence WHERE owner = ANY(%s::bigint[])", (wanted,)
    )
    session.show_owners(owner for (owner,) in cited)
    said = sorted({*wanted, *(owner for (owner,) in cited)})
    salts = await session.fetch_rows("SELECT owner, salt FROM shelf WHERE owner = ANY(%s::bigint[])", (said,))
    hashes = [(owner, hash_text(tag, bytes(salt))) for owner, salt in salts for tag in tags]
    found: dict[int, set[int]] = {owner: set() for owner in wanted}
    for owner, number in await _find(session, hashes, wanted):
        if owner in found:
            found[owner].add(number)
    return {owner: np.array(sorted(numbers), np.int64) + pack_key(owner, 0) for owner, numbers in found.items()}


async def _find(session: PostgresSession, hashes: Sequence[tuple[int, int]], owners: Sequence[int]) -> list[Row]:
    if not hashes:
        return []
    places = [list(column) for column in zip(*hashes, strict=True)]
    tagged, resting = await session.execute_batch((_TAGGED, places), (_RESTING, (*places, owners)))
    return [*tagged, *resting]
