"""A fifth game made by following `docs/adding-a-game.md`."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

import ziggurat
from tests.cases import first
from tests.example_game.conftest import HERE
from tests.playing import finish

ROOT = HERE.parents[1]
# What is true of every game is tested by these, over all that are registered.
SUITES = (
    "tests/games/test_contract.py",
    "tests/games/test_rules.py",
    "tests/core/choices/test_premoves.py",
    "tests/core/test_places.py",
    "tests/core/test_setup.py",
    "tests/core/test_study.py",
    "tests/core/choices/test_preview.py",
    "tests/core/drawing/test_picture.py",
    "tests/core/test_record.py",
    "tests/core/test_spelling.py",
    "tests/core/test_versions.py",
    "tests/test_copies.py",
    "tests/bots/test_bots.py",
    "tests/envs/test_vector.py",
    "tests/envs/test_gymnasium.py",
    "tests/envs/test_pettingzoo.py",
    "tests/envs/test_openspiel.py",
    "tests/server/tables/test_play.py",
    "tests/server/tables/test_secrets.py",
    "tests/house",  # where it is skipped, because its card claims nothing
)


def play(match: ziggurat.Match, wells: str) -> ziggurat.Match:
    for well in wells.split():
        match.play(f"claim {well}", "roll")
    return match


@pytest.mark.usefixtures("installed")
def test_each_seat_knows_a_spring_and_no_other() -> None:  # wells 1
    match = ziggurat.new("wells", seats=3, seed=5)
    for seat in range(3):
        springs = [player.spring for player in match.view(seat).players]
        assert [other for other, spring in enumerate(springs) if spring] == [seat]
    assert all(player.spring is None for player in match.view(-1).players)


@pytest.mark.usefixtures("installed")
def test_a_game_need_not_have_prospects() -> None:
    assert ziggurat.new("wells", seed=1).prospects(0) is None


@pytest.mark.usefixtures("installed")
def test_a_claim_can_be_taken_back_until_the_die_is_rolled() -> None:  # wells 2
    match = ziggurat.new("wells", seats=2, seed=5).play("claim b2")
    assert match.moves() == ["roll"]
    assert len(match.copy().undo().legal()) == 9
    match.play("roll")
    assert match.actor == 1
    assert 1 <= match.scores[0] <= 6
    with pytest.raises(ziggurat.IllegalMove, match=r"Seat 0 has claimed b2 already \(clause 2\)\."):
        match.play("claim b2")
    with pytest.raises(ziggurat.UndoRefused):
        match.undo()


@pytest.mark.usefixtures("installed")
def test_the_last_well_ends_the_game_and_an_own_spring_gives_six() -> None:  # wells 3, 4
    position = {"seats": 2, "springs": ["a1", "a1"], "owners": [-1] * 9, "generator": "5"}
    match = play(ziggurat.load("wells", position), "a1 b1 c1 a2 b2 c2 a3 b3 c3")
    assert match.over
    water = [sum(well.water for well in match.view(-1).wells if well.seat == seat) for seat in range(2)]
    assert match.scores == [water[0] + 6, water[1]]
    assert match.winners == [seat for seat in range(2) if match.scores[seat] == max(match.scores)]
    assert [player.spring for player in match.view(-1).players] == ["a1", "a1"]


@pytest.mark.usefixtures("installed")
def test_a_match_of_earlier_rules_goes_on_under_them() -> None:  # wells 3
    position = {"seats": 2, "springs": ["a1", "a1"], "owners": [-1] * 9, "generator": "5"}
    wells = "a1 b1 c1 a2 b2 c2 a3 b3 c3"
    old = play(ziggurat.load("wells", {**position, "rules": 1}), wells)
    new = play(ziggurat.load("wells", position), wells)
    assert (old.rules, new.rules) == (1, 2)
    assert old.scores == [new.scores[0] - 3, new.scores[1]]


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("version", [1, 2])
def test_copies_keep_the_rules_version(version: int) -> None:
    match = finish(ziggurat.new("wells", seed=5, rules=version), random.Random(5))
    half = match.at(len(match) // 2)
    copies = {
        "copy": match.copy(),
        "log": ziggurat.read(match.to_text()),
        "pickle": pickle.loads(pickle.dumps(match)),  # noqa: S301 - our own
        "position": ziggurat.load("wells", match.position()),
        "repr": eval(repr(match), {"ziggurat": ziggurat}),  # noqa: S307
        "half": half,
        "log of half": ziggurat.read(ziggurat.load("wells", half.position()).to_text()),
    }
    assert {name: copy.rules for name, copy in copies.items()} == dict.fromkeys(copies, version)


@pytest.mark.usefixtures("installed")
def test_a_log_is_not_read_under_another_version() -> None:
    log = ziggurat.new("wells", seed=1, rules=1).to_text()
    with pytest.raises(ziggurat.BadLog, match=r"it has been changed"):
        ziggurat.read(log.replace("rules 1", "rules 2"))


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("version", [0, 3, True, "1", 1.0])
def test_unknown_rules_are_refused_in_a_sentence(version: object) -> None:
    with pytest.raises(ziggurat.BadOption, match=r"^Nine Wells has rules 1 or 2, not .*\.$"):
        ziggurat.new("wells", rules=version)  # type: ignore[arg-type]
    position = {**ziggurat.new("wells", seed=1).position(), "rules": version}
    with pytest.raises(ziggurat.BadPosition, match=r"^rules is 1, 2, not "):
        ziggurat.load("wells", position)


@pytest.mark.usefixtures("installed")
def test_a_log_of_unknown_rules_is_refused_in_a_sentence() -> None:
    log = ziggurat.new("wells", seed=1).to_text().replace("rules 2", "rules 3")
    with pytest.raises(
        ziggurat.BadLog, match=r"recorded under rules 3 of Nine Wells; this version knows rules 1 and 2\.$"
    ):
        ziggurat.read(log)


@pytest.mark.usefixtures("installed")
def test_impossible_positions_are_refused() -> None:
    for wrong, reason in (
        ({"owners": [0, 0, -1, -1, -1, -1, -1, -1, -1], "water": [3, 3, 0, 0, 0, 0, 0, 0, 0]}, "Turns go around"),
        ({"owners": [0, 1, -1, -1, -1, -1, -1, -1, -1]}, "Only the well claimed last"),
        ({"water": [1, 0, 0, 0, 0, 0, 0, 0, 0]}, "a1 is nobody's"),
    ):
        with pytest.raises(ziggurat.BadPosition, match=reason):
            ziggurat.load("wells", {"seats": 2, "springs": ["a1", "b2"], **wrong})


@pytest.mark.long
def test_example_game_passes_the_tests_of_all_games(environment: dict[str, str]) -> None:
    options = ["-vv", "-rs", "-x", "-n", "0", "-p", "no:cacheprovider", "-k", "wells"]
    command = [sys.executable, "-m", "pytest", *options, *SUITES]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-8000:]
    assert ran.stdout.count("PASSED") > 100
    assert "wells claims no lessons" in ran.stdout


@pytest.mark.long
@pytest.mark.parametrize("command", first("simulate wells --games 100", "arena wells --bots random,greedy --games 4"))
def test_command_line_lists_the_game(environment: dict[str, str], command: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "ziggurat", *command.split()],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


def test_game_has_the_size_the_tutorial_says() -> None:
    """Who adds a game writes about this much; when the example grows, the shared part has lost something."""
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in Path(HERE, "wells").glob("*.py"))
    assert lines < 600


@pytest.mark.parametrize(
    ("source", "reason"),
    [("raise RuntimeError('no rules today')", "no rules today"), ("GAME = None", "has no attribute 'name'")],
)
def test_a_broken_game_of_another_package_is_left_out_with_a_line(
    tmp_path: Path, environment: dict[str, str], source: str, reason: str
) -> None:
    about = tmp_path / "broken-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n", "utf-8")
    (about / "entry_points.txt").write_text(
        "[ziggurat.games]\nbroken = broken\nbabel = broken\nother = wells\n", "utf-8"
    )
    (tmp_path / "broken.py").write_text(source, "utf-8")
    variables = {**environment, "PYTHONPATH": f"{tmp_path}:{environment['PYTHONPATH']}"}
    code = "import ziggurat; print(*ziggurat.game_names()); print(ziggurat.game('babel').title)"
    ran = subprocess.run([sys.executable, "-c", code], env=variables, capture_output=True, text=True, check=True)
    assert ran.stdout.split("\n")[:2] == [" ".join((*ziggurat.game_names(), "wells")), "Babel"]
    assert "The game broken of broken is left out" in ran.stderr
    assert reason in ran.stderr
    assert "The game other of wells is left out: it calls itself wells." in ran.stderr
