"""Actions of Babylonia as text, as things to click, and in sentences."""

from __future__ import annotations

import re
from typing import Any

from ziggurat.core.bits import has
from ziggurat.core.errors import InvalidMove
from ziggurat.core.game import Notation
from ziggurat.core.sentence import Sentence, sentence, shortened
from ziggurat.core.spelling import Span, Spelling, each
from ziggurat.games.babylonia.actions import CARD, END, EXTRA, PLACE, SITE
from ziggurat.games.babylonia.board import (
    BLUE_HEXES,
    CARDS,
    CROP,
    GREENS,
    HEX_BY_NAME,
    HEX_NAMES,
    HEXES,
    HEXES_IN_PLAY,
    NO_TILE,
    RIVER_HEXES,
    SITE_AT,
    SITE_HEX,
    TOKEN_LETTERS,
    TOKEN_NAMES,
    Card,
    Token,
)
from ziggurat.games.babylonia.state import Phase

SPELLING = Spelling(
    (
        Span(PLACE, "{kind} {hexagon}", ("stand:{kind}", "hex:{hexagon}"), each(kind=TOKEN_LETTERS, hexagon=HEX_NAMES)),
        Span(END, "end", ("end",)),
        Span(SITE, "score {hexagon}", ("hex:{hexagon}",), each(hexagon=[HEX_NAMES[site] for site in SITE_HEX])),
        Span(CARD, "card {card}", ("card:{card}",), each(card=map(str, range(1, CARDS + 1)))),
        Span(EXTRA, "extra {answer}", ("extra:{answer}",), each(answer=("yes", "no"))),
    ),
    synonyms=lambda: {f"{kind}{place}": f"{kind} {place}" for kind in TOKEN_LETTERS for place in HEX_NAMES},
)
LONG_WORDS = {
    **{name.split()[-1]: letter for name, letter in zip(TOKEN_NAMES, TOKEN_LETTERS, strict=True)},
    "civil": "",  # "civil servant"
    "turn": "",  # "end turn"
}
_PLACE = re.compile(r"(?:[fmsp] ?|score )([a-q]\d{1,2})")
_CARD = re.compile(r"card (\d+)")


def read(text: str) -> int:
    """Text as an action: `m d7`, `end`, `score b2`, `card 3`, `extra yes`, `extra no`."""
    action = SPELLING.find(text)
    if action is not None:
        return action
    move = " ".join(text.lower().split())
    if parts := _PLACE.fullmatch(move):
        if parts[1] in HEX_BY_NAME:
            raise InvalidMove(sentence("There can be no city or ziggurat on {place}.", place=parts[1]))
        raise InvalidMove(sentence("There is no hexagon {place} on the board.", place=parts[1]))
    if parts := _CARD.fullmatch(move):
        raise InvalidMove(
            sentence(
                "The ziggurat cards are numbered 1 to {cards}; there is no card {card}.",
                cards=CARDS,
                card=shortened(parts[1]),
            )
        )
    raise InvalidMove(
        sentence(
            "'{text}' is not a move; moves look like 'm d7' (f, m, s or p and a hexagon), 'end', 'score b2', "
            "'card 3', 'extra yes' or 'extra no'.",
            text=shortened(text),
        )
    )


def ask(state: Any) -> str:
    """What the actor is asked."""
    seat = int(state["actor"])
    phase = int(state["phase"])
    if phase == Phase.SITE:
        return f"Seat {seat} picks the surrounded site that is scored next."
    if phase == Phase.CARD:
        return f"Seat {seat} has won a ziggurat and takes a card."
    if phase == Phase.EXTRA:
        return f"Seat {seat} may use card 2 and play another turn now."
    if _placed(state) == 0:
        return f"Seat {seat} places the first token of the turn."
    return f"Seat {seat} places another token, or ends the turn if it is finished."


