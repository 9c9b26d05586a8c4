"""Forms and sessions as dependencies of the routes. A form is refused unless it carries its session's token."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from ricordo.server.errors import HttpError
from ricordo.server.pages.rendering import session_of
from ricordo.server.pages.sessions import BrowserSession, SignIn
from ricordo.server.service import service_of

_MAX_FIELDS = 200
"""Enough for every memory of a page, and the rest of the form."""


class Form:
    """The fields of a form, and its file."""

    def __init__(self, fields: Iterable[tuple[str, str]], file: bytes = b"") -> None:
        self._fields: dict[str, list[str]] = {}
        for name, value in fields:
            self._fields.setdefault(name, []).append(value.replace("\r\n", "\n").strip())
        self.file = file

    def text(self, name: str) -> str:
        """Return a field without the blanks around it, and with plain line breaks; empty if it is not there."""
        return self._fields.get(name, [""])[-1]

    def texts(self, name: str) -> list[str]:
        """Return all fields of this name, each once, in their order."""
        return list(dict.fromkeys(self._fields.get(name, [])))

    def optional_text(self, name: str) -> str | None:
        """Return a field, or None if it is empty."""
        return self.text(name) or None


class _InMemoryParser(MultiPartParser):
    """A parser that keeps files in memory: a person's upload must not be left on a disk."""

    spool_max_size = 2**30


async def read_form(request: Request) -> Form:
    """Return the form of a request; refuse it unless one of our own pages sent it from this browser."""
    session = session_of(request)
    form = await _parse(request)
    if not hmac.compare_digest(form.text("form").encode(), session.form_token.encode()):
        raise HttpError.not_allowed("this form is out of date or was not sent from here: go back, reload and try again")
    return form


async def _parse(request: Request) -> Form:
    kind = request.headers.get("content-type", "")
    try:
        if kind.startswith("multipart/form-data"):
            parser = _InMemoryParser(
                request.headers,
                request.stream(),
                max_files=1,
                max_fields=_MAX_FIELDS,
                max_part_size=service_of(request).settings.limits.body_bytes,
            )
            data = await parser.parse()
        else:
            data = await request.form(max_fields=_MAX_FIELDS)
    except MultiPartException as error:
        raise HttpError(400, "BadRequest", f"the form cannot be read: {error.message}") from None
    fields = [(name, value) for name, value in data.multi_items() if isinstance(value, str)]
    files = [value for _, value in data.multi_items() if isinstance(value, UploadFile)]
    try:
        return Form(fields, await files[0].read() if files else b"")
    finally:
        await data.close()


async def require_person(request: Request) -> BrowserSession:
    """Return the session if somebody has signed in and a person is chosen; send everybody else to sign in."""
    session = session_of(request)
    if session.caller is None or session.person is None:
        raise SignIn
    return session


async def require_staff(request: Request) -> BrowserSession:
    """Return the session if it was opened with a key; refuse others."""
    session = session_of(request)
    if session.caller is None:
        raise SignIn
    if not session.is_staff:
        raise HttpError.not_allowed("this page is for operators: sign in with an application's or an operator's key")
    return session


SubmittedForm = Annotated[Form, Depends(read_form)]
ThePerson = Annotated[BrowserSession, Depends(require_person)]
TheStaff = Annotated[BrowserSession, Depends(require_staff)]
