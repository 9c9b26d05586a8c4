"""Settings from environment variables, in one table. Only the command line and the server read them."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """An environment variable, its default and its meaning."""

    variable: str
    default: str | None
    meaning: str

    def read(self) -> str | None:
        """Return the value in the environment, or the default."""
        return os.environ.get(self.variable) or self.default


STORE = Setting("RICORDO_STORE", "memory.db", "the store: a path, `sqlite:///…`, `postgresql://…` or `memory://`")
INDEX = Setting("RICORDO_INDEX", None, "the index beside a store on PostgreSQL: `qdrant://…`")
APPLICATION = Setting("RICORDO_APPLICATION", None, "the application part of the scope")
AGENT = Setting("RICORDO_AGENT", None, "the agent part of the scope")
USER = Setting("RICORDO_USER", None, "the user part of the scope")
SESSION = Setting("RICORDO_SESSION", None, "the session part of the scope")
CHAT_CLIENT = Setting(
    "RICORDO_CHAT_CLIENT",
    None,
    "who learns, and who answers in the demo: a MAF chat client, or a function that makes one, as `module:name`",
)
EMBEDDER = Setting(
    "RICORDO_EMBEDDER",
    None,
    "who makes the vectors: a MAF embedding client, or a function that makes one, as `module:name`; `local`, as if "
    "unset, is the model that comes with the package",
)
PREVIOUS_EMBEDDER = Setting(
    "RICORDO_PREVIOUS_EMBEDDER", None, "while the embedder is being changed, the one before, in the same way"
)
GATHER_TURNS = Setting(
    "RICORDO_GATHER_TURNS",
    None,
    "turns of a conversation with which learning begins at once; 6 with a chat client, no waiting without one",
)
GATHER_SECONDS = Setting(
    "RICORDO_GATHER_SECONDS",
    None,
    "seconds of silence after which learning begins with fewer turns; 60 with a chat client",
)
KEYS = Setting("RICORDO_KEYS", None, "the file with the keys of the service; `keys.db` beside the store if unset")

SETTINGS = (
    *(STORE, INDEX, APPLICATION, AGENT, USER, SESSION),
    *(CHAT_CLIENT, GATHER_TURNS, GATHER_SECONDS, EMBEDDER, PREVIOUS_EMBEDDER, KEYS),
)


def as_markdown() -> str:
    """Return the settings as the table in the docs."""
    rows = [f"| `{s.variable}` | {f'`{s.default}`' if s.default else 'unset'} | {s.meaning} |" for s in SETTINGS]
    return "\n".join(["| variable | default | what it sets |", "| --- | --- | --- |", *rows])
