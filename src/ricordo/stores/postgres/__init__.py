"""The store in PostgreSQL with pgvector, which many processes can share.

The key of every table that holds what people said, or numbers about it, begins with the owner. A statement touches one
person's rows, found by an index, and the tables can be partitioned by owner. Row-level security is a second line of
defence behind the statements: see ``session``.
"""

from ricordo.stores.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
