"""Check a built site: every link, anchor and picture leads somewhere, and no directive was left as text."""

from __future__ import annotations

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """The anchors and links of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and (name == "id" or (tag == "a" and name == "name")):
                self.anchors.add(value)
            if value and ((tag in {"a", "link"} and name == "href") or (tag in {"img", "script"} and name == "src")):
                self.links.append(value)


def check_site(site: Path, root: Path, repository: str) -> list[str]:
    """Return a line for every fault of the site.

    Args:
        site: The folder with the built pages.
        root: The checkout; links to files of the `repository` are looked up there.
        repository: The address of the repository, without a slash at its end.
    """
    pages = {path.relative_to(site).as_posix(): _read(path) for path in site.rglob("*.html")}
    faults: list[str] = []
    for name, page in sorted(pages.items()):
        if name == "404.html":  # its links are absolute: it is shown at any address
            continue
        faults += [
            f"{name}: {fault}"
            for link in page.links
            if (fault := _check_link(link, name, pages, site, root, repository))
        ]
        if "<p>:::" in (site / name).read_text("utf-8"):
            faults.append(f"{name}: a directive (:::) was not rendered; is the name right?")
    return faults


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text("utf-8"))
    return page


def _check_link(link: str, name: str, pages: dict[str, _Page], site: Path, root: Path, repository: str) -> str | None:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        source = f"{repository}/blob/main/"
        if link.startswith(source) and not (root / parts.path.removeprefix(urlsplit(source).path)).exists():
            return f"{link} names a file that is not in the repository"
        return None
    path = unquote(parts.path)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    if path.endswith("/") or (site / target).is_dir():
        target = posixpath.normpath(posixpath.join(target, "index.html"))
    if not (site / target).is_file():
        return f"{link} leads nowhere"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
        return f"{link}: there is no such anchor"
    return None
