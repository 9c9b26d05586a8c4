from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest_asyncio

from recollect import Recollect
from recollect.testing import HashEmbedder


@pytest_asyncio.fixture
async def memory() -> AsyncGenerator[Recollect]:
    async with Recollect.open("memory://", embedder=HashEmbedder()) as memory:
        yield memory
