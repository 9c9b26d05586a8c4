"""The link from the console back to the application."""

from __future__ import annotations

from pathlib import Path

import pytest

from ricordo.server import HomeLink
from tests.server.browsing import visit
from tests.server.running import run_service


@pytest.mark.parametrize(
    "url",
    ["https://travel.example/", "http://127.0.0.1:8766/?from=console", "https://ex.example:8443/a#b", "/", "/chat"],
)
def test_a_link_leads_to_a_web_address(url: str) -> None:
    assert HomeLink.parse(f"Travel assistant={url}") == HomeLink("Travel assistant", url)


@pytest.mark.parametrize(
    "url",
    [
        *("", "travel.example", "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "ftp://a.example"),
        *(
            "//evil.example",
            "/\\evil.example",
            "https://",
            "https://a b.example",
            "https://a.example/\n",
            "http://[::1",
        ),
        *("https://user:password@a.example/", 'https://a.example/"onclick="x', "https://a.example/" + "x" * 2_000),
    ],
)
def test_a_link_that_leads_elsewhere_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="http or https"):
        HomeLink("Travel assistant", url)


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 300])
def test_a_link_needs_a_name(name: str) -> None:
    with pytest.raises(ValueError, match="name of the link"):
        HomeLink(name, "/")


async def test_every_page_leads_back_to_the_application(tmp_path: Path) -> None:
    home = HomeLink("Travel <assistant>", "https://travel.example/?a=1&b=2")
    async with run_service(tmp_path, home=home) as service, visit(service) as alice:
        assert 'href="https://travel.example/?a=1&amp;b=2"' in await alice.get("/sign-in")
        await alice.choose_person("alice")
        for path in ("/me", "/me/control", "/operator", "/me/nonsense"):
            page = await alice.get(path)
            assert "<bdi>Travel &lt;assistant&gt;</bdi>" in page, path
            assert 'rel="noopener noreferrer"' in page


async def test_without_a_link_nothing_is_shown(tmp_path: Path) -> None:
    async with run_service(tmp_path) as service, visit(service) as alice:
        assert "Back to" not in await alice.get("/sign-in")
