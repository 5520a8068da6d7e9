"""The mini variants: their rules and their values."""

from __future__ import annotations

import pickle
import sys

import numpy as np
import pytest

import ziggurat
import ziggurat.envs
from tests.cases import first
from ziggurat import mini
from ziggurat.mini.__main__ import main as solve_all
from ziggurat.mini.alphabeta import winner_from
from ziggurat.mini.recut import recut
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


@pytest.mark.parametrize("name", mini.names())
def test_mini_variants_are_not_listed(name: str) -> None:
    assert mini.game(name).name not in ziggurat.game_names()


@pytest.mark.parametrize(("library", "name"), [("scipy", "SciPy"), ("pyspiel", "OpenSpiel")])
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
