"""What is printed on the cards and tiles of Amyitis, from one file to the record.

`components.json` is partly reconstructed, so anybody with the box can correct a copy and play with it:
`ziggurat.new("amyitis", components="mine.json")`. The numbers are not compiled into the kernels: a match's set-up
copies them into the record (`state.part`), where the rules read them. So every file plays at full speed, on the GPU
too, with nothing to recompile, and matches with different files run side by side in one process. What a match was
played with is part of its log and of its positions, because the option's value is the content of the file, not its
name.

`"tokens_are_limiting": true` in the file's `start` limits talents and camels to those of the box (clause 2).
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from ziggurat.core.errors import BadOption, BadPosition
from ziggurat.core.game import Option, OptionValue
from ziggurat.core.position import as_choice, as_flag, as_list, as_number, as_object, as_text, need
from ziggurat.core.sentence import quoted, sentence
from ziggurat.games.amyitis.board import (
    BABYLON,
    CITIES,
    CITY_NAMES,
    COURT_NAMES,
    CRAFT_NAMES,
    CRAFTS,
    EDGE_BY_NAME,
    EDGE_NAMES,
    EDGES,
    GROUP_SIZE,
    LEVELS,
    PLAIN_RESOURCES,
    PLANT_CITIES,
    PLANTS,
    QUALITIES,
    RESOURCE_NAMES,
    ROW_LENGTH,
    ROW_NAMES,
    ROWS,
    SQUARE_BY_NAME,
    SQUARE_NAMES,
    SQUARES,
    TILES,
    TOP_LEVEL,
    TRACKS,
    Court,
)

STANDARD = "standard"
SEAT_COUNTS = (2, 3, 4)
NO_RESOURCE = -1

# ------------------------------------------------------------------------- where each number lies in `state.part`

TILE_VALUES = 6  # quality, prestige, court (as bits), resources, camels, talents
QUALITY_OF, PRESTIGE_OF, COURT_OF, RESOURCES_OF, CAMELS_OF, TALENTS_OF = range(TILE_VALUES)

TILE = 0  # + TILE_VALUES * tile + value
PLANT_QUALITY = TILE + TILE_VALUES * TILES  # + 2 * card + side
PLANT_EXTRA = PLANT_QUALITY + 2 * PLANTS  # + 2 * card + side: a resource or NO_RESOURCE
RING = PLANT_EXTRA + 2 * PLANTS  # + place: the city there
ASKS = RING + CITIES  # + city: a resource or NO_RESOURCE
SELLS = ASKS + CITIES  # + city: kinds of court card, as bits
FIELD = SELLS + CITIES  # + ROW_LENGTH * row + space: a resource
CRAFT_COUNT = FIELD + ROWS * ROW_LENGTH  # + CRAFTS * (seats - 2) + craft
COURT_COUNT = CRAFT_COUNT + CRAFTS * len(SEAT_COUNTS)  # + TRACKS * LEVELS * (seats - 2) + LEVELS * track + level
GARDENERS = COURT_COUNT + TRACKS * LEVELS * len(SEAT_COUNTS)  # + seats - 2
CARAVAN_BONUS = GARDENERS + len(SEAT_COUNTS)  # + caravaneer level
KEEP = CARAVAN_BONUS + LEVELS  # + caravaneer level
INCOME_TALENTS = KEEP + LEVELS  # + banker level
INCOME_PRESTIGE = INCOME_TALENTS + LEVELS  # + banker level
PALACE_PRESTIGE = INCOME_PRESTIGE + LEVELS  # + palace level
DOUBLE = PALACE_PRESTIGE + LEVELS  # + edge: 1 if it has two areas
UNUSED = DOUBLE + EDGES  # + square: 1 if it is not used with two players
FAVOUR = UNUSED + SQUARES  # + 4 * (seats - 2): tiles, prestige, tiles, prestige
END_TILES = FAVOUR + 4 * len(SEAT_COUNTS)  # + seats - 2
START_TALENTS = END_TILES + len(SEAT_COUNTS)
START_CAMELS = START_TALENTS + 1
LIMITED = START_CAMELS + 1  # 1 if camels and talents can run out
PARTS = LIMITED + 1

ALL_CAMELS, ALL_TALENTS = 14, 30  # in the box, for those who want them to be all there are

Numbers = np.ndarray[Any, np.dtype[np.int8]]

# ---------------------------------------------------------------------------------------------- from a file to numbers

_NOTES = ("conf", "recon")  # how sure an entry is: for people, not for the rules
_SECTIONS = (
    "_note",
    "ring",
    "fields",
    "plant_cards",
    "craft_cards",
    "court_cards",
    "garden_tiles",
    "garden",
    "amyitis_favour",
    "end_tiles_left",
    "start",
)
_BOX = {"garden_tiles": TILES, "plant_cards": PLANTS, "craft_cards": 18, "court_cards": 31}
_EFFECTS = {
    Court.CARAVANEER: {"bonus": CARAVAN_BONUS, "keep": KEEP},
    Court.BANKER: {"talents": INCOME_TALENTS, "prestige": INCOME_PRESTIGE},
    Court.PALACE: {"prestige": PALACE_PRESTIGE},
}
LONGEST_NAME = 200  # characters of a file's name that are said back
_CHOICE = "choice"  # a court card of any kind


def encode(components: Any) -> Numbers:
    """The numbers of a components file; raises BadPosition with a sentence about the first thing that is wrong."""
    part = np.zeros(PARTS, dtype=np.int8)
    sections = as_object(components, "The file", _SECTIONS)
    for name in _SECTIONS[1:]:
        need(name in sections, f"The file has no {name}.")
    _encode_ring(part, sections["ring"])
    _encode_fields(part, sections["fields"])
    _encode_plants(part, sections["plant_cards"])
    _encode_crafts(part, sections["craft_cards"])
    _encode_court(part, sections["court_cards"])
    _encode_tiles(part, sections["garden_tiles"])
    _encode_garden(part, sections["garden"])
    _encode_ends(part, sections)
    part.setflags(write=False)
    return part


def _entry(value: Any, where: str, *known: str) -> Mapping[str, Any]:
    return as_object(value, where, [*known, *_NOTES])


def _resource(value: Any, where: str, *, wine: bool = False) -> int:
    return RESOURCE_NAMES.index(as_choice(value, where, RESOURCE_NAMES if wine else RESOURCE_NAMES[:PLAIN_RESOURCES]))


def _encode_ring(part: Numbers, ring: Any) -> None:
    names = [
        as_text(
            _entry(entry, "A city of the ring", "name", "kind", "asks", "sells").get("name"), "A city's name"
        ).lower()
        for entry in as_list(ring, "ring", CITIES)
    ]
    missing = [name.title() for name in CITY_NAMES if name not in names]
    need(not missing, f"The ring lacks {', '.join(missing)}; its cities are {', '.join(CITY_NAMES).title()}.")
    need(names[0] == CITY_NAMES[BABYLON], f"The ring begins with Babylon, not with {names[0].title()}.")
    for place, (name, entry) in enumerate(zip(names, ring, strict=True)):
        city, where = CITY_NAMES.index(name), name.title()
        part[RING + place] = city
        kind = "sell" if city == BABYLON else "plant" if city in PLANT_CITIES else "court"
        need(entry.get("kind", kind) == kind, f"{where} is a {kind} space, not {quoted(entry.get('kind'))}.")
        part[ASKS + city] = NO_RESOURCE if kind == "sell" else _resource(entry.get("asks"), f"What {where} asks")
        if kind == "court":
            kinds = as_list(entry.get("sells"), f"What {where} sells")
            part[SELLS + city] = _bits(kinds, f"What {where} sells")
            need(kinds, f"{where} must sell at least one kind of court card.")


def _bits(kinds: list[Any], where: str) -> int:
    return sum({1 << COURT_NAMES.index(as_choice(kind, where, COURT_NAMES)) for kind in kinds})


def _encode_fields(part: Numbers, fields: Any) -> None:
    rows = _entry(fields, "fields", *ROW_NAMES)
    for row, name in enumerate(ROW_NAMES):
        spaces = as_list(rows.get(name), f"The {name} field", ROW_LENGTH)
        for space, resource in enumerate(spaces):
            where = f"Space {space + 1} of the {name} field"
            part[FIELD + ROW_LENGTH * row + space] = _resource(resource, where, wine=True)


def _encode_plants(part: Numbers, cards: Any) -> None:
    """The card with quality 2 on both sides, which starts in Khorsabad, is put last."""
    sides = []
    for number, card in enumerate(as_list(cards, "plant_cards", PLANTS), 1):
        entry = _entry(card, f"Plant card {number}", "id", "front", "back")
        sides.append([_plant_side(entry.get(side), f"The {side} of plant card {number}") for side in ("front", "back")])
    double = [card for card in sides if [quality for quality, _ in card] == [2, 2]]
    need(len(double) == 1, f"Exactly one plant card has quality 2 on both sides, not {len(double)}.")
    others = [card for card in sides if card is not double[0]]
    need(all(card[0][0] == 1 for card in others), "The front of the other three plant cards has quality 1.")
    for number, card in enumerate([*others, *double]):
        for side, (quality, extra) in enumerate(card):
            part[PLANT_QUALITY + 2 * number + side] = quality
            part[PLANT_EXTRA + 2 * number + side] = extra


def _plant_side(value: Any, where: str) -> tuple[int, int]:
    entry = _entry(value, where, "quality", "extra")
    quality = as_number(entry.get("quality"), f"{where}: its quality", 1, 3)
    extra = entry.get("extra")
    return quality, NO_RESOURCE if extra is None else _resource(extra, f"{where}: its extra resource")


def _counts(value: Any, where: str) -> list[int]:
    """How many of a card there are with two, three and four players."""
    entry = as_object(value, where, ["any", "3p", "4p"])
    parts = [as_number(entry.get(name, 0), f"{where}, {name},", 0, 31) for name in ("any", "3p", "4p")]
    return [parts[0], parts[0] + parts[1], sum(parts)]


def _encode_crafts(part: Numbers, cards: Any) -> None:
    seen = set()
    for card in as_list(cards, "craft_cards", CRAFTS):
        entry = _entry(card, "A craft card", "type", "count")
        name = as_choice(entry.get("type"), "A craft card's type", CRAFT_NAMES)
        seen.add(name)
        for index, count in enumerate(_counts(entry.get("count"), f"The count of the {name}")):
            part[CRAFT_COUNT + CRAFTS * index + CRAFT_NAMES.index(name)] = count
    need(len(seen) == CRAFTS, f"Each of {', '.join(CRAFT_NAMES)} is listed once among the craft cards.")
    for index, seats in enumerate(SEAT_COUNTS):
        there = int(part[CRAFT_COUNT + CRAFTS * index :][:CRAFTS].sum())
        needed = GROUP_SIZE * seats
        need(there >= needed, f"With {seats} players {needed} craft cards are laid out, but only {there} are there.")
    _check_total("craft_cards", int(part[CRAFT_COUNT + CRAFTS * 2 :][:CRAFTS].sum()))


def _check_total(name: str, total: int) -> None:
    need(total == _BOX[name], f"The box has {_BOX[name]} {name.replace('_', ' ')}; the file has {total}.")


def _encode_court(part: Numbers, cards: Any) -> None:
    seen: set[tuple[int, int]] = set()
    total = 0
    for card in as_list(cards, "court_cards"):
        fields = ("type", "level", "count", "bonus", "keep", "talents", "prestige")
        entry = _entry(card, "A court card", *fields)
        kind = COURT_NAMES.index(as_choice(entry.get("type"), "A court card's type", COURT_NAMES))
        counts = _counts(entry.get("count"), f"The count of the {COURT_NAMES[kind]}")
        total += counts[-1]
        if kind == Court.GARDENER:
            need((kind, 0) not in seen, "The gardener is listed twice among the court cards.")
            seen.add((kind, 0))
            part[GARDENERS : GARDENERS + len(SEAT_COUNTS)] = counts
            continue
        lowest = 0 if kind == Court.CARAVANEER else 1
        level = as_number(entry.get("level"), f"The level of a {COURT_NAMES[kind]}", lowest, TOP_LEVEL[kind])
        where = f"{COURT_NAMES[kind].title()} {level}"
        need((kind, level) not in seen, f"{where} is listed twice among the court cards.")
        seen.add((kind, level))
        for name, offset in _EFFECTS[Court(kind)].items():
            part[offset + level] = as_number(entry.get(name), f"{where}: its {name}", 0, 20)
        _encode_court_counts(part, kind, level, counts, where)
    for kind, top in enumerate(TOP_LEVEL):
        for level in range(0 if kind == Court.CARAVANEER else 1, top + 1):
            need((kind, level) in seen, f"{COURT_NAMES[kind].title()} {level} is missing from the court cards.")
    need((Court.GARDENER, 0) in seen, "The gardener is missing from the court cards.")
    _check_total("court_cards", total)


def _encode_court_counts(part: Numbers, kind: int, level: int, counts: list[int], where: str) -> None:
    if level == 0:
        need(counts == [4, 4, 4], "There are four caravaneers of level 0: one for each player.")
        return
    if kind == Court.CARAVANEER and level == TOP_LEVEL[kind]:
        enough = counts[-1] <= PLAIN_RESOURCES
        need(enough, f"A different resource lies on each {where}: there are at most four, not {counts[-1]}.")
    for index, count in enumerate(counts):
        part[COURT_COUNT + TRACKS * LEVELS * index + LEVELS * kind + level] = count


def _encode_tiles(part: Numbers, tiles: Any) -> None:
    tiles = as_list(tiles, "garden_tiles")
    _check_total("garden_tiles", len(tiles))
    numbers = []
    for tile in tiles:
        entry = _entry(tile, "A garden tile", "id", "quality", "prestige", "bonus")
        number = as_number(entry.get("id"), "A garden tile's id", 1, TILES)
        where = f"Garden tile {number}"
        need(number not in numbers, f"{where} is listed twice.")
        numbers.append(number)
        bonus = as_object(entry.get("bonus", {}), f"{where}: its bonus", ["court", "resource", "camel", "talent"])
        at = TILE + TILE_VALUES * (number - 1)
        part[at + QUALITY_OF] = as_number(entry.get("quality"), f"{where}: its quality", 1, 3)
        part[at + PRESTIGE_OF] = as_number(entry.get("prestige"), f"{where}: its prestige", 0, 20)
        if "court" in bonus:
            court = as_choice(bonus["court"], f"{where}: its court card", [_CHOICE, *COURT_NAMES])
            part[at + COURT_OF] = 15 if court == _CHOICE else 1 << COURT_NAMES.index(court)
        for name, offset in (("resource", RESOURCES_OF), ("camel", CAMELS_OF), ("talent", TALENTS_OF)):
            part[at + offset] = as_number(bonus.get(name, 0), f"{where}: its bonus {name}", 0, 5)
    qualities = [int(part[TILE + TILE_VALUES * tile + QUALITY_OF]) for tile in range(TILES)]
    for quality in (1, 2, 3):
        needed = QUALITIES.count(quality)
        there = qualities.count(quality)
        need(there >= needed, f"The garden needs {needed} tiles of quality {quality}; the file has {there}.")
    tops = sum(is_top_tile(part, tile) for tile in range(TILES))
    need(tops == 1, f"Exactly one tile, for the topmost square, has quality 3 and prestige 10, not {tops}.")


def is_top_tile(part: Any, tile: int) -> bool:
    """Whether this is the tile for the fourth floor."""
    at = TILE + TILE_VALUES * tile
    return bool(part[at + QUALITY_OF] == 3 and part[at + PRESTIGE_OF] == 10)


def _encode_garden(part: Numbers, garden: Any) -> None:
    entry = _entry(garden, "garden", "double_edges", "unused_with_2")
    for name in as_list(entry.get("double_edges"), "double_edges"):
        need(
            isinstance(name, str) and name in EDGE_BY_NAME,
            f"double_edges has {quoted(name)}; an edge lies between two neighbours, such as 'a1-a2'.",
        )
        part[DOUBLE + EDGE_BY_NAME[name]] = 1
    for name in as_list(entry.get("unused_with_2"), "unused_with_2"):
        need(
            isinstance(name, str) and name in SQUARE_BY_NAME, f"unused_with_2 has {quoted(name)}; squares are a1 to d4."
        )
        part[UNUSED + SQUARE_BY_NAME[name]] = 1


def _encode_ends(part: Numbers, sections: Mapping[str, Any]) -> None:
    by_seats = [str(seats) for seats in SEAT_COUNTS]
    favour = _entry(sections["amyitis_favour"], "amyitis_favour", *by_seats)
    ends = _entry(sections["end_tiles_left"], "end_tiles_left", *by_seats)
    for index, seats in enumerate(by_seats):
        where = f"Amyitis' favour with {seats} players"
        tiles_before = -1
        for step, value in enumerate(as_list(favour.get(seats), where, 2)):
            rung = as_object(value, where, ["tiles", "prestige"])
            tiles = as_number(rung.get("tiles"), f"{where}, tiles,", 0, SQUARES)
            need(tiles > tiles_before, f"{where} asks for more tiles at the second step than at the first.")
            tiles_before = tiles
            part[FAVOUR + 4 * index + 2 * step] = tiles
            part[FAVOUR + 4 * index + 2 * step + 1] = as_number(rung.get("prestige"), f"{where}, prestige,", 0, 20)
        part[END_TILES + index] = as_number(ends.get(seats), f"end_tiles_left with {seats} players", 0, SQUARES - 7)
    start = _entry(sections["start"], "start", "talents", "camels", "tokens_are_limiting")
    limited = as_flag(start.get("tokens_are_limiting", False), "tokens_are_limiting")
    most = (ALL_TALENTS // SEAT_COUNTS[-1], ALL_CAMELS // SEAT_COUNTS[-1])
    for index, name in ((START_TALENTS, "talents"), (START_CAMELS, "camels")):
        highest = most[index - START_TALENTS] if limited else 20
        part[index] = as_number(start.get(name), f"The {name} at the start", 0, highest)
    part[LIMITED] = limited


# ---------------------------------------------------------------------------------------------- and back again


def decode(part: Any) -> dict[str, Any]:
    """A components file with these numbers; how sure they are is not among them."""
    return {
        "ring": [_decode_city(part, int(city)) for city in part[RING : RING + CITIES]],
        "fields": {
            name: [RESOURCE_NAMES[resource] for resource in part[FIELD + ROW_LENGTH * row :][:ROW_LENGTH]]
            for row, name in enumerate(ROW_NAMES)
        },
        "plant_cards": [
            {"front": _decode_side(part, 2 * card), "back": _decode_side(part, 2 * card + 1)} for card in range(PLANTS)
        ],
        "craft_cards": [
            {"type": name, "count": _decode_counts(part[CRAFT_COUNT + craft :: CRAFTS][:3])}
            for craft, name in enumerate(CRAFT_NAMES)
        ],
        "court_cards": _decode_court(part),
        "garden_tiles": [_decode_tile(part, tile) for tile in range(TILES)],
        "garden": {
            "double_edges": [name for edge, name in enumerate(EDGE_NAMES) if part[DOUBLE + edge]],
            "unused_with_2": [name for square, name in enumerate(SQUARE_NAMES) if part[UNUSED + square]],
        },
        "amyitis_favour": {
            str(seats): [
                {"tiles": int(part[at]), "prestige": int(part[at + 1])}
                for at in (FAVOUR + 4 * index, FAVOUR + 4 * index + 2)
            ]
            for index, seats in enumerate(SEAT_COUNTS)
        },
        "end_tiles_left": {str(seats): int(part[END_TILES + index]) for index, seats in enumerate(SEAT_COUNTS)},
        "start": {
            "talents": int(part[START_TALENTS]),
            "camels": int(part[START_CAMELS]),
            **({"tokens_are_limiting": True} if part[LIMITED] else {}),
        },
    }


def _decode_city(part: Any, city: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": CITY_NAMES[city].title()}
    if part[ASKS + city] != NO_RESOURCE:
        entry["asks"] = RESOURCE_NAMES[part[ASKS + city]]
    if part[SELLS + city]:
        entry["sells"] = court_names(int(part[SELLS + city]))
    return entry


def court_names(bits: int) -> list[str]:
    """The kinds of court card in a set of bits."""
    return [name for kind, name in enumerate(COURT_NAMES) if bits >> kind & 1]


def _decode_side(part: Any, side: int) -> dict[str, Any]:
    extra = int(part[PLANT_EXTRA + side])
    return {
        "quality": int(part[PLANT_QUALITY + side]),
        "extra": None if extra == NO_RESOURCE else RESOURCE_NAMES[extra],
    }


def _decode_counts(counts: Any) -> dict[str, int]:
    two, three, four = (int(count) for count in counts)
    return {"any": two, "3p": three - two, "4p": four - three}


def _decode_court(part: Any) -> list[dict[str, Any]]:
    cards = []
    for kind, top in enumerate(TOP_LEVEL):
        for level in range(0 if kind == Court.CARAVANEER else 1, top + 1):
            counts = part[COURT_COUNT + LEVELS * kind + level :: TRACKS * LEVELS][:3] if level else (4, 4, 4)
            effects = {name: int(part[offset + level]) for name, offset in _EFFECTS[Court(kind)].items()}
            cards.append({"type": COURT_NAMES[kind], "level": level, **effects, "count": _decode_counts(counts)})
    return [*cards, {"type": "gardener", "count": _decode_counts(part[GARDENERS:][:3])}]


def _decode_tile(part: Any, tile: int) -> dict[str, Any]:
    value = part[TILE + TILE_VALUES * tile :][:TILE_VALUES]
    bonus: dict[str, Any] = {}
    if value[COURT_OF]:
        kinds = court_names(int(value[COURT_OF]))
        bonus["court"] = _CHOICE if len(kinds) > 1 else kinds[0]
    for name, offset in (("resource", RESOURCES_OF), ("camel", CAMELS_OF), ("talent", TALENTS_OF)):
        if value[offset]:
            bonus[name] = int(value[offset])
    return {
        "id": tile + 1,
        "quality": int(value[QUALITY_OF]),
        "prestige": int(value[PRESTIGE_OF]),
        "bonus": bonus,
    }


# ---------------------------------------------------------------------------------------------------- the option


@functools.cache
def standard() -> Numbers:
    """The numbers of the file in the package."""
    return encode(json.loads(files(__package__).joinpath("components.json").read_text("utf-8")))


@functools.lru_cache(maxsize=64)
def numbers_of(value: str) -> Numbers:
    """The numbers an option's value stands for."""
    return standard() if value == STANDARD else encode(json.loads(value))


