"""Build the documentation: the generated pages, the site, a check of every link, and `llms.txt`.

python -m scripts.build_docs            # everything; the site is in out/site
python -m scripts.build_docs --pages    # only write the generated pages in docs/reference
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from scripts.docs_pages import GENERATED, generate_pages
from scripts.docs_site import check_site

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
SITE = ROOT / "out/site"
CONFIG = ROOT / "zensical.toml"


def load_config() -> dict[str, Any]:
    """Return the `project` table of the site's configuration."""
    return tomllib.loads(CONFIG.read_text("utf-8"))["project"]


def list_pages(nav: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Return part, title and path of every page, in the order of the navigation."""
    pages: list[tuple[str, str, str]] = []
    for entry in nav:
        for title, target in entry.items():
            if isinstance(target, str):
                pages.append(("", title, target))
            else:
                pages += [(title, name, path) for item in target for name, path in item.items()]
    return pages


def render_llms_txt(config: dict[str, Any]) -> str:
    """Return the index of the documentation for language models, one line a page."""
    lines = [f"# {config['site_name']}", "", f"> {config['site_description']}"]
    part = ""
    for section, title, path in list_pages(config["nav"]):
        if section and section != part:
            part = section
            lines += ["", f"## {section}", ""]
        if section:
            lines.append(f"- [{title}]({config['site_url']}{path}): {summarize(DOCS / path)}")
    return "\n".join(lines) + "\n"


def summarize(page: Path) -> str:
    """Return the first paragraph of a page on one line, up to its first sentence."""
    paragraphs = [text for text in page.read_text("utf-8").split("\n\n") if text[:1].isalpha()]
    first = " ".join(paragraphs[0].split()) if paragraphs else ""
    end = first.find(". ")
    return first if end < 0 else first[: end + 1]


def main() -> int:
    """Build everything; return 1 where a link is broken or a page is missing from the navigation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", action="store_true", help="only write the generated pages")
    options = parser.parse_args()
    for name, text in generate_pages().items():
        (DOCS / name).write_text(text, "utf-8")
    print(f"{len(GENERATED)} generated pages written")
    if options.pages:
        return 0
    config = load_config()
    shutil.rmtree(SITE, ignore_errors=True)
    built = subprocess.run(
        [Path(sys.executable).parent / "zensical", "build", "--clean", "--strict"], cwd=ROOT, check=False
    )
    if built.returncode:
        return 1
    (SITE / "llms.txt").write_text(render_llms_txt(config), "utf-8")
    in_nav = {path for _, _, path in list_pages(config["nav"])}
    on_disk = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md") if page.parent.name != "decisions"}
    on_disk |= {"understand/decisions/index.md"}
    faults = [f"{page} is in the navigation and does not exist" for page in sorted(in_nav - on_disk)]
    faults += [f"{page} is not in the navigation of zensical.toml" for page in sorted(on_disk - in_nav)]
    faults += check_site(SITE, ROOT, config["repo_url"])
    print("\n".join(faults) or f"{len(in_nav)} pages in out/site, every link leads somewhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
