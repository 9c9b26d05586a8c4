"""Proposals: what a tool would book, change or cancel. Only the traveller's yes turns one into a booking.

A conversation is counted in exchanges, a message and its answer each. A proposal is made in one exchange and agreed to
in the next one, so that nothing that happens inside a run of an agent can agree to it.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, cast

from ricordo_travel.consent import Action
from ricordo_travel.reservations import ID_ALPHABET, Kind
from ricordo_travel.wording import describe

State = Literal["offered", "open", "taken", "done", "failed", "refused"]
MAX_OPEN = 6
"""Proposals in one exchange. A person reads all of them."""
_OPEN = timedelta(hours=1)
_KEPT = timedelta(days=30)
_SCHEMA = """
CREATE TABLE IF NOT EXISTS proposal (
    code TEXT PRIMARY KEY,
    traveller TEXT NOT NULL,
    conversation TEXT NOT NULL,
    exchange INTEGER NOT NULL,       -- in which it was made
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL,         -- JSON, as the tool checked them
    preview TEXT NOT NULL,           -- JSON: the booking as it would be
    state TEXT NOT NULL,             -- offered, open, taken, done, failed, refused
    outcome TEXT,                    -- JSON: the booking, or the error
    settled_in INTEGER,              -- the exchange of the yes
    made_at TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS proposal_in ON proposal (traveller, conversation, exchange);
CREATE TABLE IF NOT EXISTS exchange (
    traveller TEXT NOT NULL,
    conversation TEXT NOT NULL,
    number INTEGER NOT NULL,         -- exchanges that are over
    PRIMARY KEY (traveller, conversation)
) STRICT, WITHOUT ROWID;
"""
_COLUMNS = "code, tool, arguments, preview, state, outcome"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A tool call that waits for a yes, and the booking as it would be."""

    code: str
    tool: str
    arguments: str
    preview: Mapping[str, Any]
    state: State
    outcome: Mapping[str, Any] | None = None

    @property
    def action(self) -> Action:
        actions: dict[str, Action] = {"create": "book", "update": "change", "cancel": "cancel"}
        return actions[self.tool.split("_")[0]]

    @property
    def kind(self) -> Kind:
        return cast("Kind", self.tool.split("_")[1])

    @property
    def text(self) -> str:
        """The proposal in one line: what, when, for whom, and the price."""
        id = self.preview.get("booking_id")
        lead = {"book": "", "change": f"change {id} to ", "cancel": f"cancel {id}, "}[self.action]
        return f"{lead}{describe(self.preview)}"

    @property
    def line(self) -> str:
        """The proposal as a line of its own."""
        return self.text[:1].upper() + self.text[1:]

    def as_dict(self) -> dict[str, Any]:
        """Return the proposal as a tool returns it."""
        return {
            "proposal": self.code,
            "what": self.text,
            **self.preview,
            "state": "proposed",
            "next_step": "Nothing is done yet. Show this to the traveller and ask for a yes or no. It is done when the "
            "traveller says yes; no tool can do it for them.",
        }


class Proposals:
    """The proposals in the file of the bookings."""

    def __init__(self, path: Path | str, *, clock: Callable[[], datetime] | None = None) -> None:
        self._path = Path(path)
        self._clock = clock or (lambda: datetime.now(UTC))
        with closing(self._connect()) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_SCHEMA)

    def count_exchanges(self, traveller: str, conversation: str) -> int:
        """Return how many exchanges of a conversation are over."""
        query = "SELECT number FROM exchange WHERE traveller = ? AND conversation = ?"
        with closing(self._connect()) as connection:
            row = connection.execute(query, (traveller, conversation)).fetchone()
        return row[0] if row else 0

    def end_exchange(self, traveller: str, conversation: str) -> None:
        """Count the exchange that is over. Its proposals can be agreed to from now on."""
        with closing(self._connect()) as connection:
            connection.execute(
                "INSERT INTO exchange (traveller, conversation, number) VALUES (?, ?, 1) "
                "ON CONFLICT (traveller, conversation) DO UPDATE SET number = number + 1",
                (traveller, conversation),
            )

    def drop_unseen(self, traveller: str, conversation: str) -> None:
        """Drop the proposals of an exchange that failed before the person saw its answer, and those of long ago."""
        current = self.count_exchanges(traveller, conversation)
        with closing(self._connect()) as connection:
            connection.execute(
                "DELETE FROM proposal WHERE traveller = ? AND conversation = ? AND exchange > ? "
                "AND state IN ('offered', 'open')",
                (traveller, conversation, current),
            )
            connection.execute("DELETE FROM proposal WHERE made_at < ?", ((self._clock() - _KEPT).isoformat(),))

    def add(
        self,
        traveller: str,
        conversation: str,
        tool: str,
        arguments: str,
        preview: Mapping[str, Any],
        *,
        state: State = "open",
    ) -> Proposal:
        """Add a proposal to the exchange that goes on, or return the same one if it is there."""
        exchange = self.count_exchanges(traveller, conversation) + 1
        key = (traveller, conversation, exchange, state)
        with closing(self._connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")  # a model may call tools at the same time
            where = "traveller = ? AND conversation = ? AND exchange = ? AND state = ?"
            made = [_to_proposal(row) for row in connection.execute(_query(where), key)]
            for proposal in made:
                if (proposal.tool, proposal.arguments) == (tool, arguments):
                    return proposal
            if len(made) >= MAX_OPEN:
                raise ValueError("too many proposals at once; ask the traveller about these first")
            proposal = Proposal(_new_code(), tool, arguments, preview, state)
            connection.execute(
                "INSERT INTO proposal "
                "(traveller, conversation, exchange, state, code, tool, arguments, preview, made_at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*key, proposal.code, tool, arguments, json.dumps(preview), self._clock().isoformat()),
            )
            connection.execute("COMMIT")
        return proposal

    def list_shown(self, traveller: str, conversation: str, state: State) -> list[Proposal]:
        """Return the proposals of the last exchange that is over, in the order in which they were made."""
        last = self.count_exchanges(traveller, conversation)
        return self._select(traveller, conversation, "exchange = ? AND state = ?", last, state)

    def list_settled(self, traveller: str, conversation: str, *, exchange: int) -> list[Proposal]:
        """Return the proposals that were agreed to in an exchange."""
        return self._select(traveller, conversation, "settled_in = ? AND state IN ('done', 'failed')", exchange)

    def find(self, traveller: str, conversation: str, code: str, state: State) -> Proposal | None:
        """Return a proposal of the conversation by its code, or None if it is not in this state."""
        found = self._select(traveller, conversation, "code = ? AND state = ?", code, state)
        return found[0] if found else None

    def find_offer(self, traveller: str, conversation: str, proposal: Proposal) -> Proposal | None:
        """Return the offer of the conversation with the same call, or None."""
        same = "tool = ? AND arguments = ? AND state = 'offered'"
        found = self._select(traveller, conversation, same, proposal.tool, proposal.arguments)
        return found[-1] if found else None

    def take(self, traveller: str, conversation: str, code: str, *, tools: Collection[str]) -> Proposal | None:
        """Take an open proposal of one of `tools` that was shown. Of several who take it, one gets it."""
        current = self.count_exchanges(traveller, conversation)
        oldest = (self._clock() - _OPEN).isoformat()
        with closing(self._connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            row = connection.execute(
                "UPDATE proposal SET state = 'taken', settled_in = ? WHERE code = ? AND traveller = ? "
                f"AND conversation = ? AND exchange <= ? AND state = 'open' AND made_at >= ? "
                f"AND tool IN ({', '.join('?' * len(tools))}) RETURNING {_COLUMNS}",
                (current + 1, code, traveller, conversation, current, oldest, *tools),
            ).fetchone()
            taken = _to_proposal(row) if row else None
            if taken:  # it was shown again and again: one yes books it once
                connection.execute(
                    "UPDATE proposal SET state = 'refused' WHERE traveller = ? AND conversation = ? "
                    "AND state = 'open' AND tool = ? AND arguments = ?",
                    (traveller, conversation, taken.tool, taken.arguments),
                )
            connection.execute("COMMIT")
        return taken

    def refuse(self, codes: Iterable[str]) -> None:
        """Close open proposals that the person said no to."""
        with closing(self._connect()) as connection:
            connection.executemany(
                "UPDATE proposal SET state = 'refused' WHERE code = ? AND state = 'open'", [(code,) for code in codes]
            )

    def settle(self, code: str, outcome: Mapping[str, Any]) -> Proposal:
        """Write down what became of a taken proposal: a booking, or an error."""
        state = "failed" if "error" in outcome else "done"
        with closing(self._connect()) as connection:
            row = connection.execute(
                f"UPDATE proposal SET state = ?, outcome = ? WHERE code = ? RETURNING {_COLUMNS}",
                (state, json.dumps(outcome), code),
            ).fetchone()
        return _to_proposal(row)

    def _select(self, traveller: str, conversation: str, condition: str, *values: object) -> list[Proposal]:
        query = _query(f"traveller = ? AND conversation = ? AND {condition}")
        with closing(self._connect()) as connection:
            return [_to_proposal(row) for row in connection.execute(query, (traveller, conversation, *values))]

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=10, isolation_level=None)


def _query(where: str) -> str:
    return f"SELECT {_COLUMNS} FROM proposal WHERE {where} ORDER BY rowid"


def _new_code() -> str:
    return f"P-{''.join(secrets.choice(ID_ALPHABET) for _ in range(12))}"


def _to_proposal(row: Sequence[Any]) -> Proposal:
    code, tool, arguments, preview, state, outcome = row
    return Proposal(code, tool, arguments, json.loads(preview), state, json.loads(outcome) if outcome else None)
