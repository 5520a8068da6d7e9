"""What a Python caller gets: names or games everywhere, one line for a bot's move, and examples that run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from ziggurat import bots, envs, sim
from ziggurat.bots.arena import Arena
from ziggurat.bots.own import bring
from ziggurat.core.errors import BadLog, BadRecord

PACKAGES = ("ziggurat", "ziggurat.bots", "ziggurat.sim", "ziggurat.envs", "ziggurat.ladder", "ziggurat.mini")
MORE = ("ziggurat.bots.arena.Arena", "ziggurat.data.tables.open_table")  # named in docs/api too
NEEDS_MORE = {"envs.register_openspiel"}  # a large library: examples/ and tests/envs run it
BY_METHODS = (ziggurat.Match, ziggurat.Game, ziggurat.Study, bots.NamedBot)  # of these every public method has one


def public_objects() -> Iterator[tuple[str, Any]]:
    """Every public class and function by its name, and the methods of the classes that people hold in their hands."""
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in module.__all__:
            member = getattr(module, name)
            if inspect.isclass(member) or inspect.isfunction(member):
                yield f"{package}.{name}".removeprefix("ziggurat."), member
    for path in MORE:
        module_name, _, name = path.rpartition(".")
        yield path.removeprefix("ziggurat."), getattr(importlib.import_module(module_name), name)
    for kind in BY_METHODS:
        fields = getattr(kind, "__dataclass_fields__", {})
        for name, member in vars(kind).items():
            if name in fields:  # a function that a card brings along
                continue
            if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, (property, classmethod))):
                yield f"{kind.__name__}.{name}", member
            elif type(member).__name__ == "cached_property":
                yield f"{kind.__name__}.{name}", member.func


def examples(found: Any) -> list[doctest.DocTest]:
    """The examples of an object, and of a class without those of its methods."""
    text = inspect.getdoc(found) or ""
    parsed = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, "example", None, 0)
    return [parsed] if parsed.examples else []


OBJECTS = {name: found for name, found in public_objects() if name not in NEEDS_MORE}


@pytest.mark.parametrize("name", OBJECTS)
def test_every_public_object_has_an_example_that_runs(name: str) -> None:
    member = OBJECTS[name]
    assert (inspect.getdoc(member) or "").strip(), f"{name} has no docstring"
    written = examples(member)
    assert written, f"{name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    for one in written:
        runner.run(one, out=said.append)
    assert runner.failures == 0, "".join(said)


# ----------------------------------------------------------------------------------------------- the API reference

ROOT = Path(__file__).parent.parent
REFERENCE = "\n".join(page.read_text("utf-8") for page in sorted((ROOT / "docs" / "api").glob("*.md")))
REFERENCED = (*PACKAGES, "ziggurat.puzzles", "ziggurat.reviewing", "ziggurat.tournaments", "ziggurat.pictures")
IMPORT = re.compile(r"^\s*(?:>>> )?from ziggurat[\w.]* import ([\w, ]+)", re.MULTILINE)


def referenced(package: str) -> set[str]:
    """The names of a package that the reference has: each by itself, or as members of the package."""
    alone = re.findall(rf"^::: {re.escape(package)}(?:\.[\w.]+)?\.(\w+)$", REFERENCE, re.MULTILINE)
    together = re.findall(rf"^::: {re.escape(package)}\n(?: .*\n)*?      members: \[(.*)\]", REFERENCE, re.MULTILINE)
    return {*alone, *", ".join(together).split(", ")}


@pytest.mark.parametrize("package", REFERENCED)
def test_the_api_reference_names_everything_public(package: str) -> None:
    assert not set(importlib.import_module(package).__all__) - referenced(package)


def test_the_api_reference_names_what_pages_import() -> None:
    pages = [page for page in (ROOT / "docs").rglob("*.md") if not {"lab", "api"} & set(page.parts)]
    names = re.findall(r"\w+", " ".join(part for page in pages for part in IMPORT.findall(page.read_text("utf-8"))))
    assert {"resampler", "to_openspiel"} <= set(names)
    assert not {name for name in names if not re.search(rf"\b{name}\b", REFERENCE)}


def test_the_api_reference_names_the_arrays_of_an_environment() -> None:
    env: Any = envs.vector("babel", games=1, history=1)
    arrays = {name for name, value in vars(env).items() if isinstance(value, np.ndarray) and not name.startswith("_")}
    assert len(arrays) > 8
    assert not {name for name in arrays if f"`{name}`" not in REFERENCE}


# ------------------------------------------------------------------------------------------------- names and games


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_a_name_and_a_game_are_the_same_everywhere(name: str) -> None:
    card = ziggurat.game(name)
    assert ziggurat.game(card) is card
    match = ziggurat.new(card, seed=3)
    assert match == ziggurat.new(name, seed=3)
    assert ziggurat.load(card, match.position()) == ziggurat.load(name, match.position())
    assert sim.simulate(name, games=5).digest == sim.simulate(card, games=5).digest
    assert Arena(name, ["random", "greedy"]).game is card
    for kind in (bots.RandomBot, bots.GreedyBot, bots.NetworkBot, bots.SearchBot, bots.LearnedBot):
        assert kind(name, 1).game is kind(card, 1).game is card
    for bot in bots.names():
        assert bots.find(bot)(name, 1).game is card
    assert envs.vector(name, games=1).game is envs.vector(card, games=1).game is card


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_one_default_seat_count(name: str) -> None:
    """The largest, also in `play` and `arena` (tests/test_cli.py)."""
    seats = ziggurat.game(name).default_seats
    assert seats == max(ziggurat.game(name).seat_counts)
    assert ziggurat.new(name).seats == seats
    assert sim.simulate(name, games=1).seats == seats
    assert Arena(name, ["random", "greedy"]).seats == seats
    assert envs.vector(name, games=1).seats == seats


# ------------------------------------------------------------------------------------------------------------ bots


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_one_line_lets_a_bot_move(name: str) -> None:
    match = ziggurat.new(name, seed=3)
    record = match.record(match.actor)
    by_match, by_record = (ziggurat.bot("search:30i", seed=5).choose(given) for given in (match, record))
    assert by_match == by_record
    assert match.play(by_match).actions == (by_match,)


def test_a_bot_by_name_plays_every_game_it_is_asked_about() -> None:
    bot = ziggurat.bot("greedy", seed=5)
    for name in ziggurat.game_names():
        match = ziggurat.new(name, seed=3)
        assert bot.choose(match) == bots.GreedyBot(name, 5).choose(match.record(match.actor))
    assert eval(repr(bot), {"ziggurat": ziggurat}).seed == 5  # noqa: S307 - our own repr
    assert bring(bot)(ziggurat.game("ur"), 1).game is ziggurat.game("ur")
    assert Arena("babel", [bot, "random"]).names == ("greedy", "random")


@pytest.mark.parametrize("thing", [None, 3, "babel", b""])
def test_a_bot_by_name_says_what_it_wants(thing: object) -> None:
    with pytest.raises(BadRecord, match="A bot decides about a match or one of its records, not about "):
        ziggurat.bot("random").choose(thing)  # type: ignore[arg-type]


def test_bots_see_no_more_through_a_match_than_through_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seen = ziggurat.new("babylonia", seats=2, seed=3), []
    monkeypatch.setattr(bots.RandomBot, "check", lambda _self, records: seen.append(records.tobytes()))
    ziggurat.bot("random").choose(match)
    assert seen == [match.record(match.actor).tobytes()]
    assert seen != [match.record().tobytes()]


# ----------------------------------------------------------------------------------------------------------- matches


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_print_draws_the_board_as_the_actor_sees_it(name: str) -> None:
    match = ziggurat.new(name, seed=3)
    *drawn, summary = str(match).splitlines()
    assert summary == f"{match.summary()}."
    assert len(drawn) > 8
    assert all(line == line.rstrip() and "\x1b" not in line for line in drawn)


def test_print_shows_no_secrets_of_others() -> None:
    """Another truth that the actor cannot tell apart is drawn alike."""
    import numpy as np

    match = ziggurat.new("babylonia", seats=2, seed=3)
    other = match.copy()
    match.game.engine().resample(other._states, match.actor, np.uint64(9))
    assert match.digest() != other.digest()
    assert str(match) == str(other)


def test_equal_matches_began_alike_and_have_the_same_decisions() -> None:
    match = ziggurat.new("ur", seats=3, seed=7)
    copy = match.copy()
    assert match == copy
    copy.play("put c3")
    assert match != copy
    assert match.play("put c3") == copy
    assert ziggurat.read(match.to_text()) == match
    assert ziggurat.new("ur", seats=3, seed=8) != ziggurat.new("ur", seats=3, seed=7)
    assert ziggurat.new("ur", seats=3, seed=7, covered=False) != ziggurat.new("ur", seats=3, seed=7)
    assert ziggurat.load("ur", match.position()) != match
    assert match != "a match"
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


def test_open_reads_a_file(tmp_path: Path) -> None:
    match, path = ziggurat.new("babel", seed=7).play("pawn A"), tmp_path / "match.log"
    path.write_text(match.to_text(), "utf-8")
    assert ziggurat.open(path) == ziggurat.open(str(path)) == match


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (Path("match.log"), r"`read` takes the text of a log; ziggurat.open\('match.log'\) reads a file."),
        ("match.log", "`read` takes the text of a log, and 'match.log' is a file's name: use ziggurat.open."),
        (b"ziggurat", r"as a string, not b'ziggurat'; decode it first: read\(log.decode\(\)\)."),
        (None, "`read` takes the text of a log as a string, not None."),
    ],
)
def test_read_says_what_it_wants(given: Any, sentence: str) -> None:
    with pytest.raises(BadLog, match=sentence):
        ziggurat.read(given)


def test_open_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    with pytest.raises(BadLog, match=r"missing\.log cannot be read: No such file or directory\."):
        ziggurat.open(tmp_path / "missing.log")
    with pytest.raises(BadLog, match=r"picture\.png is not a text file\."):
        ziggurat.open(tmp_path / "picture.png")


def test_a_misspelt_bot_is_recognised() -> None:
    with pytest.raises(ziggurat.BadOption, match=r"^There is no bot called 'kign'\. Did you mean 'king'\?$"):
        ziggurat.bot("kign")


def test_packages_need_no_import_of_their_own() -> None:
    assert ziggurat.bots.arena.Arena is Arena
    for name in ziggurat.PACKAGES:
        assert importlib.import_module(f"ziggurat.{name}") is getattr(ziggurat, name)
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        ziggurat.chess  # noqa: B018
