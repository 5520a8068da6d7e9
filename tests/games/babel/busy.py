"""Random games of Babel with many runs: players seldom end their turn."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import ziggurat
from tests.playing import log_kept_on_failure
from ziggurat import Match
from ziggurat.games.babel.actions import BUILD, END, HALF
from ziggurat.games.babel.cards import NATION_LETTERS

RESTLESS = 0.12  # how often a turn is ended although there is something else to do


def choose(match: Match, stream: random.Random) -> int:
    """A random action: abilities and building before anything else, ending the turn seldom."""
    legal = match.legal()
    eager = [action for action in legal if action >= HALF or BUILD <= action < END]
    if eager and stream.random() < 0.6:
        return stream.choice(eager)
    others = [action for action in legal if action != END]
    if others and (END not in legal or stream.random() > RESTLESS):
        return stream.choice(others)
    return END if END in legal else stream.choice(legal)


def play_busily(match: Match, stream: random.Random, look: Callable[[Match], None], limit: int = 10_000) -> Match:
    """Play to the end, or so many decisions, looking at every position on the way."""
    with log_kept_on_failure(match):
        while not match.over and len(match) < limit:
            look(match)
            match.play(choose(match, stream))
        look(match)
    return match


def crowded(seed: int) -> Match:
    """A position in the middle of a game, with long rows full of runs, high temples and full stacks."""
    stream = random.Random(seed)
    cards = [letter for letter in NATION_LETTERS for _ in range(12)]
    stream.shuffle(cards)
    temple_cards = [level for level, count in enumerate((10, 9, 8, 7, 6, 5), 1) for _ in range(count)]
    stream.shuffle(temple_cards)
    players: list[dict[str, Any]] = []
    where = stream.choice(NATION_LETTERS)
    for _ in range(2):
        rows = {}
        for site in NATION_LETTERS:
            row = [cards.pop() for _ in range(stream.randint(3, 13) if site == where else stream.randint(0, 4))]
            rows[site] = "".join(sorted(row) if stream.random() < 0.8 else row)
        players.append({"rows": rows, "pawn": where, "temples": {}})
    for player in players:
        player["hand"] = "".join(cards.pop() for _ in range(min(stream.randint(0, 6), len(cards))))
        player["stack"] = [temple_cards.pop() for _ in range(stream.randint(0, 8))]
        for site in NATION_LETTERS:
            levels = {temple_cards.pop() for _ in range(stream.randint(0, 3 if site == where else 1))}
            player["temples"][site] = sorted(levels)
    totals = [sum(max(levels, default=0) for levels in player["temples"].values()) for player in players]
    position = {
        "players": players,
        "active": stream.randrange(2),
        "discard": "".join(cards.pop() for _ in range(stream.randint(0, len(cards)))),
        "end_phase": max(totals) >= 15,
        "generator": f"{seed:x}",
    }
    try:
        return ziggurat.load("babel", position)
    except ziggurat.ZigguratError:
        return crowded(seed + 1_000_003)  # by chance such a game would be over
