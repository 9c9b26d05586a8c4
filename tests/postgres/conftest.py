from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.postgres.server import LocalServer, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[LocalServer]:
    """One server for all tests; each makes a schema of its own in it."""
    with running(tmp_path_factory.mktemp("postgres") / "data") as server:
        yield server
