"""The docs say what is true: the README's code runs, every command and setting is there, names and versions agree."""

from __future__ import annotations

import configparser
import lzma
import re
import subprocess
import sys
from pathlib import Path

import pytest
from scripts.build_docs import list_pages, load_config
from scripts.docs_pages import GENERATED

import ricordo
from ricordo.cli.main import build_parser
from ricordo.settings import SETTINGS, as_markdown

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_readmes_program_runs_and_prints_what_it_promises(tmp_path: Path) -> None:
    (program,) = blocks(README, "python")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "I love hiking" in done.stdout
    assert "<ricordo-memory>" in done.stdout
    assert "'turns': 2" in done.stdout


PROGRAMS = [
    pytest.param(program, id=f"{page.stem} {number}")
    for page in sorted(ROOT.glob("docs/**/*.md"))
    for number, program in enumerate(blocks(page.read_text("utf-8"), "python"))
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs_in_the_docs_run(program: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    promised = re.findall(r"print\(.*\)  # (\w+=.*)", program)
    assert all(line in done.stdout for line in promised), done.stdout


def test_the_readmes_shell_commands_run(tmp_path: Path) -> None:
    commands = [line.removeprefix("$ ") for block in blocks(README, "console") for line in block.splitlines()]
    ours = [command for command in commands if command.startswith("ricordo ")]
    assert len(ours) >= 3
    for command in ours:
        line = command.replace("ricordo", f"{sys.executable} -m ricordo", 1)
        done = subprocess.run(["sh", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stderr)
    kept = [sys.executable, "-m", "ricordo", "export", "--user", "alice"]
    exported = subprocess.run(kept, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "about $2,000." in exported


def test_the_readme_and_ci_name_the_same_commands() -> None:
    assert "make test" in README
    assert "make demo" in README
    ci = (ROOT / ".ci/run").read_text()
    assert "make test" in ci
    assert "make lint" in ci


def test_the_changelog_knows_this_version() -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == ricordo.__version__


def test_every_command_is_documented() -> None:
    text = (ROOT / "docs/reference/command-line.md").read_text("utf-8")
    (subparsers,) = (action for action in build_parser()._actions if action.choices and action.dest != "version")
    assert subparsers.choices
    for name in subparsers.choices:
        assert f"`ricordo {name}" in text


def test_every_setting_is_documented() -> None:
    assert len(SETTINGS) >= 5
    assert as_markdown() in (ROOT / "docs/reference/settings.md").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(GENERATED))
def test_the_generated_pages_are_what_the_code_says(name: str) -> None:
    said = (ROOT / "docs" / name).read_text("utf-8")
    assert said == GENERATED[name](), "run `python -m scripts.build_docs --pages`"


def test_every_page_is_in_the_navigation() -> None:
    listed = {path for _, _, path in list_pages(load_config()["nav"])}
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert listed == {page for page in pages if "decisions/0" not in page}


def test_every_decision_is_in_its_index() -> None:
    folder = ROOT / "docs/understand/decisions"
    index = (folder / "index.md").read_text("utf-8")
    assert all(f"({page.name})" in index for page in folder.glob("0*.md"))


def test_contributing_draws_the_layers_of_the_linters_contract() -> None:
    contract = configparser.ConfigParser()
    contract.read(ROOT / ".importlinter")
    stated = [line for line in contract["importlinter:contract:layers"]["layers"].splitlines() if line.strip()]
    layers = [{name.strip() for name in line.split("|")} - {"__main__"} for line in stated]
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## How it is built")[1].split("##")[0]
    rows = [re.split(r"\s{2,}", line.strip())[0] for line in text.splitlines() if line.startswith("    ")]
    drawn = [set(re.findall(r"\w+", row.split("  ")[0])) for row in rows]
    assert drawn == [layer for layer in layers if layer]


@pytest.mark.parametrize(
    "page", sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md")), ids=lambda page: page.name
)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?://)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_nothing_personal_to_a_machine_is_committed() -> None:
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert "uv.lock" not in files
    for name in files:
        if (ROOT / name).is_file() and not name.endswith((".onnx", ".npz", ".db", ".png")) and "gte_small" not in name:
            data = (ROOT / name).read_bytes()
            data = lzma.decompress(data) if name.endswith(".xz") else data
            assert not re.search(rb"/root/|/home/[a-z]|files\.pythonhosted|registry\.npmjs", data) or name == THIS, name


THIS = "tests/docs/test_docs.py"
