"""The travel assistant in a browser: the service, the chat page, and a visitor id for each browser."""

from ricordo_travel.web.app import DemoSettings, create_app

__all__ = ["DemoSettings", "create_app"]
