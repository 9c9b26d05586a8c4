"""When learning begins. One call of a language model is to read several turns, so their job waits for more of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ricordo.ports.changes import Gather
from ricordo.ports.extractor import Exchange, Extractor
from ricordo.values import Scope, StoredTurn
from ricordo.values.validation import check_seconds, check_whole

_PROMPT_DELAY = timedelta(seconds=1)
"""The time that learning without a language model waits, to learn from turns that arrive together at once."""

_MAX_TURNS = 40
_MAX_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Gathering:
    """The turns of a conversation that learning waits for, so that one call of a language model reads them together.

    Learning begins ten minutes after the first of the turns at the latest.

    Args:
        turns: The number of turns with which learning begins at once, from 1 to 40.
        seconds: The seconds of silence after which it begins with fewer turns, at most 600.

    Raises:
        ValueError: A number is out of its range.
    """

    turns: int = 6
    seconds: float = 60.0

    def __post_init__(self) -> None:
        if not 1 <= check_whole(self.turns, "gathering.turns") <= _MAX_TURNS:
            raise ValueError(f"gathering.turns must be between 1 and {_MAX_TURNS}")
        check_seconds(self.seconds, "gathering.seconds")
        if self.seconds > _MAX_SECONDS:
            raise ValueError(f"gathering.seconds must be at most {_MAX_SECONDS:g}")


@dataclass(frozen=True, slots=True)
class Schedule:
    """The time at which new turns are learned from.

    Attributes:
        learning: The mode of learning. ``off`` learns nothing, ``inline`` at once.
        gathering: The turns to wait for; None to learn promptly.
    """

    learning: str
    gathering: Gathering | None = None

    def plan(self, now: datetime) -> tuple[datetime | None, Gather | None]:
        """Return when a new job is due, and how it waits for more turns; None for no job, and for no waiting."""
        if self.learning == "off":
            return None, None
        if self.learning == "inline":
            return now, None
        if self.gathering is None:
            return now + _PROMPT_DELAY, None
        due = now + timedelta(seconds=self.gathering.seconds)
        return due, Gather(self.gathering.turns, now, timedelta(seconds=_MAX_SECONDS))


def make_schedule(learning: str, gathering: Gathering | None, extractor: Extractor) -> Schedule:
    """Return the schedule. If ``gathering`` is not given, turns are gathered for an extractor that calls a model."""
    return Schedule(learning, gathering or (Gathering() if _calls_model(extractor) else None))


def _calls_model(extractor: Extractor) -> bool:
    now = datetime.now(UTC)
    turn = StoredTurn("example", "user", "Hello!", None, now, now, Scope(user="example"))
    try:
        return extractor.estimate(Exchange((turn,))).calls > 0
    except Exception:  # noqa: BLE001  # an extractor is foreign code; it may fail on a turn that is not stored
        return False
