"""The documentation's examples run and its commands exist. Links, site, notebooks: `tests/docs`."""

from __future__ import annotations

import doctest
import re
import runpy
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

import ziggurat
import ziggurat.envs as envs_module
from ziggurat import ladder
from ziggurat.cli import app
from ziggurat.core import match as match_module
from ziggurat.core import sentence as sentence_module
from ziggurat.envs import batch as vector_module
from ziggurat.ladder.files import read_result

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MEASURED = [
    ROOT / "docs" / f"{name}.md"
    for name in (
        "performance",
        "learning",
        "strength",
        "research/measures",
        "research/leaderboard",
        "environments",
        "balance",
    )
]
LONGEST_LINE = 200  # characters
COMMANDS = set(get_command(app).commands)  # type: ignore[attr-defined]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pages_are_doctests(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert page.name != "README.md" or result.attempted > 5


def test_every_observation_plane_is_documented() -> None:
    planes = runpy.run_path(str(ROOT / "docs" / "make" / "observations.py"))
    assert planes["PAGE"].read_text("utf-8") == planes["page"](), "run python docs/make/observations.py"


@pytest.mark.long
@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "results").glob("*.json*")), ids=lambda path: path.name)
def test_leaderboard_games_replay_the_same_decisions(path: Path) -> None:
    ladder.verify(read_result(path))


def test_the_leaderboard_is_current() -> None:
    board = runpy.run_path(str(ROOT / "docs" / "make" / "leaderboard.py"))
    assert board["PAGE"].read_text("utf-8") == board["page"](replay=False), "run python docs/make/leaderboard.py"


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {ziggurat.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_citation_is_complete_and_agrees_with_the_paper() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= set(citation)
    assert all("name" in author or {"family-names", "given-names"} <= set(author) for author in citation["authors"])
    assert f"title  = {{{citation['title']}}}" in (ROOT / "docs" / "research" / "paper.md").read_text("utf-8")
    assert (ROOT / "LICENSE").read_text("utf-8").startswith(f"{citation['license']} License")


def test_every_number_of_the_paper_is_on_a_measured_page() -> None:
    numbers = re.compile(r"(?<![\w.])\d[\d,.]*\d")
    text = re.sub(r"`[^`]*`", "", (ROOT / "docs" / "research" / "paper.md").read_text("utf-8"))
    measured = {number for page in MEASURED for number in numbers.findall(page.read_text("utf-8"))}
    assert set(numbers.findall(text)) - measured <= {"2026"}


def test_the_pictures_of_balance_are_current() -> None:
    drawing = runpy.run_path(str(ROOT / "docs" / "make" / "balance.py"))
    for name, picture in drawing["pictures"]().items():
        assert (drawing["FOLDER"] / name).read_text("utf-8") == picture, "run python docs/make/balance.py"


def test_the_import_graph_shows_every_package() -> None:
    imports = runpy.run_path(str(ROOT / "docs" / "make" / "imports.py"))
    picture = imports["PICTURE"].read_text("utf-8")
    folders = [package for package in imports["packages"]() if (imports["SOURCE"] / package).is_dir()]
    assert not [package for package in folders if f">{package}<" not in picture], "run python docs/make/imports.py"


def test_no_line_of_markdown_is_over_200_characters() -> None:
    folders = ("docs", "src", "tests", "benchmarks", "examples", "deploy")
    pages = [*ROOT.glob("*.md"), *(page for folder in folders for page in (ROOT / folder).rglob("*.md"))]
    pages.remove(ROOT / "THIRD-PARTY.md")  # licences are quoted as they are
    too_long = [
        f"{name(page)}:{number}"
        for page in pages
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert not too_long


@pytest.mark.parametrize(
    "module",
    [
        ziggurat,
        match_module,
        sentence_module,
        vector_module,
        pytest.param(envs_module, marks=pytest.mark.long),  # needs OpenSpiel; tests/test_surface.py runs the others
    ],
)
def test_docstrings_are_doctests(module) -> None:  # type: ignore[no-untyped-def]
    result = doctest.testmod(module)
    assert result.attempted
    assert result.failed == 0


def test_the_readme_names_only_commands_that_exist() -> None:
    mentioned = set(re.findall(r"\bziggurat ([a-z]+) ", (ROOT / "README.md").read_text("utf-8")))
    assert mentioned <= COMMANDS
    assert {"play", "replay", "simulate", "rules"} <= mentioned


def test_every_command_and_option_has_help() -> None:
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        assert command.help, name
        for parameter in command.params:
            assert parameter.name == "help" or parameter.help, f"{name} {parameter.name}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^    |`)make ([a-z]+)\b", page.read_text("utf-8"), re.MULTILINE)) <= targets
