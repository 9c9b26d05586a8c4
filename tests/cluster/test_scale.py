"""The bench of scale with an index beside the store: the index follows, is asked, and is gone afterwards."""

from __future__ import annotations

from ricordo.bench.scale import report
from ricordo.bench.scale.run import ScalePlan, measure
from tests.cluster.qdrant import Node, url_of
from tests.stores.postgres.server import LocalServer


async def test_the_bench_leaves_store_and_index_as_they_were(server: LocalServer, qdrant: Node) -> None:
    schemas, collections = server.execute("SELECT nspname FROM pg_namespace ORDER BY 1"), qdrant.collections()
    plan = ScalePlan(
        store=server.uri, index=url_of(qdrant), people=(10, 30), each=5, large=20, questions=5, jobs=3, workers=(1,)
    )
    result = await measure(plan, progress=False)
    assert all(step["index_behind_seconds"] > 0 for step in result["steps"])
    assert "postgresql with an index" in report.format_report(result)
    assert server.execute("SELECT nspname FROM pg_namespace ORDER BY 1") == schemas
    assert qdrant.collections() == collections
