"""What a form sends: the token of its session is checked before anything else is looked at."""

from __future__ import annotations

import hmac
from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from ricordo.server.errors import Refused
from ricordo.server.pages.rendering import session_of
from ricordo.server.pages.sessions import Session, SignIn
from ricordo.server.service import service_of

_MOST_FIELDS = 50


class Form:
    """The fields of a form, and the file that came with it."""

    def __init__(self, fields: dict[str, str], file: bytes = b"") -> None:
        self._fields = fields
        self.file = file

    def text(self, name: str, default: str = "") -> str:
        """A field, with the line breaks of a browser made plain and the blanks around it removed."""
        return self._fields.get(name, default).replace("\r\n", "\n").strip()

    def name(self, name: str) -> str | None:
        """A field that may be left empty."""
        return self.text(name) or None


class _InMemory(MultiPartParser):
    """Files stay in memory, up to the limit of a body: what a person uploads must not be left on a disk."""

    spool_max_size = 2**30


async def submitted(request: Request) -> Form:
    """What was sent, if it was sent from one of our own pages to this browser."""
    session = session_of(request)
    form = await _read(request)
    if not hmac.compare_digest(form.text("form").encode(), session.form_token.encode()):
        raise Refused.not_allowed("this form is out of date, or was not sent from here: go back, reload and try again")
    return form


async def _read(request: Request) -> Form:
    kind = request.headers.get("content-type", "")
    try:
        if kind.startswith("multipart/form-data"):
            parser = _InMemory(
                request.headers,
                request.stream(),
                max_files=1,
                max_fields=_MOST_FIELDS,
                max_part_size=service_of(request).settings.limits.body_bytes,
            )
            data = await parser.parse()
        else:
            data = await request.form(max_fields=_MOST_FIELDS)
    except MultiPartException as error:
        raise Refused(400, "BadRequest", f"the form cannot be read: {error.message}") from None
    fields = {name: value for name, value in data.items() if isinstance(value, str)}
    files = [value for _, value in data.multi_items() if isinstance(value, UploadFile)]
    try:
        return Form(fields, await files[0].read() if files else b"")
    finally:
        await data.close()


def signed_in(request: Request) -> Session:
    """The session of somebody who has signed in and chosen a person; everybody else is sent to do so."""
    session = session_of(request)
    if session.caller is None or session.person is None:
        raise SignIn
    return session


def staff(request: Request) -> Session:
    """The session of somebody with a key."""
    session = session_of(request)
    if session.caller is None:
        raise SignIn
    if not session.is_staff:
        raise Refused.not_allowed("this page is for operators: sign in with a key of the application, or an operator's")
    return session


TheForm = Annotated[Form, Depends(submitted)]
ThePerson = Annotated[Session, Depends(signed_in)]
TheStaff = Annotated[Session, Depends(staff)]
