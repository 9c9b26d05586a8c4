"""A Qdrant cluster as the index beside PostgreSQL, over its REST interface."""

from ricordo.indexes.qdrant.index import QdrantIndex

__all__ = ["QdrantIndex"]
