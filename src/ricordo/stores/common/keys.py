"""Keys of documents: the owner's number in the upper bits, the document's number inside the owner in the lower 32."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_NUMBER_BITS = 32


def pack_key(owner: int, number: int) -> int:
    """Return the key of document ``number`` of ``owner``."""
    return owner << _NUMBER_BITS | number


def pack_keys(owners: NDArray[np.int64], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the keys of documents, given as one array of owners and one of numbers."""
    return (owners << _NUMBER_BITS) | numbers


def unpack_key(key: int) -> tuple[int, int]:
    """Return the owner and the number that ``key`` is made of."""
    return key >> _NUMBER_BITS, key & (1 << _NUMBER_BITS) - 1


def unpack_numbers(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers inside their owners of all ``keys``."""
    return keys & (1 << _NUMBER_BITS) - 1


def unpack_after(after: int | None) -> tuple[int, int]:
    """Return the owner and the number to read on from after the key ``after``, or from the beginning."""
    return (-1, -1) if after is None else unpack_key(after)
