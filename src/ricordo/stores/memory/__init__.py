"""The store in memory."""

from ricordo.stores.memory.store import MemoryStore

__all__ = ["MemoryStore"]
