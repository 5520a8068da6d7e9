"""What bots give away in the mini variants, whose exact values are known (`docs/research/mini.md`).

    python benchmarks/bots/mini.py babel ur --bots classic:1000i trained --minutes 2

`trained` is the network of `ziggurat train` on the mini variant itself, after so many minutes on this machine's
processor; it takes the action that it prefers, and `trained:200i` searches with it.

With hidden information (Babel, Babylonia) the opponent knows the bot's whole strategy: it is asked at every information
set, and the best answer to that comes from the whole tree. Without (Amyitis, Ur) the bot plays both seats of some
deals, and every decision is compared with perfect play. Both count in victories: 2 is a win instead of a defeat.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np

import ziggurat
import ziggurat.mini
from ziggurat.bots import Bot, Budget, LearnedBot, NetworkBot, weights
from ziggurat.core.game import Records
from ziggurat.mini.alphabeta import winner_from
from ziggurat.mini.solver import solve
from ziggurat.mini.tree import Tree, TreeNode, _Grower
from ziggurat.mini.variant import MiniGame


class Grower(_Grower):
    """Grows a tree, and keeps what a player sees at each of its information sets."""

    def __init__(self, game: MiniGame) -> None:
        super().__init__(game, "win")
        self.seen: dict[tuple[int, int], Records] = {}

    def node(self, raw: bytes, histories: list[bytes]) -> TreeNode:
        """A node and all that follows."""
        grown = super().node(raw, histories)
        key = grown.player, grown.information
        if grown.children and key not in self.seen:
            records = np.frombuffer(bytearray(raw), dtype=self._game.state)
            self._engine.redact(records, grown.player)
            self.seen[key] = records
        return grown


def best_answer(tree: Tree, responder: int, decide: dict[int, int]) -> Fraction:
    """What seat 0 gets if `responder` plays best against a fixed strategy: by information set, an action's index."""

    def value(places: list[tuple[TreeNode, Fraction]]) -> Fraction:
        total, sets = Fraction(0), dict[int, list[tuple[TreeNode, Fraction]]]()
        waiting = list(places)
        while waiting:
            node, odds = waiting.pop()
            if not node.children:
                total += odds * node.value
            elif node.player < 0:
                waiting += [(child, odds * part) for child, part in zip(node.children, node.odds, strict=True)]
            elif node.player == responder:
                sets.setdefault(node.information, []).append((node, odds))
            else:
                waiting.append((node.children[decide[node.information]], odds))
        best = max if responder == 0 else min
        for found in sets.values():
            choices = range(len(found[0][0].children))
            total += best(value([(node.children[index], odds) for node, odds in found]) for index in choices)
        return total

    return value([(tree.root, Fraction(1))])


def hidden(game: MiniGame, make: Callable[[], Bot]) -> str:
    """What a bot gives away in each seat, against an opponent who knows its strategy."""
    grower = Grower(game)
    tree = Tree(game, grower.chance(grower.deals(), [b""] * 2), grower.sets)
    exact = solve(tree).value
    given = []
    for seat in range(2):
        decide = {}
        for number, actions in enumerate(tree.sets[seat]):
            decide[number] = 0 if len(actions) == 1 else actions.index(make().choose(grower.seen[seat, number]))
        worst = float(best_answer(tree, 1 - seat, decide))
        given.append(exact - worst if seat == 0 else worst - exact)
    return f"gives away {given[0]:.4f} as seat 0 and {given[1]:.4f} as seat 1, at worst"


def open_play(game: MiniGame, make: Callable[[], Bot], deals: int) -> str:
    """What a bot gives away in a game that it plays with itself."""
    given, wrong, decisions = 0, 0, 0
    for deal in range(deals):
        match, bots = ziggurat.new(game.name, seed=1000 + deal), [make(), make()]
        value = winner_from(match)[0]
        while not match.over:
            seat, choices = match.actor, len(match.legal())
            match.play(bots[seat].choose(match.record(seat)))
            after = winner_from(match)[0] if choices > 1 else value
            loss = (value - after) if seat == 0 else (after - value)
            decisions, wrong, given = decisions + (choices > 1), wrong + (loss > 0), given + loss
            value = after
    return f"gives away {given / deals / 2:.4f} a seat and game: {wrong} of {decisions} decisions, {deals} games"


def trained(game: MiniGame, minutes: float, seed: int) -> weights.Weights:
    """A network that learned the variant."""
    from ziggurat.learn.settings import Run
    from ziggurat.learn.training import Training

    with tempfile.TemporaryDirectory() as folder:
        run = Run(game, game.seat_counts, "cpu", Path(folder) / "run", minutes=minutes, seed=seed)
        Training(run, tell=lambda line: print(f"  {line}", flush=True)).train()
        return weights.read(run.folder / weights.NAME, game)


def maker(game: MiniGame, bot: str, network: weights.Weights | None) -> Bot:
    """A new bot of a name."""
    if not bot.startswith("trained"):
        return ziggurat.bot(bot, seed=1).playing(game)
    if ":" not in bot:
        return NetworkBot(game, 1, network)
    return LearnedBot(game, 1, Budget(iterations=int(bot.partition(":")[2].removesuffix("i"))), network=network)


def main() -> None:
    """Print a line for each bot."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=ziggurat.mini.names(), help="all four if left out")
    parser.add_argument("--bots", nargs="*", default=["classic:1000i", "trained", "trained:200i"])
    parser.add_argument("--minutes", type=float, default=2.0, help="of training, for `trained`")
    parser.add_argument("--deals", type=int, default=20, help="of the variants without hidden information")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name in asked.games:
        game = ziggurat.mini.game(name)
        network: weights.Weights | None = None
        for bot in asked.bots:
            if bot.startswith("trained"):
                network = network or trained(game, asked.minutes, asked.seed)
            make = partial(maker, game, bot, network)
            text = hidden(game, make) if game.secrets else open_play(game, make, asked.deals)
            print(f"{game.title}, {bot}: {text}", flush=True)


if __name__ == "__main__":
    main()
