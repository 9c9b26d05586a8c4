from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.cluster.qdrant import Node, alone
from tests.stores.postgres.server import LocalServer, run_server


@pytest.fixture(scope="session")
def server() -> Generator[LocalServer]:
    """One PostgreSQL server for all tests; each makes a schema of its own in it."""
    with run_server(version=16) as server:
        yield server


@pytest.fixture(scope="session")
def qdrant(tmp_path_factory: pytest.TempPathFactory) -> Generator[Node]:
    """One Qdrant server for the tests that do not kill any."""
    with alone(tmp_path_factory.mktemp("qdrant") / "alone") as node:
        yield node