def name_of(part: Any) -> str:
    """The option's value for these numbers: `standard`, or the content of a file in one line."""
    if bytes(np.ascontiguousarray(part, dtype=np.int8)) == standard().tobytes():
        return STANDARD
    return json.dumps(decode(part))


class ComponentsOption(Option):
    """The option `components`: `standard`, or all that is printed on the parts of a corrected box, as JSON."""

    def read(self, value: Any) -> OptionValue:
        """What is printed, in the one form that logs and positions keep. Names of files are refused unopened."""
        if value == STANDARD:
            return STANDARD
        if not isinstance(value, str) or not value.lstrip().startswith("{"):
            raise BadOption(
                sentence(
                    "Option {name} is {standard} or the components themselves, as JSON, not {value}.",
                    name=self.name,
                    standard=STANDARD,
                    value=quoted(value),
                )
            )
        return _read(value, "The components of this match")

    def load(self, value: Any) -> OptionValue:
        """The same, or the components of a file on this machine, given by its name."""
        if not isinstance(value, str | os.PathLike):
            raise BadOption(f"Option {self.name} is {STANDARD} or the name of a file, not {quoted(value)}.")
        if isinstance(value, str) and (value == STANDARD or value.lstrip().startswith("{")):
            return self.read(value)
        name = os.fspath(value)
        where = f"The components file {name if len(name) <= LONGEST_NAME else f'{name[:LONGEST_NAME]}…'}"
        try:
            text = Path(value).read_text("utf-8")
        except (OSError, ValueError) as problem:  # ValueError: not UTF-8, or a name that no file can have
            why = problem.strerror if isinstance(problem, OSError) else "it is not a text file"
            raise BadOption(f"{where} cannot be read: {why}.") from problem
        return _read(text, where)

    def encode(self, value: OptionValue) -> list[int]:
        """All the numbers, as `setup` copies them into the record."""
        numbers: list[int] = numbers_of(str(value)).tolist()
        return numbers


def _read(text: str, where: str) -> str:
    """What a components file says, in the form that logs and positions keep."""
    try:
        return name_of(encode(json.loads(text)))
    except json.JSONDecodeError as problem:
        raise BadOption(f"{where} cannot be used: it is not valid JSON, {problem}.") from problem
    except BadPosition as problem:
        raise BadOption(f"{where} cannot be used: {problem}") from problem
    except (ValueError, RecursionError) as problem:  # Python reads neither endless numbers nor endless nesting
        raise BadOption(f"{where} cannot be used: a number or a nesting in it is far too long.") from problem
