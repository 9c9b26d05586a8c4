"""A client of the service. Needs ``pip install ricordo[client]``."""

from ricordo.client.client import RicordoClient
from ricordo.client.errors import AccessError

__all__ = ["AccessError", "RicordoClient"]
