"""The verbs over HTTP, on a real service: the same suite as for the library."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import cast

import pytest_asyncio

from recollect import Recollect
from recollect.client import RecollectClient
from recollect.testing import VerbConformance
from tests.server.running import running


class TestOverHttp(VerbConformance):
    @pytest_asyncio.fixture
    async def memory(self, tmp_path: Path) -> AsyncGenerator[Recollect]:
        async with running(tmp_path) as service, RecollectClient(service.url, key=service.key(None)) as client:
            yield cast("Recollect", client)
