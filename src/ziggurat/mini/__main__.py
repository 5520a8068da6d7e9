"""Solves the mini variants: `python -m ziggurat.mini`; `--efg FILE` writes the tree of one for other programs."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

import ziggurat
from ziggurat import mini
from ziggurat.core.errors import BadOption, MissingDependency
from ziggurat.core.outputs import check_output_files
from ziggurat.envs.dependencies import need
from ziggurat.mini.alphabeta import winner_from
from ziggurat.mini.efg import to_openspiel, to_policy, write_efg
from ziggurat.mini.solver import solve
from ziggurat.mini.tree import REWARDS, grow
from ziggurat.mini.variant import MiniGame

CFR_ITERATIONS = 100


def main() -> None:
    """Solve, and print as the tables of docs/research/mini.md."""
    parser = argparse.ArgumentParser(prog="python -m ziggurat.mini", description=__doc__)
    parser.add_argument("games", nargs="*", default=mini.names(), help="which; all if none is named")
    parser.add_argument("--deals", type=int, default=20, help="how many deals of the games without secrets are solved")
    parser.add_argument(
        "--efg", metavar="FILE", help="write the tree of one game with secrets for Gambit and OpenSpiel"
    )
    parser.add_argument("--reward", choices=REWARDS, default="win", help="what its ends pay in that file")
    given = parser.parse_args()
    try:
        games = [mini.game(name) for name in given.games]
    except ValueError as problem:
        parser.error(str(problem))
    if given.efg:
        if len(games) != 1 or not games[0].secrets:
            parser.error("--efg writes one game with secrets: babel or babylonia")
        try:
            check_output_files(Path(given.efg))
        except BadOption as problem:
            parser.error(str(problem))
        Path(given.efg).write_text(write_efg(grow(games[0], reward=given.reward)), "utf-8")
        return
    if any(game.secrets for game in games):
        try:
            need("scipy", "SciPy", "Solving a game with secrets")
            need("pyspiel", "OpenSpiel", "Comparing the solution with CFR+")
        except MissingDependency as problem:
            parser.exit(2, f"{parser.prog}: {problem}\n")
    for game in games:
        if game.secrets:
            for reward in REWARDS:
                _tell_tree(game, reward)
        else:
            _tell_deals(game, given.deals)


def _tell_tree(game: MiniGame, reward: str) -> None:
    import pyspiel

    began = time.process_time()
    tree = grow(game, reward=reward)
    solution = solve(tree)
    seconds = time.process_time() - began
    spiel = to_openspiel(tree)
    cfr = pyspiel.CFRPlusSolver(spiel)
    for _ in range(CFR_ITERATIONS):
        cfr.evaluate_and_update_policy()
    gaps = [
        pyspiel.exploitability(spiel, policy)
        for policy in (pyspiel.UniformRandomPolicy(spiel), cfr.average_policy(), to_policy(spiel, tree, solution))
    ]
    nodes = sum(1 for _ in tree.root.walk())
    print(
        f"{game.title}, {reward}: value {solution.value:+.6f} for seat 0; {nodes:,} nodes, "
        f"{len(tree.sets[0]):,} and {len(tree.sets[1]):,} information sets, {seconds:.1f} s of processor time; "
        f"exploitability of uniform play {gaps[0]:.4f}, CFR+ after {CFR_ITERATIONS} iterations {gaps[1]:.4f}, "
        f"the solution {gaps[2]:.1e}"
    )


def _tell_deals(game: MiniGame, deals: int) -> None:
    values, seen = [], []
    for seed in range(deals):
        value, positions = winner_from(ziggurat.new(game.name, seed=seed))
        values.append(value)
        seen.append(positions)
    counted = Counter(values)
    print(
        f"{game.title}: seeds 0 to {deals - 1}: seat 0 wins {counted[1]}, seat 1 wins {counted[-1]}, "
        f"level {counted[0]}; by seed {' '.join(f'{value:+d}' for value in values)}; "
        f"{min(seen):,} to {max(seen):,} positions looked into"
    )


if __name__ == "__main__":
    main()
