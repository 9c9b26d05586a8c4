"""PostgreSQL with an index that is told in the background passes the suite that every store passes."""

from __future__ import annotations

import pytest

from ricordo.indexes.qdrant import QdrantIndex
from ricordo.stores.postgres import PostgresStore
from ricordo.testing import StoreConformance
from ricordo.testing.conforming.base import OpenStore
from tests.cluster.qdrant import Node, new_prefix, url_of
from tests.stores.postgres.server import LocalServer


class TestStore(StoreConformance):
    """The index is told in the background: it, the tail, or both answer."""

    @pytest.fixture
    def open_store(self, server: LocalServer, qdrant: Node) -> OpenStore:
        url, index = server.url(), url_of(qdrant, prefix=new_prefix())
        return lambda: PostgresStore.open(url, index=QdrantIndex(index))
