"""Amyitis as lines of text: for readers without a picture, such as language models."""

from __future__ import annotations

from collections.abc import Callable

from ziggurat.games.amyitis.view import City, Edge, GardenTile, Plant, Player, Square, View


def plain(view: View, call: Callable[[int], str], whole: bool) -> list[str]:
    """What a seat sees: players, craft cards, ring, court, garden, fields and temples."""
    end = f" (the game ends at {view.end_tiles})" if whole else ""
    lines = [f"Round {view.round}, {view.tiles_left} tiles left{end}."]
    lines += [_player(player, view.squares, call) for player in view.players]
    lines.append("Crafts (group=price): " + "; ".join(_crafts(view)))
    if whole:
        lines.append("Ring, clockwise: " + "; ".join(map(_city, view.ring)))
    else:
        caravan = next(city.name for city in view.ring if city.caravan)
        plants = ", ".join(_plant(city.name, city.plant) for city in view.ring if city.plant)
        lines.append(f"Caravan in {caravan}. Plants (quality, price): {plants}")
    lines.append(f"Court cards left by level: {', '.join(_court(view))}")
    lines += _garden(view.squares)
    lines += _edges(view.edges, whole)
    if whole:
        lines += [f"Field {field.name} brings: {' '.join(field.spaces)}" for field in view.fields]
    fields = (f"{field.name} {' '.join(map(str, field.cubes)) or 'none'}" for field in view.fields)
    temples = (f"{temple.name} {' '.join(temple.cubes) or 'none'}" for temple in view.temples)
    return [*lines, f"Fields: {', '.join(fields)}. Temples{', from the left' if whole else ''}: {', '.join(temples)}"]


def _player(player: Player, squares: list[Square], call: Callable[[int], str]) -> str:
    """What a player has; what is not named they have not."""
    counts = ((player.talents, "talent"), (player.camels, "camel"))
    parts = [_count(count, name) for count, name in counts if count]
    parts += [name if count == 1 else f"{count} {name}" for name, count in player.resources.items() if count]
    levels = {"caravaneer": player.caravaneer, "banker": player.banker, "palace": player.palace}
    parts += [f"{name} {level}" for name, level in levels.items() if level]
    parts += [_count(player.gardeners, "gardener")] if player.gardeners else []
    planted = " ".join(square.place for square in squares if square.planted_by == player.seat)
    parts += [f"planted {planted}"] if planted else []
    parts += ["first"] if player.first else []
    parts += ["passed"] if player.passed else []
    return f"{call(player.seat).removeprefix('seat ').capitalize()}: {player.score} prestige {' '.join(parts)}".rstrip()


def _count(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


def _crafts(view: View) -> list[str]:
    return [f"{number}={group.price} {' '.join(group.cards) or 'none'}" for number, group in enumerate(view.crafts, 1)]


def _court(view: View) -> list[str]:
    """The cards that are left of each kind, a digit for each level; in brackets what lies on caravaneers."""
    between = "" if all(count < 10 for counts in view.court.values() for count in counts) else " "
    lying = f" ({' '.join(view.caravaneer_resources)})" if view.caravaneer_resources else ""
    return [
        f"{kind} {between.join(map(str, counts))}{lying if kind == 'caravaneer' else ''}"
        for kind, counts in view.court.items()
    ]


def _plant(city: str, plant: Plant) -> str:
    return f"{city} {plant.quality}{f' {plant.extra}' if plant.extra else ''}"


def _city(city: City) -> str:
    here = " (caravan here)" if city.caravan else ""
    if city.plant is not None:
        extra = f" and {city.plant.extra}" if city.plant.extra else ""
        return f"{city.name}{here} {city.asks}{extra}: plant q{city.plant.quality}"
    return f"{city.name}{here} {city.asks or '1 or 2 resources'}: {' '.join(city.sells) or '3 prestige each, water'}"


def _garden(squares: list[Square]) -> list[str]:
    """The tiles (their prestige and what they bring), those that can be planted apart."""
    tiles: dict[bool, list[str]] = {True: [], False: []}
    for square in squares:
        if square.tile and square.planted_by is None:
            tiles[square.irrigated].append(f"{square.place} {_tile(square.tile)}")
    return [f"Irrigated tiles: {' '.join(tiles[True]) or 'none'}; dry: {' '.join(tiles[False]) or 'none'}"]


def _tile(tile: GardenTile) -> str:
    bonuses = ["camel"] * tile.camels + ["talent"] * tile.talents + ["resource"] * tile.resources
    return " ".join([str(tile.prestige), *bonuses, *(["court"] if tile.court else [])])


def _edges(edges: list[Edge], whole: bool) -> list[str]:
    """Edges by their cubes, and empty ones that water can reach; of the others there is nothing to say."""
    cubes: dict[str, list[str]] = {}
    for edge in edges:
        if edge.cubes:
            half = "half full " if len(edge.cubes) < edge.areas else ""
            cubes.setdefault(half + "+".join(sorted(edge.cubes)), []).append(_short(edge))
    listed = ", ".join(f"{owners} {' '.join(cubes[owners])}" for owners in sorted(cubes))
    reached = " ".join(_short(edge) for edge in edges if edge.available and not edge.cubes)
    lines = [
        f"Cubes on edges (n neutral; a12 is a1-a2, ab1 a1-b1): {listed or 'none'}",
        f"In reach of water: {reached or 'none'}",
    ]
    return lines + ([f"With two areas: {' '.join(_short(edge) for edge in edges if edge.areas > 1)}"] if whole else [])


def _short(edge: Edge) -> str:
    """An edge by the row or column of its squares: `a12` is a1-a2, `ab1` is a1-b1."""
    one, other = edge.place.split("-")
    return one + other[1] if one[0] == other[0] else one[0] + other
