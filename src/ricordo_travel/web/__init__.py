"""The assistant in a browser: the service, the chat page, and one person for each browser."""

from ricordo_travel.web.app import Demo, create_app

__all__ = ["Demo", "create_app"]
