"""The bench of scale on a server that is there: in a schema of its own, which is gone afterwards."""

from __future__ import annotations

from ricordo.bench.scale.run import ScalePlan, measure
from tests.stores.postgres.server import LocalServer


async def test_the_bench_leaves_the_database_as_it_was(server: LocalServer) -> None:
    before = server.execute("SELECT nspname FROM pg_namespace ORDER BY 1")
    plan = ScalePlan(store=server.uri, people=(10, 30), each=5, large=20, questions=5, jobs=3, workers=(1,))
    result = await measure(plan, progress=False)
    assert result["store"] == "postgresql"
    assert [step["memories"] for step in result["steps"]] == [50, 150]
    assert server.execute("SELECT nspname FROM pg_namespace ORDER BY 1") == before
