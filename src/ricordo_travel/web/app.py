"""The application of the demo: the service with the pages of the assistant in it."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from agent_framework import SupportsChatGetResponse
from ricordo.memory import Ricordo
from ricordo.server.app import create_app as create_service
from ricordo.server.keys import KeyRing
from ricordo.server.service import Service
from ricordo.server.settings import Limits, Settings
from ricordo_travel.assistant import Assistant
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import Traveller
from ricordo_travel.web.pages import Chat, router
from ricordo_travel.web.people import AsPerson, People


@dataclass(frozen=True, slots=True)
class Demo:
    """Where the demo keeps its things, and who answers: any MAF chat client, or without one plain rules."""

    folder: Path
    client: SupportsChatGetResponse[Any] | None = None
    embedder: Any = None
    host: str = "127.0.0.1"
    port: int = 8766
    limits: Limits = field(default_factory=lambda: Limits(seconds=180))
    """A model may take its time to answer, and its answer is one request."""

    @property
    def settings(self) -> Settings:
        return Settings(
            keys=self.folder / "keys.db",
            host=self.host,
            port=self.port,
            limits=self.limits,
            profiles={Traveller.__name__: Traveller},
        )

    def open_memory(self) -> AbstractAsyncContextManager[Ricordo]:
        """Rules learn in no time, and what was said counts in the answer to it; a model learns behind it."""
        return Ricordo.open(
            self.folder / "memory.db",
            embedder=self.embedder,
            chat_client=self.client,
            learning="background" if self.client else "inline",
            profiles=[Traveller],
        )


def create_app(demo: Demo) -> FastAPI:
    """The service, the chat page and the agent's endpoint as one application."""
    demo.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings = demo.settings
    service = Service(settings, KeyRing(settings.keys))
    app = create_service(demo.open_memory, settings, service=service)
    toolbox = Toolbox(demo.folder / "travel.db")
    made: list[Chat] = []

    def chat() -> Chat:
        if not made or made[0].assistant.memory is not service.memory:
            made[:] = [Chat(Assistant(service.memory, toolbox, demo.client))]
        return made[0]

    app.state.chat = chat
    app.include_router(router)
    app.add_middleware(AsPerson, people=People(service.keys))
    return app
