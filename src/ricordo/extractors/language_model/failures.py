"""Descriptions of a chat client's failure that name its cause and contain nothing of what was sent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from ricordo.language.words import terms

_MAX_CAUSES = 5
_MAX_MESSAGE_LENGTH = 200
_MIN_TELLING_LENGTH = 5
"""Letters from which on a word of a message may be told from a common word."""

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{1,63}")
_KEY = re.compile(r"\S*\*\S*|\S{16,}")
"""A key, perhaps masked, an id or an address."""


def describe_failure(error: BaseException, sent: Sequence[str]) -> str:
    """Return the classes of an error and its causes, with the provider's status, code and message.

    A message is left out if it has a word of ``sent``, since some providers repeat what they were sent. It is also left
    out without an HTTP status: it is then not the provider's.

    Args:
        error: The exception of a chat client.
        sent: The texts that were sent, except for instructions.

    Examples:
        "ChatClientException, AuthenticationError, status 401, code invalid_api_key: Incorrect API key provided: …"
    """
    sent_text = "\n".join(sent)
    causes = list(_iterate_causes(error))
    description = ", ".join(dict.fromkeys(type(cause).__name__ for cause in causes))
    try:
        details = next((details for cause in causes if (details := _describe_response(cause, sent_text))), "")
    except Exception:  # noqa: BLE001  # an error of foreign code may fail when it is read; its class is still known
        return description
    return description + details


def _describe_response(error: BaseException, sent: str) -> str:
    """Return the status, code and message of an error; empty if it has no HTTP status."""
    status = _find_status(error)
    if status is None:
        return ""
    code, message = _find_code(error), _shorten(_find_message(error))
    description = f", status {status}"
    if code and not _has_word_of(code, sent):
        description += f", code {code}"
    if message and not _has_word_of(message, sent):
        description += f": {_KEY.sub('…', message)}"
    return description


def _iterate_causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    for _ in range(_MAX_CAUSES):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__ or cause.__context__


def _find_status(error: BaseException) -> int | None:
    response = getattr(error, "response", None)
    statuses = [*(getattr(error, name, None) for name in ("status_code", "status", "code"))]
    statuses += [getattr(response, name, None) for name in ("status_code", "status")]
    return next((status for status in statuses if isinstance(status, int) and 400 <= status < 600), None)


def _find_code(error: BaseException) -> str | None:
    """Return the provider's name for an error: "invalid_api_key"."""
    body = _error_body(error)
    names = ("code", "type", "status")
    codes = [*(getattr(error, name, None) for name in names), *(body.get(name) for name in names)]
    return next((code for code in codes if isinstance(code, str) and _IDENTIFIER.fullmatch(code)), None)


def _find_message(error: BaseException) -> str:
    message = _error_body(error).get("message") or getattr(error, "message", None)
    return message if isinstance(message, str) else str(error)


def _error_body(error: BaseException) -> Mapping[str, Any]:
    """Return the JSON object with which a provider describes an error; empty if there is none."""
    found: Any = getattr(error, "body", None)
    if not isinstance(found, Mapping):
        return {}
    body = cast("Mapping[str, Any]", found)
    inner: Any = body.get("error")
    return cast("Mapping[str, Any]", inner) if isinstance(inner, Mapping) else body


def _shorten(message: str) -> str:
    """Return the beginning of a message on one line, without a word that is cut."""
    text = " ".join(message[: _MAX_MESSAGE_LENGTH * 2].split())
    if len(text) <= _MAX_MESSAGE_LENGTH and len(message) <= _MAX_MESSAGE_LENGTH * 2:
        return text
    return f"{text[:_MAX_MESSAGE_LENGTH].rpartition(' ')[0]} …"


def _has_word_of(text: str, sent: str) -> bool:
    """Return whether a text has a keyword of ``sent``, or a longer word, a number or a foreign word within it."""
    folded = sent.casefold()
    telling = (
        word
        for word in re.findall(r"\w+", text.casefold())
        if len(word) >= _MIN_TELLING_LENGTH or not word.isascii() or (len(word) > 1 and not word.isalpha())
    )
    return not set(terms(text)).isdisjoint(terms(sent)) or any(word in folded for word in telling)
