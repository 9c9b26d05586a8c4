"""PostgreSQL with an index that is told in the background passes the suite that every store passes."""

from __future__ import annotations

import pytest

from recollect.indexes.qdrant import QdrantIndex
from recollect.stores.postgres import PostgresStore
from recollect.testing import StoreConformance
from recollect.testing.conforming.base import OpenStore
from tests.cluster.qdrant import Node, new_prefix, url_of
from tests.postgres.server import LocalServer


class TestStore(StoreConformance):
    """The index is told in the background: it, the tail, or both answer."""

    @pytest.fixture
    def open_store(self, server: LocalServer, qdrant: Node) -> OpenStore:
        url, index = server.url(), url_of(qdrant, prefix=new_prefix())
        return lambda: PostgresStore.open(url, index=QdrantIndex(index))
