"""Memory for agents of Microsoft Agent Framework.

    agent = Agent(client=…, context_providers=[RicordoProvider(memory, scope=Scope(user="alice"))])

Importing this refuses an Agent Framework that is too old or too new.
"""

from ricordo.agent_framework._version import check_framework

check_framework()

from ricordo.agent_framework.chat_history import ChatHistoryMemoryProvider  # noqa: E402 - the check comes first
from ricordo.agent_framework.conversation import Component, Conversation  # noqa: E402
from ricordo.agent_framework.facts import FactMemoryProvider  # noqa: E402
from ricordo.agent_framework.history import RicordoHistoryProvider  # noqa: E402
from ricordo.agent_framework.profile import ProfileMemoryProvider  # noqa: E402
from ricordo.agent_framework.provider import RicordoProvider  # noqa: E402
from ricordo.agent_framework.scope import scoped  # noqa: E402
from ricordo.agent_framework.session_store import RicordoSessionStore  # noqa: E402
from ricordo.agent_framework.summaries import SummaryMemoryProvider  # noqa: E402
from ricordo.agent_framework.tools import MemoryTools  # noqa: E402

__all__ = [
    "ChatHistoryMemoryProvider",
    "Component",
    "Conversation",
    "FactMemoryProvider",
    "MemoryTools",
    "ProfileMemoryProvider",
    "RicordoHistoryProvider",
    "RicordoProvider",
    "RicordoSessionStore",
    "SummaryMemoryProvider",
    "scoped",
]
