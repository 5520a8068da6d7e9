"""The kernels a browser calls, for every game: the match engine, searches, reviews, and random games for tests."""

from __future__ import annotations

import numpy as np

from ziggurat.bots import guided, tree
from ziggurat.bots.learned import GuidedTree
from ziggurat.bots.network import NetworkBot, judge, network_of
from ziggurat.bots.search import SearchTree
from ziggurat.core import engine, events
from ziggurat.core.compile.wasm import Export
from ziggurat.core.game import Game
from ziggurat.core.match import new_listing
from ziggurat.reviewing import kernels as review
from ziggurat.reviewing.chances import scale_for
from ziggurat.sim.playout import RESULT, play_games

SEED = np.uint64(0)


def entries(game: Game) -> dict[str, Export]:
    """What the module of a game exports."""
    return {**_match(game), **_bots(game), **_reviews(game), **_batches(game)}


def _match(game: Game) -> dict[str, Export]:
    states, mask, seats = game.new_records(), game.new_mask(), game.seat_counts[0]
    options = game.encode_options(game.read_options({}))
    gains = np.zeros((game.actions, seats), dtype=np.int32)
    numbers, listing = np.zeros(1, dtype=np.int64), new_listing(game)[1]
    return {
        "setup": Export(engine.setup_match, (states, mask, seats, options, SEED)),
        "legal": Export(engine.legal_actions, (states, mask)),
        "apply": Export(engine.apply_action, (states, mask, 0, events.buffer())),
        "list_choices": Export(engine.list_choices, (states, mask, listing)),
        "advance": Export(engine.advance, (states, mask, listing, 0)),
        "replay": Export(engine.replay, (states, mask, numbers, numbers)),
        "redact": Export(engine.redact_all, (states, 0)),
        "resample": Export(engine.resample_match, (states, 0, SEED)),
        "observe": Export(engine.observe_match, (states, 0, np.zeros(game.observation_size, dtype=np.uint8))),
        "standings": Export(engine.standings, (states, np.zeros(seats, dtype=np.int64))),
        "preview": Export(engine.preview, (states, states, mask, 0, SEED, gains, mask)),
        "foresee": Export(engine.foresee_match, (states, 0, np.zeros((1, 1), dtype=np.int32))),
    }


def _bots(game: Game) -> dict[str, Export]:
    states, masks = game.new_records(), np.zeros((2, game.words), dtype=np.uint64)
    classic = SearchTree(game, game.search, 0)
    exports = {
        "greedy": Export(tree.greedy, (states, states, masks, np.zeros(1, dtype=np.uint64), 0)),
        "search": Export(tree.search, classic.arguments(states, 1)),
        "plant": Export(tree.plant, (classic.nodes,)),
        "child_of": Export(tree.child_of, (classic.nodes, 0, 0)),
    }
    network = network_of(game)
    if network is not None:
        learned = GuidedTree(game, game.search, 0, network)
        exports["guided_search"] = Export(guided.search, learned.arguments(states, 1))
        exports["guided_plant"] = Export(tree.plant, (learned.nodes,))
        exports["guided_child_of"] = Export(tree.child_of, (learned.nodes, 0, 0))
    return exports


def _reviews(game: Game) -> dict[str, Export]:
    states, room, results = game.new_records(), game.new_records(2), np.zeros(tree.MAX_SEATS)
    look = (states, results, review.FREE, 0, False, 0, 1, scale_for(game, game.seat_counts[0]))
    exports = {
        "look_classic": Export(review.look_classic, SearchTree(game, game.search, 0).looking(*look)),
        "imagined": Export(review.imagined, (states, room, 0, False, SEED)),
        "promises": Export(review.promises, (states, results)),
        "end": Export(review.end, (states, results)),
    }
    network = network_of(game)
    if network is not None:
        learned = GuidedTree(game, game.search, 0, network)
        exports["look_guided"] = Export(review.look_guided, learned.looking(*look))
        exports["judge"] = Export(judge, NetworkBot(game, 0).arguments(network, states))
    return exports


def _batches(game: Game) -> dict[str, Export]:
    states, stream = game.new_records(), np.zeros(1, dtype=np.uint64)
    words, results = states.view(np.uint64).reshape(1, -1), np.zeros(1, dtype=RESULT)
    options = game.encode_options(game.read_options({}))
    arguments = (states, words, results, game.new_mask(), stream, game.seat_counts[0], options, SEED, 0)
    return {"play_games": Export(play_games, arguments)}
