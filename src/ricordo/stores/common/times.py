"""Times as they are stored: whole microseconds since 1970, which hold every datetime exactly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

FOREVER = 2**62
"""Later than any datetime. It stands for an end that is not set."""


def to_micros(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    return _EPOCH + micros * _MICROSECOND
