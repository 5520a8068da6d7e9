"""Amyitis as lines of text: for readers without a picture, such as language models."""

from __future__ import annotations

from collections.abc import Callable

from ziggurat.games.amyitis.view import City, Edge, GardenTile, Player, Square, View


def plain(view: View, call: Callable[[int], str], whole: bool) -> list[str]:
    """What a seat sees: players, craft cards, ring, court, garden, fields and temples."""
    lines = [f"Round {view.round}, {view.tiles_left} garden tiles left (it ends at {view.end_tiles})."]
    lines += [_player(player, call) for player in view.players]
    lines.append("Craft cards (talents): " + "; ".join(_crafts(view)))
    if whole:
        lines.append("Ring, clockwise: " + "; ".join(map(_city, view.ring)))
    else:
        caravan = next(city.name for city in view.ring if city.caravan)
        plants = ", ".join(map(_city, filter(lambda city: city.plant, view.ring)))
        lines.append(f"Caravan in {caravan}. Plants: {plants}")
    court = (f"{kind} {' '.join(map(str, counts))}" for kind, counts in view.court.items())
    lying = f"; on level-2 caravaneers {' '.join(view.caravaneer_resources)}" if view.caravaneer_resources else ""
    lines.append(f"Court cards left by level: {', '.join(court)}{lying}")
    lines += _garden(view.squares, call)
    lines += _edges(view.edges)
    for field in view.fields:
        cubes = " ".join(map(str, field.cubes)) or "none"
        spaces = f" of {' '.join(field.spaces)}" if whole else ""
        lines.append(f"Field {field.name}{spaces}: cubes {cubes}, next {field.spaces[len(field.cubes)]}")
    temples = (f"{temple.name} {' '.join(temple.cubes) or 'empty'}" for temple in view.temples)
    lines.append(f"Temples, cubes from the left: {', '.join(temples)}")
    return [*lines, "Cubes have their seat's number, n is neutral."]


def _player(player: Player, call: Callable[[int], str]) -> str:
    resources = [f"{count} {name}" for name, count in player.resources.items() if count]
    levels = (("banker", player.banker), ("palace", player.palace), ("gardeners", player.gardeners))
    parts = [f"{player.score} prestige", f"{player.talents} talents", f"{player.camels} camels", *resources]
    parts += [f"caravaneer {player.caravaneer}", *(f"{name} {level}" for name, level in levels if level)]
    parts += [f"{len(player.tiles)} tiles"] if player.tiles else []
    parts += ["first player"] if player.first else []
    parts += ["passed"] if player.passed else []
    return f"{call(player.seat).capitalize()}: {', '.join(parts)}"


def _crafts(view: View) -> list[str]:
    return [
        f"group {number} ({group.price}) {' '.join(group.cards) or 'empty'}"
        for number, group in enumerate(view.crafts, 1)
    ]


def _city(city: City) -> str:
    here = " (caravan here)" if city.caravan else ""
    if city.plant is not None:
        extra = f" and {city.plant.extra}" if city.plant.extra else ""
        return f"{city.name}{here} {city.asks}{extra}: plant q{city.plant.quality}"
    return f"{city.name}{here} {city.asks or '1 or 2 resources'}: {' '.join(city.sells) or '3 prestige each, water'}"


def _garden(squares: list[Square], call: Callable[[int], str]) -> list[str]:
    """The tiles (their prestige and what they bring), those that can be planted apart; and who has planted."""
    tiles: dict[str, list[str]] = {"Irrigated": [], "Dry": []}
    for square in squares:
        if square.tile and square.planted_by is None:
            tiles["Irrigated" if square.irrigated else "Dry"].append(f"{square.place} {_tile(square.tile)}")
    planted = [f"{square.place} {call(square.planted_by)}" for square in squares if square.planted_by is not None]
    lines = [f"{state} tiles (prestige + bonus): {', '.join(listed) or 'none'}" for state, listed in tiles.items()]
    return lines + ([f"Planted: {', '.join(planted)}"] if planted else [])


def _tile(tile: GardenTile) -> str:
    bonuses = ((tile.resources, "resource"), (tile.camels, "camel"), (tile.talents, "talent"))
    parts = [name if count == 1 else f"{count} {name}s" for count, name in bonuses if count]
    parts += ["court card"] if tile.court else []
    return " + ".join([str(tile.prestige), *parts])


def _edges(edges: list[Edge]) -> list[str]:
    """Edges with cubes, and empty ones that water can reach; of the others there is nothing to say."""
    full = [_cubes(edge) for edge in edges if len(edge.cubes) == edge.areas]
    begun = [f"{_cubes(edge)} of {edge.areas}" for edge in edges if 0 < len(edge.cubes) < edge.areas]
    reached = [_empty(edge) for edge in edges if edge.available and not edge.cubes]
    return [
        f"Full edges: {', '.join(full) or 'none'}",
        *([f"Half-full edges: {', '.join(begun)}"] if begun else []),
        f"Empty edges in reach of water: {', '.join(reached) or 'none'}",
    ]


def _cubes(edge: Edge) -> str:
    return f"{edge.place} {'+'.join(edge.cubes)}"


def _empty(edge: Edge) -> str:
    return f"{edge.place} (2 areas)" if edge.areas > 1 else edge.place
