"""The memory as a service: REST, MCP and keys. Needs ``pip install recollect[server]``."""

from recollect.server.app import create_app
from recollect.server.keys import KeyRing
from recollect.server.settings import Limits, Settings

__all__ = ["KeyRing", "Limits", "Settings", "create_app"]
