from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.stores.postgres.server import LocalServer, run_server


@pytest.fixture(scope="session")
def server() -> Generator[LocalServer]:
    """One server for all tests; each makes a schema of its own in it. Those that are killed are of another version."""
    with run_server(version=16) as server:
        yield server
