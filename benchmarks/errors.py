"""How the levels err: `python benchmarks/errors.py GAME --games 10`.

Each level plays itself, and every decision between three actions or more is laid before the game's network: how it
ranks what the level chose, and how likely it would have been to choose it. A choice it gives less than one chance in
twenty is called an error. Whether points were thrown away or something was overlooked shows one decision later, by the
hand-made evaluation: an error that looks worse at once than what the network likes best was there to be seen; one that
looks as good or better turns out badly only later.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

import ziggurat
from ziggurat import bots
from ziggurat.bots import forward
from ziggurat.bots.network import NetworkBot
from ziggurat.bots.tree import outlook
from ziggurat.core.bits import has, members
from ziggurat.core.chance import draw, seed_for
from ziggurat.core.contract import ACTIONS, apply, legal, resample
from ziggurat.core.game import Game, Records
from ziggurat.core.kernel import kernel

FEWEST = 3  # legal actions; with fewer there is little to overlook
UNLIKELY = 0.05  # what the network would choose less often than this is an error


@kernel
def look_at_once(states, work, mask, stream, seat, values):  # type: ignore[no-untyped-def]
    """How a seat stands after each legal action, by the evaluation."""
    legal(states[0], mask)
    work[0] = states[0]
    resample(work[0], seat, draw(stream))  # a redacted record cannot be played on
    for action in range(ACTIONS):
        if has(mask, action):
            work[1] = work[0]
            apply(work[1], action, None)
            values[action] = outlook(work[1], seat)


@dataclass
class Errors:
    """What a level chose, by the network's preferences."""

    decisions: int = 0
    legal: int = 0
    first: int = 0  # what the network likes best
    rank: int = 0  # how many the network likes better, all together
    count: int = 0  # errors
    tempting: int = 0  # of them, those that look as good at once as what the network likes best, or better

    def __str__(self) -> str:
        count = max(1, self.decisions)
        return (
            f"{self.decisions} decisions between {self.legal / count:.0f} actions: the network's first choice in "
            f"{self.first / count:.0%}, {self.rank / count:.1f} liked better; {self.count / count:.1%} errors, "
            f"of which {self.tempting / max(1, self.count):.0%} look as good at once as that"
        )


class Judge:
    """Looks at decisions with a game's network."""

    def __init__(self, game: Game) -> None:
        self._game, self._network = game, NetworkBot(game, 1)
        self._work, self._mask = game.new_records(2), game.new_mask()
        self._values, self._stream = np.zeros(game.actions), np.array([1], dtype=np.uint64)

    def note(self, records: Records, action: int, errors: Errors) -> None:
        """Count a decision."""
        network = self._network
        network.think(records)
        actions = members(network._mask)
        if len(actions) < FEWEST or network.network is None:
            return
        liked = network._preferences[actions] / (forward.ONE << int(network.network.numbers[forward.ACTIONS_SHIFT]))
        odds = np.exp(liked - liked.max())
        odds /= odds.sum()
        chosen = actions.index(action)
        better = int((liked > liked[chosen]).sum())
        errors.decisions += 1
        errors.legal += len(actions)
        errors.first += better == 0
        errors.rank += better
        if odds[chosen] < UNLIKELY:
            seat = int(records["actor"][0])
            self._game.bind(look_at_once)(records, self._work, self._mask, self._stream, seat, self._values)
            best = actions[int(liked.argmax())]
            errors.count += 1
            errors.tempting += bool(self._values[action] >= self._values[best])


def main() -> None:
    """Play, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=ziggurat.game_names())
    parser.add_argument("--bots", default="random,apprentice,scribe,steward,mayor,governor")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--longest", type=int, default=400, help="actions after which a game is left")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = ziggurat.game(asked.game)
    judge = Judge(game)
    for name in asked.bots.split(","):
        errors = Errors()
        for number in range(asked.games):
            match = ziggurat.new(game.name, seats=asked.seats, seed=int(seed_for(np.uint64(asked.seed), number)))
            players = [bots.find(name)(game, asked.seats * number + seat) for seat in range(asked.seats)]
            while not match.over and len(match) < asked.longest:
                seen = match.record(match.actor)
                action = players[match.actor].choose(seen)
                judge.note(seen, action, errors)
                match.play(action)
        print(f"{game.title}, {name}: {errors}", flush=True)


if __name__ == "__main__":
    main()
