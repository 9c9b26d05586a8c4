"""A server for many processes: the same records, keywords and vectors in PostgreSQL, with pgvector.

Every table that holds anybody's words, or numbers about them, leads with the owner: a statement touches one person's
rows, found by index, and the tables can be split by owner over partitions or machines. Row-level security stands behind
the statements as a second wall: see ``session``.
"""

from ricordo.stores.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
