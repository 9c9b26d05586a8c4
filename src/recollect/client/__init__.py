"""The verbs over HTTP. Needs ``pip install recollect[client]``."""

from recollect.client.client import RecollectClient
from recollect.client.errors import AccessError

__all__ = ["AccessError", "RecollectClient"]
