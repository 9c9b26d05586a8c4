from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest_asyncio

from ricordo import Ricordo
from ricordo.testing import HashEmbedder


@pytest_asyncio.fixture
async def memory() -> AsyncGenerator[Ricordo]:
    async with Ricordo.open("memory://", embedder=HashEmbedder()) as memory:
        yield memory
