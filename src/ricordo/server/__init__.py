"""The memory as a service: REST, MCP and keys. Needs ``pip install ricordo[server]``."""

from ricordo.server.app import create_app
from ricordo.server.keys import KeyRing
from ricordo.server.settings import HomeLink, Limits, Settings

__all__ = ["HomeLink", "KeyRing", "Limits", "Settings", "create_app"]
