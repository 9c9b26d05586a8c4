"""PostgreSQL with an index that knows everything passes the suite that every store passes."""

from __future__ import annotations

import pytest

from ricordo.indexes.qdrant import QdrantIndex
from ricordo.testing import StoreConformance
from ricordo.testing.conforming.base import OpenStore
from tests.cluster.opening import SyncedStore
from tests.cluster.qdrant import Node, new_prefix, url_of
from tests.stores.postgres.server import LocalServer


class TestSyncedStore(StoreConformance):
    """The index is told before a write returns: it answers."""

    @pytest.fixture
    def open_store(self, server: LocalServer, qdrant: Node) -> OpenStore:
        url, index = server.url(), url_of(qdrant, prefix=new_prefix())
        return lambda: SyncedStore.open(url, index=QdrantIndex(index))
