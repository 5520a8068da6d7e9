"""Reading what a language model answered: JSON with `move` or `moves`, and nothing guessed from prose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ziggurat.core.errors import InvalidMove, UnreadableReply
from ziggurat.core.game import Game

LARGEST = 100_000  # characters of a reply
MOST_MOVES = 200  # of a reply
MOST_FAILED = 1_000  # beginnings of JSON objects that are none: each is read anew
WHAT_TO_SEND = 'Send JSON: {"move": "…"} or {"moves": ["…"]}.'
_BEGINNING = re.compile(r'\{\s*["}]')


def read_reply(game: Game, text: str) -> list[int]:
    """The actions of a reply. The last JSON object with `move` or `moves` counts.

    Quotation marks, full stops and capitals do not matter, and words may be written out (`farmer d7`, `end turn`).
    """
    if not isinstance(text, str):
        raise UnreadableReply(f"A reply is text. {WHAT_TO_SEND}")
    if len(text) > LARGEST:
        raise UnreadableReply(f"The reply has {len(text):,} characters; it may have {LARGEST:,}. {WHAT_TO_SEND}")
    answers = [one for one in json_objects(text) if "move" in one or "moves" in one]
    if not answers:
        raise UnreadableReply(f"The reply has no move. {WHAT_TO_SEND}")
    last = answers[-1]
    if "move" in last and "moves" in last:
        raise UnreadableReply(f"The reply has both `move` and `moves`. {WHAT_TO_SEND}")
    moves = last["moves"] if "moves" in last else [last["move"]]
    if not isinstance(moves, list) or not moves or not all(isinstance(move, str) for move in moves):
        raise UnreadableReply(f"A move is text, as in the list of moves. {WHAT_TO_SEND}")
    if len(moves) > MOST_MOVES:
        raise UnreadableReply(f"The reply has {len(moves)} moves; it may have {MOST_MOVES}.")
    return [read_move(game, move) for move in moves]


def read_move(game: Game, text: str) -> int:
    """One move as people write it: `"End turn."` is `end`, where the game has that word."""
    plain = text.strip().strip("\"'`.").strip().lower()
    try:
        return game.notation.read(plain)
    except InvalidMove as problem:
        written = " ".join(game.notation.long_words.get(word, word) for word in plain.split())
        written = " ".join(written.split())
        if written == plain:
            raise
        try:
            return game.notation.read(written)
        except InvalidMove:
            raise problem from None


def json_objects(text: str) -> Iterator[dict[str, Any]]:
    """Every outermost JSON object in a text, in order. Too many beginnings that are none are unreadable."""
    decoder = json.JSONDecoder()
    at = failed = 0
    while (found := _BEGINNING.search(text, at)) is not None:
        try:
            value, at = decoder.raw_decode(text, found.start())
        except (ValueError, RecursionError):
            at = found.start() + 1
            failed += 1
            if failed > MOST_FAILED:
                raise UnreadableReply(f"The reply has too many braces. {WHAT_TO_SEND}") from None
        else:
            yield value
