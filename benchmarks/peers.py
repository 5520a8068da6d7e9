"""How fast the peers play at random, on one thread: OpenSpiel and Catanatron, as PyPI ships them.

    pip install -r benchmarks/requirements.txt
    python benchmarks/peers.py --seconds 5

An *action* is one decision of a player or one outcome of chance (a roll of the dice, a card dealt), whichever library
gives it a step of its own. Counting chance raises a peer's figure and never lowers it, so the comparison leans towards
the peer. Catanatron has no chance steps: a roll happens inside the player's decision to roll, and is not counted again.
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from time import perf_counter
from typing import Any

OPEN_SPIEL_GAMES = ("hex", "go(board_size=9)", "backgammon", "gin_rummy")
OPEN_SPIEL_CHANCE = -1  # what `State.current_player()` says when chance moves; below it, the game is over
ROLLOUTS_PER_SEARCH = 50  # two milliseconds or more inside C++, against a few microseconds for the call


class PeerMissing(ImportError):
    """A peer is not installed; the message says how to install it."""


@dataclass(frozen=True)
class Rate:
    """The speed of one peer at one game, played one way."""

    peer: str  # with its version: "OpenSpiel 2.0.2"
    game: str  # as the peer calls it
    how: str  # through which door: "Python API", "C++ rollouts"
    actions_per_second: float
    games_per_second: float


def measure(seconds: float = 2.0) -> list[Rate]:
    """The rates of all peers, each measured for about `seconds`; the whole takes some fifteen times as long."""
    return [*measure_open_spiel(seconds), *measure_catanatron(seconds)]


def measure_open_spiel(seconds: float = 2.0) -> list[Rate]:
    """OpenSpiel's games, first stepped from Python, then played wholly inside C++."""
    pyspiel = _import("pyspiel", "OpenSpiel")
    peer = f"OpenSpiel {version('open_spiel')}"
    rates = []
    for name in OPEN_SPIEL_GAMES:
        game = pyspiel.load_game(name)
        rates.append(Rate(peer, name, "Python API", *_python_steps(game, seconds)))
        rates.append(Rate(peer, name, "C++ rollouts", *_cpp_rollouts(pyspiel, game, seconds)))
    return rates


def measure_catanatron(seconds: float = 2.0) -> list[Rate]:
    """Four random players at Catan, as Catanatron's own `Game(players).play()` plays them.

    Catanatron draws from the global `random` and seeds it anew for each game. It gives a game up after 1000 turns;
    such a game counts like any other.
    """
    catanatron = _import("catanatron", "Catanatron")
    players = [catanatron.RandomPlayer(color) for color in catanatron.Color]
    seeds = random.Random(1)

    def play() -> int:
        game = catanatron.Game(players, seed=seeds.randrange(1, 1 << 32))  # seed 0 would mean "no seed"
        game.play()
        return len(game.state.actions)

    return [Rate(f"Catanatron {version('catanatron')}", "catan, 4 players", "Python API", *_rates(play, seconds))]


def table(rates: Sequence[Rate]) -> str:
    """The rates as aligned plain text, one line each under a heading."""
    lines = [("peer", "game", "how", "actions/s", "games/s")]
    lines += [
        (rate.peer, rate.game, rate.how, f"{rate.actions_per_second:,.0f}", f"{rate.games_per_second:,.1f}")
        for rate in rates
    ]
    peer, game, how, actions, games = (max(map(len, column)) for column in zip(*lines, strict=True))
    return "\n".join(
        f"{line[0]:{peer}}  {line[1]:{game}}  {line[2]:{how}}  {line[3]:>{actions}}  {line[4]:>{games}}"
        for line in lines
    )


def _import(module: str, peer: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:  # the peer is there, and something it needs is not: its own message says more
            raise
        message = f"{peer} is not installed: run `pip install -r benchmarks/requirements.txt`."
        raise PeerMissing(message, name=module) from None


def _rates(play: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Actions and games per second of `play`, which plays one game and says how many actions it had."""
    play()  # the first game fills caches and loads what is loaded late
    actions, games, start = 0, 0, perf_counter()
    while (spent := perf_counter() - start) < seconds or games == 0:
        actions += play()
        games += 1
    return actions / spent, games / spent


def _python_steps(game: Any, seconds: float) -> tuple[float, float]:
    """Whole games through `legal_actions` and `apply_action`, the opening deal or roll included."""
    initial = game.new_initial_state()
    draw = random.Random(1).random

    def play() -> int:
        # A clone, because a new state of gin rummy costs more than the game played from it (it fills tables anew).
        state = initial.clone()
        _play_on(state, draw)
        return int(state.move_number())

    return _rates(play, seconds)


def _play_on(state: Any, draw: Callable[[], float]) -> None:
    """Play `state` to its end, asking OpenSpiel as little as can be asked: two or three calls an action."""
    while (player := state.current_player()) >= OPEN_SPIEL_CHANCE:
        if player == OPEN_SPIEL_CHANCE:
            _let_chance_move(state, draw)
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])


def _let_chance_move(state: Any, draw: Callable[[], float]) -> None:
    state.apply_action(_sample(state.chance_outcomes(), draw()))


def _sample(outcomes: Sequence[tuple[int, float]], left: float) -> int:
    # A plain scan beats `random.choices`, which wants the weights in a list of their own.
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return outcome
    return outcomes[-1][0]  # the probabilities may add up to a hair less than one


def _cpp_rollouts(pyspiel: Any, game: Any, seconds: float) -> tuple[float, float]:
    """Games played by OpenSpiel's own rollouts, with no Python between the first action and the last.

    Python may build a `RandomRolloutEvaluator` but not call it. A tree search of one simulation does: it evaluates
    the root it is given, which is that many games from the root, and then stops without growing a tree.

    Such a search must not start at a chance node (it would look for a player above the root, outside its array), so
    the opening roll or deal is made before the clock starts, and anew for every search; it is neither timed nor
    counted. Nobody sees the actions inside C++: their number is the mean over as many games played untimed from the
    same openings, uniformly at random too.
    """
    initial = game.new_initial_state()
    draw = random.Random(1).random
    counters = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(game.num_players())]
    roller = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS_PER_SEARCH, seed=1),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=0,
        solve=False,
        seed=1,
        verbose=False,
    )

    def opening() -> Any:
        state = initial.clone()
        while state.current_player() == OPEN_SPIEL_CHANCE:
            _let_chance_move(state, draw)
        return state

    roller.mcts_search(opening())  # warm-up
    games, actions, spent = 0, 0, 0.0
    while spent < seconds or games == 0:
        root = opening()
        start = perf_counter()
        roller.mcts_search(root)
        spent += perf_counter() - start
        for seed in range(games, games + ROLLOUTS_PER_SEARCH):
            state = root.clone()
            pyspiel.evaluate_bots(state, counters, seed)
            actions += state.move_number() - root.move_number()
        games += ROLLOUTS_PER_SEARCH
    return actions / spent, games / spent


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How fast the peers play at random, on one thread.")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each line of the table (default 2)")
    try:
        print(table(measure(parser.parse_args().seconds)))
    except PeerMissing as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
