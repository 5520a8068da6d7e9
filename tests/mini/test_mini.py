"""The mini variants: their rules and their values."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
import ziggurat.envs
from tests.cases import first
from ziggurat import mini
from ziggurat.core import registry
from ziggurat.envs.batch import CpuEnv
from ziggurat.envs.lanes import LANE
from ziggurat.envs.snapshot import Snapshot
from ziggurat.mini.__main__ import main as solve_all
from ziggurat.mini.alphabeta import winner_from
from ziggurat.mini.recut import recut
from ziggurat.mini.tree import grow
from ziggurat.mini.variant import MiniGame

# What docs/research/mini.md says, by `python -m ziggurat.mini`.
# only games without secrets: their mini variants are searched
DEALS = {"amyitis": [0, 1, 1, 1, 0, -1], "ur": [1, 0]}
FEW = 30  # positions a search looks into, so that trying everything stays short


def played(game: MiniGame, seed: int, decisions: int = 10_000) -> ziggurat.Match:
    """A match played at random, to its end or so far."""
    match = ziggurat.new(game.name, seed=seed)
    stream = np.random.default_rng(seed)
    while not match.over and len(match) < decisions:
        match.play(int(stream.choice(match.legal())))
    return match


@pytest.mark.long
@pytest.mark.parametrize("name", DEALS)
def test_solved_deals_match_the_documentation(name: str) -> None:
    game = mini.game(name)
    values = [winner_from(ziggurat.new(game.name, seed=seed))[0] for seed in range(len(DEALS[name]))]
    assert values == DEALS[name]


@pytest.mark.parametrize("name", first("ur", "amyitis"))
def test_a_search_agrees_with_trying_everything(name: str) -> None:
    """The ends of random matches, solved by alpha-beta and by going back through every continuation."""
    values = set()
    for seed in range(6):
        match = played(mini.game(name), seed)
        while winner_from(match.at(len(match) - 1))[1] <= FEW:
            match = match.at(len(match) - 1)
        values.add(winner_from(match)[0])
        assert winner_from(match)[0] == backwards(match, {})
    assert len(values) > 1


def backwards(match: ziggurat.Match, known: dict[str, int]) -> int:
    """The value for seat 0 of a match without secrets and chance."""
    if match.over:
        ahead = match.standings()[0] - match.standings()[1]
        return (ahead > 0) - (ahead < 0)
    if match.digest() not in known:
        values = [backwards(match.copy().play(action), known) for action in match.legal()]
        known[match.digest()] = max(values) if match.actor == 0 else min(values)
    return known[match.digest()]


@pytest.mark.parametrize("name", ["babel", "ur"])  # only what compiles in any case
def test_a_mini_variant_is_a_game_like_any_other(name: str) -> None:
    game = mini.game(name)
    match = played(game, 3)
    assert match.over
    assert ziggurat.read(match.to_text()).scores == match.scores
    assert pickle.loads(pickle.dumps(game)) is game  # noqa: S301 - our own
    assert match.view(0) is not None


def test_environments_accept_mini_variants() -> None:
    env = ziggurat.envs.single("babel_mini", opponents="random")
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        seen, _, over, _, _ = env.step(env.action_space.sample())
    assert seen["observation"].shape == (env.game.observation_size,)


def test_a_kept_lane_is_a_match_of_its_own() -> None:
    played_on = played(mini.game("babel"), 1, 3)
    lanes = np.zeros(1, dtype=LANE)
    kept = Snapshot(played_on.game, 2, played_on.options, 1, played_on.record(), lanes)
    match = kept.match(0)
    assert match.record().tobytes() == played_on.record().tobytes()
    assert match.legal() == played_on.legal()
    assert pickle.loads(pickle.dumps(match)).digest() == match.digest()  # noqa: S301 - our own


@pytest.mark.long  # compiles the vector environment of a variant
def test_a_lane_is_a_match_of_its_own() -> None:
    env = CpuEnv(mini.game("babel"), games=2, seats=2, options={}, seed=1, reward="win", masks="bytes", observe=True)
    env.step(env.sample())
    match = env.match(1)
    assert match.record().tobytes() == env._states[1:2].tobytes()
    assert match.legal() == np.flatnonzero(env.masks[1]).tolist()
    env.start_from([match], [0])
    assert env.match(0).digest() == match.digest()


@pytest.mark.long  # needs OpenSpiel
def test_openspiel_knows_the_mini_variants() -> None:
    import pyspiel

    assert {f"ziggurat_{name}_mini" for name in mini.names()} <= set(ziggurat.envs.register_openspiel())
    spiel = pyspiel.load_game("ziggurat_babel_mini")
    assert spiel.new_initial_state().is_chance_node()
    assert pickle.loads(pickle.dumps(spiel)).get_type().short_name == "ziggurat_babel_mini"  # noqa: S301 - our own


@pytest.mark.long  # compiles what OpenSpiel's states of a variant run on
def test_openspiel_plays_a_mini_variant() -> None:
    import pyspiel

    ziggurat.envs.register_openspiel()
    state = pyspiel.load_game("ziggurat_babel_mini").new_initial_state()
    while not state.is_terminal():
        state.apply_action((state.legal_actions())[-1 if state.is_chance_node() else 0])
        if state.position is not None:
            assert state.match().scores == state.position.records["score"][0, :2].tolist()
    assert sum(state.returns()) == 0


@pytest.mark.long  # needs OpenSpiel
def test_openspiel_has_every_way_in_which_chance_falls() -> None:
    """Random play is worth the same in OpenSpiel's tree as in ours, which is grown in another way."""
    import pyspiel

    def in_openspiel(state: Any) -> float:
        if state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            return sum(float(odds) * in_openspiel(state.child(fall)) for fall, odds in state.chance_outcomes())
        actions = state.legal_actions()
        return float(sum(in_openspiel(state.child(action)) for action in actions) / len(actions))

    def in_ours(node: Any) -> float:
        odds = node.odds or [1 / max(len(node.children), 1)] * len(node.children)
        below = sum(float(part) * in_ours(child) for part, child in zip(odds, node.children, strict=True))
        return float(node.value + below)

    ziggurat.envs.register_openspiel()
    spiel = pyspiel.load_game("ziggurat_babel_mini(reward=score)")
    worth = in_ours(grow(mini.game("babel"), reward="score").root)
    assert worth != 0
    assert in_openspiel(spiel.new_initial_state()) == pytest.approx(worth, abs=1e-12)


