"""Memory for agents of Microsoft Agent Framework.

    agent = Agent(client=…, context_providers=[RecollectProvider(memory, scope=Scope(user="alice"))])

Importing this refuses an Agent Framework that is too old or too new.
"""

from recollect.agent_framework._version import check_framework

check_framework()

from recollect.agent_framework.chat_history import ChatHistoryMemoryProvider  # noqa: E402 - the check comes first
from recollect.agent_framework.conversation import Component, Conversation  # noqa: E402
from recollect.agent_framework.facts import FactMemoryProvider  # noqa: E402
from recollect.agent_framework.history import RecollectHistoryProvider  # noqa: E402
from recollect.agent_framework.profile import ProfileMemoryProvider  # noqa: E402
from recollect.agent_framework.provider import RecollectProvider  # noqa: E402
from recollect.agent_framework.scope import scoped  # noqa: E402
from recollect.agent_framework.session_store import RecollectSessionStore  # noqa: E402
from recollect.agent_framework.summaries import SummaryMemoryProvider  # noqa: E402
from recollect.agent_framework.tools import MemoryTools  # noqa: E402

__all__ = [
    "ChatHistoryMemoryProvider",
    "Component",
    "Conversation",
    "FactMemoryProvider",
    "MemoryTools",
    "ProfileMemoryProvider",
    "RecollectHistoryProvider",
    "RecollectProvider",
    "RecollectSessionStore",
    "SummaryMemoryProvider",
    "scoped",
]
