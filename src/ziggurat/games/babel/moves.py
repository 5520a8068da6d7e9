"""Actions of Babel as text, as things to click, and in sentences."""

from __future__ import annotations

from typing import Any

from ziggurat.core.errors import InvalidMove
from ziggurat.core.game import Notation
from ziggurat.core.sentence import Sentence, sentence, shortened
from ziggurat.core.spelling import Span, Spelling, each
from ziggurat.games.babel.actions import (
    BUILD,
    CHANGE_CAMPS,
    DEPLOY,
    DESERTION,
    DESTROY,
    DISCARD,
    END,
    FIRST,
    HALF,
    MIGRATE,
    MOVE,
    SKIP,
    STACKS,
    STEAL,
    THEIR,
)
from ziggurat.games.babel.cards import (
    FIRST_LEVEL,
    MIGRANTS,
    NATION_LETTERS,
    NATION_NAMES,
    NATIONS,
    QUARRY,
    RUNS,
    SITES,
    VALUE,
    Nation,
)
from ziggurat.games.babel.rules import run_starts

SOURCES = ("own", "their", "first")
QUARRY_NAME = "quarry"
LONG_WORDS = {"turn": ""}  # "end turn"
NEGLECT = sentence("After that you could not build your level-1 card this turn (clause 2).")


def _run(nation: int, run: int) -> str:
    """A run of a nation: `S` is the first in the row, `S2` the second."""
    return NATION_LETTERS[nation] + (str(run + 1) if run else "")


def _runs(*nations: int) -> list[str]:
    return [_run(nation, run) for nation in nations for run in range(RUNS)]


_NATION = each(nation=NATION_LETTERS)
_ROWS = [words for words in each(row=NATION_LETTERS, second_row=NATION_LETTERS) if words["row"] != words["second_row"]]

SPELLING = Spelling(
    (
        Span(MOVE, "pawn {site}", ("pawn", "site:{site}"), each(site=NATION_LETTERS)),
        Span(DEPLOY, "deploy {nation}", ("hand:{nation}",), _NATION),
        Span(BUILD, "build {stack}", ("stack:{stack}",), each(stack=SOURCES[:FIRST])),
        Span(BUILD + FIRST, "build first", ("first",)),
        Span(END, "end", ("end",)),
        Span(DISCARD, "discard {nation}", ("discard:{nation}",), _NATION),
        Span(MIGRATE, "migrate {row} {second_row}", ("row:{row}", "row:{second_row}"), _ROWS),
        Span(HALF, "half {run}", ("run:{run}", "half"), each(run=_runs(*range(NATIONS)))),
        Span(DESTROY, "use {run}", ("run:{run}", "use"), each(run=_runs(Nation.ASSYRIANS))),
        Span(STEAL, "use {run}", ("run:{run}", "use"), each(run=_runs(Nation.HITTITES))),
        Span(
            DESERTION,
            "use {run} {nation}",
            ("run:{run}", "name:{nation}"),
            each(run=_runs(Nation.MEDES), nation=NATION_LETTERS),
        ),
        Span(
            SKIP,
            "use {run} {stack}",
            ("run:{run}", "stack:{stack}"),
            each(run=_runs(Nation.PERSIANS), stack=SOURCES[:STACKS]),
        ),
        Span(CHANGE_CAMPS, "use {run}", ("run:{run}", "use"), each(run=_runs(Nation.SUMERIANS))),
    )
)


def read(text: str) -> int:
    """Text as an action: `pawn H`, `deploy S`, `build own`, `migrate H S`, `use M P`, `half S2`, `discard A`, `end`.

    Nations may be written out.
    """
    words = [_abbreviated(word) for word in text.lower().split()]
    action = SPELLING.find(" ".join(words))
    if action is not None:
        return action
    raise InvalidMove(
        sentence(
            "'{text}' is not a move; moves look like 'pawn H', 'deploy S', 'build own' (or their, first), "
            "'migrate H S', 'use A', 'use M S', 'use P own', 'half S' (a second run of the row is 'S2'), 'discard A' "
            "or 'end'.",
            text=shortened(text),
        )
    )


def _abbreviated(word: str) -> str:
    for name, letter in zip(NATION_NAMES, NATION_LETTERS, strict=True):
        if len(word) > 1 and name.lower().startswith(word.rstrip("1234")) and word.rstrip("1234"):
            return letter.lower() + word[len(word.rstrip("1234")) :]
    return word


def ask(state: Any) -> str:
    """What the actor is asked."""
    seat = int(state["actor"])
    if state["to_discard"]:
        count = int(state["to_discard"])
        return f"Seat {seat} must discard {count} more {'card' if count == 1 else 'cards'} from the hand."
    if state["first_card"][seat]:
        return f"Seat {seat} plays the first turn, and must build their level-1 card before ending it."
    return f"Seat {seat} acts, or ends the turn."


# ------------------------------------------------------------------------------------------------------- refusals


def refuse(state: Any, action: int) -> Sentence:
    """Why an action is not legal now, with the clause of rules.md."""
    seat = int(state["actor"])
    if state["to_discard"]:
        if DISCARD <= action < MIGRATE:
            return _no_card(seat, action - DISCARD)
        return sentence("Seat {actor} must first discard half of the hand (clause 16).", actor=seat)
    if DISCARD <= action < MIGRATE:
        return sentence("You can discard like this only when you must give up half of your hand (clause 16).")
    if action == END:
        return sentence("Your first turn cannot end before you build your level-1 card (clause 2).")
    return _refuse_action(state, seat, action) or NEGLECT


def _no_card(seat: int, nation: int) -> Sentence:
    return sentence("Seat {actor} has no {nation} in hand (clause 19).", actor=seat, nation=NATION_NAMES[nation])


