"""The matches that are searched for puzzles: self-play of the network, with variety, and their decisions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from ziggurat.bots.network import NetworkBot, fits
from ziggurat.bots.thinking import Thought
from ziggurat.core.game import Game
from ziggurat.core.match import Match, new
from ziggurat.reviewing.evaluation import combine_seed


class PuzzleMoment(NamedTuple):
    """A decision between several actions, before it is made."""

    match: Match
    decision: int
    thought: Thought  # what the network makes of it


def self_play(game: Game, seats: int, seed: int, number: int) -> Match:
    """One game of the network against itself; each action is drawn by the odds it gives, so that no two are alike."""
    deal = combine_seed(seed, number)
    match, bot, draws = new(game.name, seats=seats, seed=deal), NetworkBot(game, deal), Random(deal)
    while not match.over:
        legal = match.legal()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        candidates = bot.think(match.record(match.actor)).candidates
        weights = [max(one.visits, 0) for one in candidates]
        chosen = draws.choices(candidates, weights)[0] if sum(weights) else candidates[0]
        match.play(chosen.action)
    return match


def moments(match: Match) -> Iterator[PuzzleMoment]:
    """The decisions of a match between several actions, with what the network makes of each."""
    bot, again = NetworkBot(match.game, 0), match.at(0)
    for decision, action in enumerate(match.actions):
        if len(again.legal()) > 1:
            records = again.record(again.actor)
            if bot.network is not None and fits(match.game, records):
                yield PuzzleMoment(again, decision, bot.think(records))
        again.replay([action])