def refuse(state: Any, action: int) -> Sentence:
    """Why an action is not legal now, with the clause of rules.md."""
    if state["phase"] == Phase.PLACE:
        if action < END:
            return _refuse_placement(state, action // HEXES, action % HEXES)
        if action == END:
            return _refuse_end(state)
        return sentence("Place your tokens first, and end the placing before anything else (clause 9).")
    if state["phase"] == Phase.SITE:
        return sentence("Choose the surrounded city or ziggurat to score next (clause 9).")
    if state["phase"] == Phase.CARD:
        if CARD <= action < EXTRA:
            return sentence("Card {card} is not on offer (clause 13).", card=action - CARD + 1)
        return sentence("Seat {actor} must take a ziggurat card now (clause 13).", actor=int(state["actor"]))
    return sentence("Answer 'extra yes' or 'extra no': is card 2 used now? (clause 15)")


def _placed(state: Any) -> int:
    return sum(map(int, state["placed"])) + int(state["placed_in_river"])


def _refuse_end(state: Any) -> Sentence:
    if _placed(state) == 0:
        return sentence("You have not placed anything yet, and you cannot pass (clause 3).")
    if _placed(state) == 1:
        return sentence("One token is not a complete turn; place a second (clause 3).")
    return sentence("A noble and two farmers are not a complete turn; place a third farmer (clause 3).")


def _refuse_placement(state: Any, kind: int, hexagon: int) -> Sentence:
    seat = int(state["actor"])
    token, place = TOKEN_NAMES[kind], HEX_NAMES[hexagon]
    if state["stand"][seat, kind] == 0:
        return sentence("There is no {token} on seat {actor}'s stand (clause 19).", token=token, actor=seat)
    return _refuse_hexagon(state, kind, hexagon) or _refuse_turn(state, token, place)


def _refuse_hexagon(state: Any, kind: int, hexagon: int) -> Sentence | None:
    """Why this kind of token may not go there in any turn."""
    place, seats = HEX_NAMES[hexagon], int(state["seats"])
    if hexagon not in HEXES_IN_PLAY[seats]:
        return sentence("Hexagon {place} is not in play with {seats} players (clause 18).", place=place, seats=seats)
    if hexagon in BLUE_HEXES:
        return sentence("A ziggurat stands on {place} (clause 4).", place=place)
    for other in range(seats):
        if has.function(state["own"][other], hexagon):
            return sentence("Hexagon {place} already holds a token of seat {seat} (clause 4).", place=place, seat=other)
    site = int(SITE_AT[hexagon])
    tile = int(state["tile"][site]) if 0 <= site < GREENS else NO_TILE
    if NO_TILE < tile < CROP:
        return sentence("There is a city on {place} (clause 4).", place=place)
    if tile >= CROP:
        return _refuse_field(state, kind, hexagon)
    return None


def _refuse_field(state: Any, kind: int, hexagon: int) -> Sentence | None:
    seat, place = int(state["actor"]), HEX_NAMES[hexagon]
    if kind != Token.FARMER:
        if state["card"][Card.NOBLES_IN_CROP_FIELDS] == seat:
            return None
        return sentence("Only farmers may enter the crop field on {place}, without card 6 (clause 7).", place=place)
    if not has.function(state["beside"][seat], hexagon):
        return sentence(
            "A farmer may enter the crop field on {place} only next to one of your tokens (clause 7).", place=place
        )
    return None


def _refuse_turn(state: Any, token: str, place: str) -> Sentence:
    """Why this token may not go there in this turn."""
    placed = _placed(state)
    if state["turn"] == 0:
        return sentence("In the first round this turn has exactly one token; end your turn (clause 2).")
    if state["turn"] == 1:
        return sentence("In the first round this turn has exactly two tokens; end your turn (clause 2).")
    if HEX_BY_NAME[place] in RIVER_HEXES:
        return sentence("The river at {place} is only for turns of exactly two tokens (clause 3).", place=place)
    if state["placed_in_river"]:
        return sentence("With a token in the river the turn has exactly two tokens; end your turn (clause 3).")
    return sentence(
        "After {placed} tokens, your turn cannot be completed with a {token} (clause 3).", placed=placed, token=token
    )


NOTATION = Notation(
    write=SPELLING.write, read=read, clicks=SPELLING.clicks, refuse=refuse, ask=ask, long_words=LONG_WORDS
)
