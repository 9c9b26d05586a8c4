"""Numbers that stand for kinds, states, roles and sources in a database.

All but those of sources are positions in the tuples of values.
"""

from __future__ import annotations

from ricordo.values import KINDS, ROLES, STATES, Source

KIND_CODES = {kind: code for code, kind in enumerate(KINDS)}
STATE_CODES = {state: code for code, state in enumerate(STATES)}
ROLE_CODES = {role: code for code, role in enumerate(ROLES)}

STORED_SOURCES: tuple[Source, ...] = ("person", "assistant", "tool", "import", "application")
"""Sources by code. A new one goes to the end; their order in ``SOURCES`` is another matter."""
SOURCE_CODES = {source: code for code, source in enumerate(STORED_SOURCES)}

TURN = KIND_CODES["turn"]
SUMMARY = KIND_CODES["summary"]
OWN_VOICE = 0
"""The person's own: the first of the roles of a turn, and the first of the sources of a memory."""

EVER_VALID = frozenset({"current", "superseded"})
"""The states of memories that are, or once were, held to be true: a view of the past shows these."""
EVER_VALID_CODES = frozenset(STATE_CODES[state] for state in STATES if state in EVER_VALID)
