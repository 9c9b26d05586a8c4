"""The demo application: the service with the pages of the travel assistant."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from fastapi import FastAPI

from agent_framework import SupportsChatGetResponse
from ricordo import Gathering, Ricordo, Scope
from ricordo.server import HomeLink, KeyRing, Limits, Settings
from ricordo.server import create_app as create_service
from ricordo_travel.assistant import Assistant
from ricordo_travel.clerk.reading.reader import forget_programs
from ricordo_travel.dialogue.values.keywords import forget_keywords
from ricordo_travel.dialogue.values.text import forget_words
from ricordo_travel.dialogue.yes.act_reader import forget_parts
from ricordo_travel.notes.extractor import NotesExtractor
from ricordo_travel.tool_servers import ToolServers
from ricordo_travel.toolbox import Toolbox
from ricordo_travel.traveller import Traveller
from ricordo_travel.web.chat import Chat
from ricordo_travel.web.pages import BACK, CrossSiteRequest, on_cross_site_request, router
from ricordo_travel.web.visitors import VisitorMiddleware, Visitors


@dataclass(frozen=True, slots=True)
class DemoSettings:
    """The settings of the demo. Without a chat client, rules answer."""

    folder: Path
    client: SupportsChatGetResponse[Any] | None = None
    tools: Literal["process", "mcp"] = "process"
    """Where the tools run: in this process, or as three MCP servers for each conversation."""
    embedder: Any = None
    host: str = "127.0.0.1"
    port: int = 8766
    limits: Limits = field(default_factory=lambda: Limits(seconds=180))
    """A model's whole answer is one request, so requests may take long."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    """What gives the time of turns and bookings."""

    @property
    def settings(self) -> Settings:
        return Settings(
            keys=self.folder / "keys.db",
            host=self.host,
            port=self.port,
            limits=self.limits,
            profiles={Traveller.__name__: Traveller},
            home=HomeLink("Travel assistant", BACK),
        )

    def open_memory(self) -> AbstractAsyncContextManager[Ricordo]:
        """Open the memory. Rules learn before they answer, because they are fast; a model learns after each answer."""
        return Ricordo.open(
            self.folder / "memory.db",
            embedder=self.embedder,
            chat_client=self.client,
            extractor=None if self.client else NotesExtractor(),
            learning="background" if self.client else "inline",
            gathering=Gathering(turns=2, seconds=2),
            profiles=[Traveller],
            clock=self.clock,
        )


def create_app(demo: DemoSettings) -> FastAPI:
    """Return the service, the chat page and the agent's endpoint as one application."""
    demo.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    toolbox = Toolbox(demo.folder / "travel.db", clock=demo.clock)
    keys = KeyRing(demo.settings.keys)

    @asynccontextmanager
    async def open_memory() -> AsyncGenerator[Ricordo]:
        try:
            async with demo.open_memory() as memory, ToolServers(toolbox) as servers:
                app.state.chat = Chat(Assistant(memory, toolbox, demo.client, servers if demo.tools == "mcp" else None))
                yield memory
        finally:
            keys.close()

    async def erase(scope: Scope) -> None:
        """Erase what the demo keeps beside the memory, if everything about a person was erased."""
        forget_words()
        forget_keywords()
        forget_parts()
        forget_programs()
        if scope.user is not None and scope.session is None:
            await toolbox.erase(scope.user)

    app = create_service(open_memory, replace(demo.settings, on_erase=erase))
    app.include_router(router)
    app.add_exception_handler(CrossSiteRequest, on_cross_site_request)
    app.add_middleware(VisitorMiddleware, visitors=Visitors(keys))
    return app
