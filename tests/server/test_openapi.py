"""Schemathesis plays with every operation of the OpenAPI document: no server error, and answers as documented."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi import checks

from ricordo import Ricordo
from ricordo.server import KeyRing, Settings, create_app
from tests.server.running import serve_in_process


def document() -> dict[str, Any]:
    """The OpenAPI document, as the service gives it out."""
    with tempfile.TemporaryDirectory() as folder:
        return create_app(lambda: Ricordo.open("memory://"), Settings(Path(folder) / "keys.db")).openapi()


@schemathesis.serializer("application/x-ndjson")
def as_lines(context: object, value: object) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


UNFIT: list[Any] = [
    checks.positive_data_acceptance,  # that a scope names somebody, or that an id is known, is no matter of form
    checks.unsupported_method,  # an id may hold a slash, so x/confirm is one too, for the methods that take an id
]

schema: Any = schemathesis.openapi.from_dict(document())


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[str, str]]:
    folder = tmp_path_factory.mktemp("service")
    with KeyRing(folder / "keys.db") as keys:
        key = keys.create().text
    with serve_in_process(folder, "--rate", "0", "--body-limit", "64") as (url, _):
        yield url, key


@schema.parametrize()
@settings(
    max_examples=int(os.environ.get("RICORDO_FUZZ", "6")),
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
def test_no_operation_breaks(case: Any, service: tuple[str, str]) -> None:
    url, key = service
    case.call_and_validate(
        base_url=url,
        headers={"Authorization": f"Bearer {key}"},
        excluded_checks=UNFIT,
    )
