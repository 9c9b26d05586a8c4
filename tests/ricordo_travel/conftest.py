"""A day that does not move, so that no test depends on when it is run."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ricordo_travel.toolbox import Toolbox

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)  # a Monday


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "travel.db"


@pytest.fixture
def toolbox(store: Path) -> Toolbox:
    return Toolbox(store, clock=lambda: NOON)
