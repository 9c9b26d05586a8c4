"""Memory for agents of Microsoft Agent Framework.

    agent = Agent(client=…, context_providers=[RecollectProvider(memory, scope=Scope(user="alice"))])

Importing this refuses an Agent Framework that is too old or too new.
"""

from recollect.agent_framework._version import check_framework

check_framework()

from recollect.agent_framework.chat_history import ChatHistoryMemoryProvider  # noqa: E402 - the check comes first
from recollect.agent_framework.facts import FactMemoryProvider  # noqa: E402
from recollect.agent_framework.scope import scoped  # noqa: E402
from recollect.agent_framework.summaries import SummaryMemoryProvider  # noqa: E402

__all__ = [
    "ChatHistoryMemoryProvider",
    "FactMemoryProvider",
    "SummaryMemoryProvider",
    "scoped",
]
