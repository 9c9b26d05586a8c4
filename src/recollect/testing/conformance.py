"""The suite that every store passes, verb by verb.

    class TestMyStore(StoreConformance):
        @pytest.fixture
        def open_store(self, tmp_path):
            return lambda: MyStore.open(tmp_path / "here")

``open_store`` opens the store at one place, each time it is called. What a store cannot do by its own account
(``capabilities``) is skipped; nothing else is.
"""

from __future__ import annotations

from recollect.testing.conforming.consents import ConsentConformance
from recollect.testing.conforming.erasing import ErasingConformance
from recollect.testing.conforming.jobs import JobConformance
from recollect.testing.conforming.memories import MemoryConformance
from recollect.testing.conforming.models import ModelConformance
from recollect.testing.conforming.searching import SearchConformance
from recollect.testing.conforming.sharing import SharingConformance
from recollect.testing.conforming.turns import TurnConformance
from recollect.testing.conforming.vectors import VectorConformance


class StoreConformance(
    TurnConformance,
    SearchConformance,
    MemoryConformance,
    ErasingConformance,
    ConsentConformance,
    JobConformance,
    VectorConformance,
    ModelConformance,
    SharingConformance,
):
    """Everything that is expected of a store."""
