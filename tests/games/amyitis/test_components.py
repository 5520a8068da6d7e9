"""The file of printed components, and playing with a corrected copy."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from tests.playing import finish
from ziggurat import BadOption
from ziggurat.games.amyitis.components import PARTS, decode, encode, standard

TEXT = files("ziggurat.games.amyitis").joinpath("components.json").read_text("utf-8")
Change = Callable[[dict[str, Any]], object]


def corrected(change: Change) -> dict[str, Any]:
    components: dict[str, Any] = copy.deepcopy(json.loads(TEXT))
    change(components)
    return components


def write(tmp_path: Path, change: Change) -> str:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(corrected(change)), "utf-8")
    return str(path)


def test_every_entry_says_how_sure_it_is() -> None:  # amyitis 25
    components = json.loads(TEXT)
    entries = [entry for section in components.values() if isinstance(section, list) for entry in section]
    entries += [section for section in components.values() if isinstance(section, dict)]
    assert len(entries) > 50
    assert all(entry["conf"] for entry in entries)
    assert any(entry.get("recon") for entry in entries)


def test_the_numbers_of_a_file_and_back() -> None:  # amyitis 25
    assert standard().shape == (PARTS,)
    assert encode(decode(standard())).tobytes() == standard().tobytes()


def test_a_corrected_file_is_played_with(tmp_path: Path) -> None:  # amyitis 25
    def change(components: dict[str, Any]) -> None:
        components["garden_tiles"][15] |= {"bonus": {"talent": 3}}
        components["start"]["talents"] = 7
        components["ring"][1], components["ring"][3] = components["ring"][3], components["ring"][1]

    path = write(tmp_path, change)
    match = ziggurat.new("amyitis", seats=3, seed=1, components=path)
    view = match.view()
    assert [found.talents for found in view.players] == [7, 7, 7]
    assert [city.name for city in view.ring[:4]] == ["babylon", "ur", "susa", "eshnunna"]
    assert view.squares[0].tile.talents == 3
    Path(path).unlink()  # the match does not need the file any more
    finish(match, random.Random(1))
    assert ziggurat.read(match.to_text()).digest() == match.digest()
    assert ziggurat.load("amyitis", match.position()).digest() == match.digest()
    assert eval(repr(match), {"ziggurat": ziggurat}).digest() == match.digest()  # noqa: S307


def test_a_copy_of_the_file_is_the_standard(tmp_path: Path) -> None:  # amyitis 25
    match = ziggurat.new("amyitis", seats=2, seed=1, components=write(tmp_path, lambda parts: None))
    assert match.options == {"components": "standard"}
    assert match.digest() == ziggurat.new("amyitis", seats=2, seed=1).digest()


def test_a_tile_may_bring_a_certain_court_card(tmp_path: Path) -> None:  # amyitis 25
    path = write(tmp_path, lambda parts: parts["garden_tiles"][2].update(bonus={"court": "palace", "resource": 2}))
    position = {
        "seats": 2,
        "options": {"components": Path(path).read_text()},
        "players": [{"resources": ["salt"]}, {}],
        "garden": {"d1": 3},
        "irrigation": {"d1-d2": "0"},
    }
    match = ziggurat.load("amyitis", position).play("to eshnunna", "plant d1", "take wine", "take wine")
    assert match.view().players[0].palace == 1  # the only choice
    assert match.view().players[0].resources["wine"] == 2
    assert match.actor == 1


def limited(tmp_path: Path) -> str:
    return Path(write(tmp_path, lambda parts: parts["start"].update(tokens_are_limiting=True))).read_text()


def test_tokens_may_be_limited_to_those_of_the_box(tmp_path: Path) -> None:  # amyitis 2, 25
    players = [{"camels": 13, "talents": 4}, {"camels": 1, "talents": 25}]
    given = {"seats": 2, "players": players, "crafts": [["merchant", "merchant", "priest"], ["peasant"] * 3]}
    match = ziggurat.load("amyitis", {**given, "options": {"components": limited(tmp_path)}})
    assert "merchant 1" not in match.moves()
    with pytest.raises(ziggurat.IllegalMove, match="No camel is left, so no merchant can be recruited"):
        match.play("merchant 1")
    match.play("pass", "peasant 2", "field top")
    assert match.view().players[0].talents == 5  # the last one
    match.play("priest 1", "temple ishtar")
    assert match.view().players[0].talents == 5  # none is left, so none is taken
    assert "merchant 1" in ziggurat.load("amyitis", given).moves()  # usually they never run out
    again = ziggurat.load("amyitis", match.position())
    assert again.digest() == match.digest()
    assert '"tokens_are_limiting": true' in str(again.options["components"])


WRONG: dict[str, Change] = {
    "The file has no ring": lambda parts: parts.pop("ring"),
    "The file has an entry 'rng'": lambda parts: parts.update(rng=[]),
    "The box has 20 garden tiles; the file has 19": lambda parts: parts["garden_tiles"].pop(),
    "Garden tile 3 is listed twice": lambda parts: parts["garden_tiles"][3].update(id=3),
    "Garden tile 4: its quality must be a whole number from 1 to 3": lambda parts: parts["garden_tiles"][3].update(
        quality=4
    ),
    "The garden needs 5 tiles of quality 2; the file has 4": lambda parts: [
        t.update(quality=1) for t in parts["garden_tiles"][9:11]
    ],
    "has quality 3 and prestige 10, not 0": lambda parts: parts["garden_tiles"][15].update(prestige=9),
    "its court card is choice, caravaneer": lambda parts: parts["garden_tiles"][0].update(bonus={"court": "priest"}),
    "The ring lacks Mari": lambda parts: parts["ring"][5].update(name="Nippur"),
    "The ring begins with Babylon, not with Eshnunna": lambda parts: parts["ring"].insert(0, parts["ring"].pop(1)),
    "What Uruk asks is barley, dates, salt, palm, not 'wine'": lambda parts: parts["ring"][4].update(asks="wine"),
    "Uruk must sell at least one kind": lambda parts: parts["ring"][4].update(sells=[]),
    "Ur is a plant space, not 'court'": lambda parts: parts["ring"][3].update(kind="court"),
    "The top field must have 5 entries, not 4": lambda parts: parts["fields"]["top"].pop(),
    "Space 1 of the bottom field is barley": lambda parts: parts["fields"]["bottom"].__setitem__(0, "gold"),
    "Exactly one plant card has quality 2 on both sides": lambda parts: parts["plant_cards"][3]["back"].update(
        quality=3
    ),
    "The box has 18 craft cards; the file has 19": lambda parts: parts["craft_cards"][0]["count"].update({"4p": 2}),
    "With 2 players 6 craft cards are laid out, but only 5": lambda parts: [
        c.update(count={"any": n, "3p": 5 - n}) for c, n in zip(parts["craft_cards"], (2, 1, 1, 1), strict=True)
    ],
    "Each of peasant, priest": lambda parts: parts["craft_cards"][1].update(type="peasant"),
    "The box has 31 court cards; the file has 30": lambda parts: parts["court_cards"][-1].update(count={"any": 3}),
    "Palace 6 is missing": lambda parts: parts["court_cards"].pop(11),
    "The gardener is missing": lambda parts: parts["court_cards"].pop(),
    "Banker 2 is listed twice": lambda parts: parts["court_cards"][3].update(level=2),
    "four caravaneers of level 0": lambda parts: parts["court_cards"][0].update(count={"any": 3}),
    "there are at most four, not 5": lambda parts: parts["court_cards"][2].update(count={"any": 5}),
    "double_edges has 'a1-c1'": lambda parts: parts["garden"]["double_edges"].append("a1-c1"),
    "squares are a1 to d4": lambda parts: parts["garden"]["unused_with_2"].append("e1"),
    "asks for more tiles at the second step": lambda parts: parts["amyitis_favour"]["3"].reverse(),
    "end_tiles_left with 4 players": lambda parts: parts["end_tiles_left"].pop("4"),
    "The talents at the start must be": lambda parts: parts["start"].update(talents=-1),
}


@pytest.mark.parametrize(("sentence", "change"), WRONG.items(), ids=list(WRONG))
def test_bad_components_are_refused(tmp_path: Path, sentence: str, change: Change) -> None:  # amyitis 25
    with pytest.raises(BadOption) as refusal:
        ziggurat.new("amyitis", seats=2, seed=1, components=write(tmp_path, change))
    assert sentence in str(refusal.value)
    assert "mine.json cannot be used: " in str(refusal.value)
    assert str(refusal.value).endswith(".")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:  # amyitis 25
    with pytest.raises(BadOption, match=r"The components file .*none\.json cannot be read: No such file"):
        ziggurat.new("amyitis", components=str(tmp_path / "none.json"))
    (tmp_path / "bad.json").write_text("{", "utf-8")
    with pytest.raises(BadOption, match="is not valid JSON"):
        ziggurat.new("amyitis", components=str(tmp_path / "bad.json"))
    with pytest.raises(BadOption, match="is standard or the name of a file, not 3"):
        ziggurat.new("amyitis", components=3)


def test_a_long_file_name_is_cut_in_the_refusal() -> None:
    with pytest.raises(BadOption) as refused:
        ziggurat.new("amyitis", components="e" * 5000)
    assert len(str(refused.value)) < 300
