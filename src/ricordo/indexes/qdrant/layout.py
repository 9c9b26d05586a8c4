"""How a collection is laid out: every setting is chosen here, and says why."""

from __future__ import annotations

from typing import Any

DENSE, WORDS = "dense", "words"
"""The names of the two vectors of a point."""

OWNER, VERSION = "owner", "version"
"""The fields of a point. There are no others."""

OWNER_INDEX: dict[str, Any] = {
    "field_name": OWNER,
    # Points of one owner are kept together on disk, and are found by nothing but equality.
    "field_schema": {"type": "integer", "lookup": True, "range": False, "is_tenant": True},
}

SEARCH_BREADTH = 512
"""``hnsw_ef``: measured with 40,000 documents of one owner, see decision 0014-qdrant."""

_SHARDS_A_NODE = 2
"""So that a node that is added later can be given some."""

_MOST_REPLICAS = 3


def replicas(nodes: int) -> int:
    """How many nodes hold each point: from three on one of them may fail, and a majority goes on."""
    return max(1, min(nodes, _MOST_REPLICAS))


def shards(nodes: int) -> int:
    """Into how many parts a collection is split."""
    return _SHARDS_A_NODE * nodes


def collection(dimensions: int, copies: int, *, split: bool) -> dict[str, Any]:
    """The body of the request that makes a collection."""
    settings: dict[str, Any] = {
        "vectors": {
            DENSE: {
                "size": dimensions,
                "distance": "Dot",  # they are unit vectors: the product is the cosine
                "datatype": "float16",  # as PostgreSQL keeps them: not a bit is lost
                "on_disk": True,  # few people talk at a time; the page cache holds those who do
            }
        },
        "sparse_vectors": {WORDS: {"index": {"on_disk": True}}},
        # No graph over everybody: one for each owner who has enough for it. Others are compared in full.
        "hnsw_config": {"m": 0, "payload_m": 16, "ef_construct": 200},
        "on_disk_payload": True,
        # What was erased shall be gone from the files soon: a segment is written anew at 5 % of deleted points.
        "optimizers_config": {"deleted_threshold": 0.05, "vacuum_min_vector_number": 100},
        "replication_factor": copies,
        "write_consistency_factor": copies // 2 + 1,
    }
    # Split by owner, a question goes to one part. Split by key, as is the default, it would go to all of them.
    return settings | ({"sharding_method": "custom", "shard_number": 1} if split else {"shard_number": 1})
