"""Consent of a person."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Consent:
    """The consent of a person.

    Attributes:
        capture: Turns may be stored.
        learning: Memories may be learned from them.
        sharing: Other agents may see them.
    """

    capture: bool = True
    learning: bool = True
    sharing: bool = True

    def __and__(self, other: Consent) -> Consent:
        """Return what both allow."""
        return Consent(
            capture=self.capture and other.capture,
            learning=self.learning and other.learning,
            sharing=self.sharing and other.sharing,
        )
