"""One file, no server: the embedded store.

Tables that hold anybody's words (``scope``, ``turn``, ``memory``, ``vector``) are only ever appended to. A row is
erased by blanking it where it lies: SQLite overwrites the freed bytes (``secure_delete``) and moves nothing. Were rows
inserted in the middle or deleted, SQLite would move their neighbours between pages and leave copies of them in unused
space, which no later deletion reaches (see decision 0004-erasure). All other tables hold numbers only.
"""

from ricordo.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
