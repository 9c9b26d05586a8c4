"""The store in memory."""

from recollect.stores.memory.store import MemoryStore

__all__ = ["MemoryStore"]
