"""Planes, places and symmetries of every game, checked against random games."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ziggurat
from tests.playing import Setup, setups, somewhere
from ziggurat import BadOption
from ziggurat.core.game import Game
from ziggurat.core.places import Symmetry

each_game = pytest.mark.parametrize("name", ziggurat.game_names())
Turn = Callable[[dict[str, Any], Symmetry], dict[str, Any]]


@each_game
def test_planes_are_views_of_the_observation(name: str) -> None:
    match = somewhere(Setup(name, ziggurat.game(name).seat_counts[-1], {}), 2)
    seen = match.observation(0)
    parts = match.game.planes(seen)
    assert list(parts) == [plane.name for plane in match.game.observation]
    assert np.concatenate([part.reshape(-1) for part in parts.values()]).tobytes() == seen.tobytes()
    for plane in match.game.observation:
        assert parts[plane.name].shape == plane.shape
        assert np.shares_memory(parts[plane.name], seen[plane.offset : plane.end])
    batch = np.stack([seen, seen])
    assert match.game.planes(batch)[plane.name].shape == (2, *plane.shape)
    with pytest.raises(BadOption, match=f"has {len(seen)} numbers, not 3"):
        match.game.planes(seen[:3])


@each_game
def test_boards_say_where_things_lie(name: str) -> None:
    game = ziggurat.game(name)
    for board in game.boards().values():
        assert board.beside.shape == (len(board), len(board))
        assert (board.beside == board.beside.T).all()
        assert not board.beside.diagonal().any()
        assert board.coordinates.shape == (len(board), 2)
        assert board.edges.shape == (2, board.beside.sum())
        assert any(plane.shape[-1] == len(board) for plane in game.observation)
        near = np.linalg.norm(board.coordinates[:, None] - board.coordinates[None], axis=2)
        assert near[board.beside].max() < 1.01


@pytest.mark.parametrize(
    ("name", "boards"),
    # only our games, whose networks were trained on boards of these names
    [("babylonia", {"hexagons"}), ("ur", {"fields"}), ("amyitis", {"squares", "edges"}), ("babel", set())],
)
def test_boards_keep_their_names(name: str, boards: set[str]) -> None:
    assert set(ziggurat.game(name).boards()) == boards


def turned_ur(position: dict[str, Any], symmetry: Symmetry) -> dict[str, Any]:
    names = ziggurat.game("ur").boards()["fields"].names
    cells = dict(zip(names, [cell for row in position["board"] for cell in row.split()], strict=True))
    new = {symmetry.words[name]: cell for name, cell in cells.items()}
    words = symmetry.words
    return {
        **position,
        "board": [" ".join(new[name] for name in names[row : row + 6]) for row in range(0, 36, 6)],
        "allowed": {words[name]: count for name, count in position["allowed"].items()},
        **{key: [words[name] for name in position[key]] for key in ("gave", "took")},
        **{key: words.get(position[key], position[key]) for key in ("source", "target")},
    }


def turned_amyitis(position: dict[str, Any], symmetry: Symmetry) -> dict[str, Any]:
    words = symmetry.words
    turned = {key: {words[name]: it for name, it in position[key].items()} for key in ("garden", "planted")}
    turned["irrigation"] = {words[name]: it for name, it in position["irrigation"].items()}
    planting = position["planting"]
    if planting is not None:
        turned["planting"] = {**planting, "square": words[planting["square"]]}
    return {**position, **turned}


# only games whose positions a test here can turn
TURNED: dict[str, Turn] = {"ur": turned_ur, "amyitis": turned_amyitis}


@pytest.mark.parametrize("setup", [one for one in setups() if ziggurat.game(one.game).turnings()], ids=str)
def test_turned_games_are_the_same_games(setup: Setup) -> None:
    """From a turned position the turned actions are legal, show turned observations, and end with equal points."""
    if setup.game not in TURNED:
        pytest.skip(f"no test turns positions of {setup.game}")
    game = ziggurat.game(setup.game)
    stream = random.Random(5)
    for number, symmetry in enumerate(game.symmetries[1:]):
        if setup.seats not in symmetry.seats:
            continue
        match = somewhere(setup, number)
        match = ziggurat.load(setup.game, match.position())  # both begin here
        twin = ziggurat.load(setup.game, TURNED[setup.game](match.position(), symmetry))
        for step in range(10_000):
            if match.over:
                break
            assert sorted(symmetry.action[match.legal()].tolist()) == twin.legal(), symmetry
            if step % 20 == 0:
                for seat in range(match.seats):
                    assert (match.observation(seat)[symmetry.inputs] == twin.observation(seat)).all(), symmetry
            action = stream.choice(match.legal())
            match.play(action)
            twin.play(int(symmetry.action[action]))
        assert twin.over
        assert twin.scores == match.scores
        assert twin.ending == match.ending


@each_game
def test_symmetries_are_a_group(name: str) -> None:
    game: Game = ziggurat.game(name)
    actions = {tuple(symmetry.action.tolist()) for symmetry in game.symmetries}
    assert len(actions) == len(game.symmetries)
    for one in game.symmetries:
        mask = np.arange(game.actions)
        assert (mask[one.outputs][one.action] == mask).all()
        for other in game.symmetries:
            assert tuple(one.action[other.action].tolist()) in actions


# only our games, whose networks were trained on turned boards
@pytest.mark.parametrize(("name", "ways"), [("ur", 8), ("amyitis", 2), ("babylonia", 1), ("babel", 1)])
def test_a_board_can_be_turned_in_so_many_ways(name: str, ways: int) -> None:
    assert len(ziggurat.game(name).symmetries) == ways


def test_babylonias_map_has_no_symmetry() -> None:
    """All twelve ways to turn or mirror hexagons, moved back onto the map: only one leaves land, river and sites."""
    from ziggurat.games.babylonia import board

    kinds = {}
    for number in range(board.HEXES):
        kind = "~" if number in board.RIVER_HEXES else "o" if number in board.GREEN_HEXES else "-"
        q = board.COLUMN[number]
        kinds[q, (board.ROW[number] - q) // 2] = "^" if number in board.BLUE_HEXES else kind
    symmetries = 0
    for mirrored in (False, True):
        for turns in range(6):
            moved = {}
            for (q, r), kind in kinds.items():
                a, b = (r, q) if mirrored else (q, r)
                for _ in range(turns):
                    a, b = -b, a + b
                moved[a, b] = kind
            shift = np.min(list(kinds), axis=0) - np.min(list(moved), axis=0)
            symmetries += {(a + shift[0], b + shift[1]): kind for (a, b), kind in moved.items()} == kinds
    assert symmetries == 1
