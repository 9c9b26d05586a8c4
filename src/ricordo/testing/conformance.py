"""The suite that every store passes, verb by verb.

    class TestMyStore(StoreConformance):
        @pytest.fixture
        def open_store(self, tmp_path):
            return lambda: MyStore.open(tmp_path / "here")

``open_store`` opens the store at one place, each time it is called. What a store cannot do by its own account
(``capabilities``) is skipped; nothing else is.
"""

from __future__ import annotations

from ricordo.testing.conforming.consents import ConsentConformance
from ricordo.testing.conforming.erasing import ErasingConformance
from ricordo.testing.conforming.jobs import JobConformance
from ricordo.testing.conforming.memories import MemoryConformance
from ricordo.testing.conforming.models import ModelConformance
from ricordo.testing.conforming.outdated import OutdatedConformance
from ricordo.testing.conforming.people import PeopleConformance
from ricordo.testing.conforming.retention import RetentionConformance
from ricordo.testing.conforming.searching import SearchConformance
from ricordo.testing.conforming.sharing import SharingConformance
from ricordo.testing.conforming.summaries import SummaryErasureConformance
from ricordo.testing.conforming.tags import TagConformance
from ricordo.testing.conforming.turns import TurnConformance
from ricordo.testing.conforming.vectors import VectorConformance


class StoreConformance(
    TurnConformance,
    SearchConformance,
    MemoryConformance,
    OutdatedConformance,
    ErasingConformance,
    SummaryErasureConformance,
    ConsentConformance,
    JobConformance,
    VectorConformance,
    ModelConformance,
    SharingConformance,
    TagConformance,
    RetentionConformance,
    PeopleConformance,
):
    """Everything that is expected of a store."""
