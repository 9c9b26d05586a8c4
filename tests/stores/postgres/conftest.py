from __future__ import annotations

import platform
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.stores.postgres.server import LocalServer, run_server

_COMPARES_MANY = {
    "test_the_nearest_of_many_are_the_nearest",
    "test_a_narrower_view_brings_its_nearest_however_much_else_there_is",
}
"""Tests in which the server compares long vectors by itself."""


@pytest.fixture(scope="session")
def server() -> Generator[LocalServer]:
    """One server for all tests; each makes a schema of its own in it. Those that are killed are of another version."""
    with run_server(version=16) as server:
        yield server


@pytest.fixture(autouse=True)
def skip_without_sve(request: pytest.FixtureRequest) -> None:
    """Skip what would crash the server: on ARM its wheel compares half vectors with instructions that not all have."""
    if request.node.originalname in _COMPARES_MANY and not _has_instructions():
        pytest.skip("the wheel's pgvector needs a processor with SVE")


def _has_instructions() -> bool:
    cpu = Path("/proc/cpuinfo")
    return platform.machine() != "aarch64" or not cpu.exists() or " sve" in cpu.read_text()
