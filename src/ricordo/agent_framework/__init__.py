"""Memory for agents of Microsoft Agent Framework.

    agent = Agent(client=…, context_providers=[RicordoProvider(memory, scope=Scope(user="alice"))])

Importing this refuses an Agent Framework that is too old or too new.
"""

from ricordo.agent_framework._version import check_framework

check_framework()

from ricordo.agent_framework._memory import (  # noqa: E402 - the check comes first
    SupportsConsent,
    SupportsCorrection,
    SupportsErasure,
    SupportsHits,
    SupportsProfiles,
    SupportsRecall,
    SupportsSummaries,
)
from ricordo.agent_framework._placement import Placement, Refresh  # noqa: E402
from ricordo.agent_framework.chat_history import (  # noqa: E402
    ChatHistoryMemoryProvider,
    MessageFilter,
    Redactor,
    SearchTime,
)
from ricordo.agent_framework.checkpoints import RicordoCheckpointStorage  # noqa: E402
from ricordo.agent_framework.conversation import Component, Conversation, SupportsSessions  # noqa: E402
from ricordo.agent_framework.facts import FactMemoryProvider  # noqa: E402
from ricordo.agent_framework.history import RicordoHistoryProvider  # noqa: E402
from ricordo.agent_framework.profile import AskForMissing, Keep, ProfileMemoryProvider  # noqa: E402
from ricordo.agent_framework.provider import RicordoProvider, SupportsEverything  # noqa: E402
from ricordo.agent_framework.scope import ScopeSource, SearchScopes, SearchScopeSource, scoped  # noqa: E402
from ricordo.agent_framework.session_store import RicordoSessionStore  # noqa: E402
from ricordo.agent_framework.summaries import SummaryMemoryProvider  # noqa: E402
from ricordo.agent_framework.tools import MemoryTools  # noqa: E402
from ricordo.prompt.render import CountTokens  # noqa: E402

__all__ = [
    "AskForMissing",
    "ChatHistoryMemoryProvider",
    "Component",
    "Conversation",
    "CountTokens",
    "FactMemoryProvider",
    "Keep",
    "MemoryTools",
    "MessageFilter",
    "Placement",
    "ProfileMemoryProvider",
    "Redactor",
    "Refresh",
    "RicordoCheckpointStorage",
    "RicordoHistoryProvider",
    "RicordoProvider",
    "RicordoSessionStore",
    "ScopeSource",
    "SearchScopeSource",
    "SearchScopes",
    "SearchTime",
    "SummaryMemoryProvider",
    "SupportsConsent",
    "SupportsCorrection",
    "SupportsErasure",
    "SupportsEverything",
    "SupportsHits",
    "SupportsProfiles",
    "SupportsRecall",
    "SupportsSessions",
    "SupportsSummaries",
    "scoped",
]
