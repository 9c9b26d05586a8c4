"""The PostgreSQL server that copies are made to and from."""

from tests.stores.postgres.conftest import server

__all__ = ["server"]
