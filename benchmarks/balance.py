"""What the games are like when they are played well: `python benchmarks/balance.py GAME --seats 2 --games 400`.

A bot plays itself. The report says how often each seat wins, with which scores, after how many decisions, and what the
winners had that the others had not.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import ziggurat
from ziggurat import bots
from ziggurat.bots.arena import Share
from ziggurat.core.chance import seed_for

TRACKS = ("caravaneer", "banker", "palace")
Told = dict[str, float]  # by name: what a seat has at the end


def _babylonia(state: Any, seat: int) -> Told:
    owned = {f"card {number + 1}": float(owner == seat) for number, owner in enumerate(state["card"])}
    return {**owned, "cities": float(state["taken"][seat].sum())}


def _amyitis(state: Any, seat: int) -> Told:
    levels = {f"{track} level": float(state["level"][seat][at]) for at, track in enumerate(TRACKS)}
    planted = float(np.count_nonzero(state["gardener"] == seat))
    return {**levels, "gardeners": float(state["gardeners"][seat]), "gardens": planted}


def _ur(state: Any, seat: int) -> Told:
    return {
        "ziggurats": float(int(state["ziggurat"][seat]).bit_count()),
        "fields": float(int(state["own"][seat]).bit_count()),
        "stones left": float(state["supply"][seat]),
    }


def _babel(state: Any, seat: int) -> Told:
    return {"sites with a temple": float(np.count_nonzero(state["temple"][seat]))}


TELLERS: dict[str, Callable[[Any, int], Told]] = {
    "babylonia": _babylonia,
    "amyitis": _amyitis,
    "ur": _ur,
    "babel": _babel,
}


LENGTHS: dict[str, Callable[[Any], float]] = {  # by game: how many rounds a match took
    "babylonia": lambda state: (state["turn"] + 1) / state["seats"],
    "amyitis": lambda state: float(state["round"]),
    "ur": lambda state: state["turn"] / state["seats"],
    "babel": lambda state: (state["turn"] + 1) / state["seats"],
}


def play(game: str, seats: int, games: int, bot: str, seed: int, options: dict[str, Any]) -> Iterator[ziggurat.Match]:
    """Finished matches."""
    for number in range(games):
        yield play_one(game, seats, number, bot, seed, options)


def play_one(game: str, seats: int, number: int, bot: str, seed: int, options: dict[str, Any]) -> ziggurat.Match:
    """A finished match: of these matches the one with this number."""
    match = ziggurat.new(game, seats=seats, seed=int(seed_for(np.uint64(seed), number)), **options)
    player = bots.find(bot)(ziggurat.game(game), number)
    while not match.over:
        match.play(player.choose(match.record(match.actor)))
    return match


def main() -> None:
    """Play, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=ziggurat.game_names())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bot", default="network")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    won = np.zeros(asked.seats)
    scores, margins, lengths, rounds, endings = [], [], [], [], []
    with_it: dict[str, list[tuple[float, float]]] = {}
    options = dict(one.split("=", 1) for one in asked.option)
    for match in play(asked.game, asked.seats, asked.games, asked.bot, asked.seed, options):
        state, winners = match.record()[0], match.winners
        share = [1 / len(winners) if seat in winners else 0.0 for seat in range(asked.seats)]
        won += share
        ranked = sorted(match.scores, reverse=True)
        scores.append(ranked)
        margins.append(ranked[0] - ranked[1])
        lengths.append(len(match))
        rounds.append(LENGTHS[asked.game](state))
        endings.append(int(state["over"]))
        for seat in range(asked.seats):
            for name, value in TELLERS[asked.game](state, seat).items():
                with_it.setdefault(name, []).append((value, share[seat]))
    print(f"{asked.game}, {asked.seats} seats, {asked.games} games of {asked.bot}, seed {asked.seed} {options or ''}")
    print(
        "won by seat:", "; ".join(f"{seat + 1}: {Share.count(won[seat], asked.games)}" for seat in range(asked.seats))
    )
    print("mean score by rank:", ", ".join(f"{value:.1f}" for value in np.mean(scores, axis=0)))
    print(f"margin: median {np.median(margins):g}; actions: median {np.median(lengths):g}, ", end="")
    print(f"nine in ten {np.quantile(lengths, 0.05):.0f} to {np.quantile(lengths, 0.95):.0f}")
    print(f"rounds: mean {np.mean(rounds):.1f}, nine in ten {np.quantile(rounds, 0.05):.1f} to ", end="")
    print(f"{np.quantile(rounds, 0.95):.1f}, most {max(rounds):.1f}")
    print("endings:", {kind: endings.count(kind) for kind in sorted(set(endings))})
    for name, pairs in with_it.items():
        values, shares = np.array(pairs).T
        if set(values) <= {0.0, 1.0} and 0 < values.sum() < len(values):
            print(f"{name}: taken by somebody in {values.sum() / asked.games:.0%}, ", end="")
            print(f"whoever has it wins {Share.count(float(shares[values == 1].sum()), int(values.sum()))}")
        else:
            winners_mean = (values * shares).sum() / max(shares.sum(), 1e-9)
            others_mean = (values * (1 - shares)).sum() / max((1 - shares).sum(), 1e-9)
            print(f"{name}: winners {winners_mean:.2f}, others {others_mean:.2f}")


if __name__ == "__main__":
    main()