def _refuse_action(state: Any, seat: int, action: int) -> Sentence | None:
    """Why an action may not be played, the duty of the first turn aside."""
    site = int(state["pawn"][seat])
    if action < DEPLOY:
        if action == site:
            return sentence("Your pawn is already at the {nation}' site (clause 7).", nation=NATION_NAMES[site])
        return None if state["hand"][seat, action] else _no_card(seat, action)
    if MIGRATE <= action < HALF:
        return _refuse_migration(state, seat, action)
    if site == QUARRY:
        return sentence("Your pawn is still at the quarry; move it to a construction site first (clause 7).")
    if action < BUILD:
        return None if state["hand"][seat, action - DEPLOY] else _no_card(seat, action - DEPLOY)
    if action < END:
        return _refuse_building(state, seat, site, action - BUILD, steps=1)
    return _refuse_ability(state, seat, site, action)


def _refuse_migration(state: Any, seat: int, action: int) -> Sentence | None:
    source = (action - MIGRATE) // (SITES - 1)
    if state["migrated"]:
        return sentence("You may migrate only once per turn (clause 9).")
    if state["length"][seat, source] < MIGRANTS:
        return sentence(
            "You have fewer than three cards at the {nation}' site (clause 9).", nation=NATION_NAMES[source]
        )
    return None


def _refuse_building(state: Any, seat: int, site: int, source: int, steps: int) -> Sentence | None:
    """Building, one level up or, with Persians, two."""
    value = int(VALUE[state["temple"][seat, site]])
    if source == FIRST:
        if not state["first_card"][seat]:
            return sentence("You have already built your level-1 card (clause 2).")
        level = FIRST_LEVEL
    else:
        owner = 1 - seat if source == THEIR else seat
        size = int(state["stack_size"][owner])
        if size == 0:
            return sentence("There is no temple card on seat {seat}'s stack (clause 4).", seat=owner)
        level = int(state["stack"][owner, size - 1])
    if level != value + steps:
        return _wrong_level(level, value, steps)
    if state["length"][seat, site] < level:
        return sentence(
            "Level {level} needs {level} of your nation cards at the site, not {cards} (clause 6).",
            level=level,
            cards=int(state["length"][seat, site]),
        )
    return None


def _wrong_level(level: int, value: int, steps: int) -> Sentence:
    if steps == 1:
        return sentence(
            "Level {level} is not the next level: your temple here has value {value} (clause 6).",
            level=level,
            value=value,
        )
    return sentence(
        "Level {level} is not two levels up: your temple here has value {value} (clause 14).",
        level=level,
        value=value,
    )


def _refuse_ability(state: Any, seat: int, site: int, action: int) -> Sentence | None:
    nation, run = _nation_and_run(action)
    starts = int(run_starts.on("interpreted")(state["row"][seat, site, nation]))
    if run >= starts.bit_count():
        return _no_run(NATION_NAMES[nation], run)
    if action < DESTROY:
        return sentence("Only a hand of two or more cards can be halved (clause 16).")
    return _refuse_effect(state, seat, site, action)


def _no_run(nation: str, run: int) -> Sentence:
    if run == 0:
        return sentence("You have no run of three or more {nation} in your row here (clause 10).", nation=nation)
    return sentence(
        "You have no {number} run of three or more {nation} in your row here (clause 10).",
        number=("second", "third", "fourth")[run - 1],
        nation=nation,
    )


def _nation_and_run(action: int) -> tuple[int, int]:
    """The nation whose run an action uses, and which of its runs."""
    if action < DESTROY:
        return (action - HALF) // RUNS, (action - HALF) % RUNS
    if action < STEAL:
        return Nation.ASSYRIANS, action - DESTROY
    if action < DESERTION:
        return Nation.HITTITES, action - STEAL
    if action < SKIP:
        return Nation.MEDES, (action - DESERTION) // NATIONS
    if action < CHANGE_CAMPS:
        return Nation.PERSIANS, (action - SKIP) // STACKS
    return Nation.SUMERIANS, action - CHANGE_CAMPS


def _refuse_effect(state: Any, seat: int, site: int, action: int) -> Sentence | None:
    """Why a run that is there cannot be used like this."""
    other = 1 - seat
    if action < STEAL:
        return sentence("Your opponent has no temple here to destroy (clause 11).")
    if action < DESERTION:
        return _refuse_theft(state, seat, site)
    if action < SKIP:
        named = NATION_NAMES[(action - DESERTION) % NATIONS]
        return sentence("Seat {seat} has no {nation} in the row here (clause 13).", seat=other, nation=named)
    if action < CHANGE_CAMPS:
        return _refuse_building(state, seat, site, (action - SKIP) % STACKS, steps=2)
    return sentence("Seat {seat} has no nation cards here (clause 15).", seat=other)


def _refuse_theft(state: Any, seat: int, site: int) -> Sentence | None:
    theirs, own = (int(VALUE[state["temple"][owner, site]]) for owner in (1 - seat, seat))
    if theirs == 0:
        return sentence("Your opponent has no temple here to steal from (clause 12).")
    if theirs <= own:
        return sentence(
            "Level {level} is not higher than your temple here, which has value {value} (clause 12).",
            level=theirs,
            value=own,
        )
    if state["length"][seat, site] < theirs:
        return sentence(
            "Stealing level {level} needs {level} of your nation cards at the site (clause 12).", level=theirs
        )
    return None


NOTATION = Notation(
    write=SPELLING.write, read=read, clicks=SPELLING.clicks, refuse=refuse, ask=ask, long_words=LONG_WORDS
)