OTHER = """
from dataclasses import replace
from ziggurat.games.babel import GAME as BABEL
from ziggurat.mini.variant import mini

GAME = mini(replace(BABEL, name="tower", title="Tower", _engines={}), "Babel of four turns.", {"TURNS": 4})
"""


def test_another_game_brings_its_mini_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mini_of_the_tower.py").write_text(OTHER, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(mini, "_MODULES", dict(mini._MODULES))
    monkeypatch.setattr(registry, "_ASIDE", dict(registry._ASIDE))
    mini.register("tower", "mini_of_the_tower")
    assert mini.names()[-1] == "tower"
    assert mini.game("tower") is mini.game("tower_mini") is ziggurat.game("tower_mini")
    assert pickle.loads(pickle.dumps(mini.game("tower"))) is mini.game("tower")  # noqa: S301 - our own


@pytest.mark.parametrize("name", mini.names())
def test_mini_variants_are_not_listed(name: str) -> None:
    assert mini.game(name).name not in ziggurat.game_names()


@pytest.mark.parametrize(
    ("library", "name"),
    [("scipy", "SciPy"), pytest.param("pyspiel", "OpenSpiel", marks=pytest.mark.long)],  # the second needs SciPy
)
def test_the_solver_names_a_missing_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], library: str, name: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["mini", "babel"])
    monkeypatch.setitem(sys.modules, library, None)  # as if it were not installed
    with pytest.raises(SystemExit) as caught:
        solve_all()
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert f"needs {name}: install it with `pip install 'ziggurat[rl]'`." in said
    assert len(said.splitlines()) == 1


def test_the_solver_names_the_games_it_knows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["mini", "chess"])
    with pytest.raises(SystemExit):
        solve_all()
    assert "There is a mini variant of babylonia, amyitis, ur, babel, not of 'chess'." in capsys.readouterr().err


def test_unknown_constant_is_refused() -> None:
    with pytest.raises(ValueError, match="No rule names CARDS_PER_NATOIN"):
        recut(ziggurat.game("babel").rules, {"CARDS_PER_NATOIN": 3})


@pytest.mark.parametrize("name", mini.names())
def test_constants_of_the_whole_game_change_nothing(name: str) -> None:
    """Cut anew with no other number, the rules play as they did."""
    base = ziggurat.game(name)
    assert [kernel.fingerprint(base.binding) for kernel in recut(base.rules, {})] == [
        kernel.fingerprint(base.binding) for kernel in base.rules
    ]
