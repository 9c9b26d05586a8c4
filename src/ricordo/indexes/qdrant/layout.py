"""Settings of a collection, each with its reason."""

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

_SHARDS_PER_NODE = 2
"""More than one, so that a node that is added later can take over some."""

_MAX_REPLICAS = 3


def replicas(nodes: int) -> int:
    """Return how many nodes should hold each point. With three, one may fail and a majority remains."""
    return max(1, min(nodes, _MAX_REPLICAS))


def shards(nodes: int) -> int:
    """Return the number of parts that a collection should be split into."""
    return _SHARDS_PER_NODE * nodes


def collection(dimensions: int, copies: int, *, split: bool) -> dict[str, Any]:
    """Return the body of the request that creates a collection."""
    settings: dict[str, Any] = {
        "vectors": {
            DENSE: {
                "size": dimensions,
                "distance": "Dot",  # of unit vectors, the dot product is the cosine
                "datatype": "float16",  # as PostgreSQL stores them: nothing is lost
                "on_disk": True,  # few people are active at a time, and the page cache holds their vectors
            }
        },
        "sparse_vectors": {WORDS: {"index": {"on_disk": True}}},
        # One graph for each owner with enough points, none over all owners. Smaller owners are compared in full.
        "hnsw_config": {"m": 0, "payload_m": 16, "ef_construct": 200},
        "on_disk_payload": True,
        # Erased points must leave the files soon: a segment is rewritten when 5 % of its points are deleted.
        "optimizers_config": {"deleted_threshold": 0.05, "vacuum_min_vector_number": 100},
        "replication_factor": copies,
        "write_consistency_factor": copies // 2 + 1,
    }
    # Split by owner, a search goes to one shard. Split by key, the default, it would go to all of them.
    return settings | ({"sharding_method": "custom", "shard_number": 1} if split else {"shard_number": 1})
