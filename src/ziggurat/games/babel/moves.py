"""Actions of Babel as text, as things to click, and in sentences."""

from __future__ import annotations

from typing import Any

from ziggurat.core.errors import InvalidMove
from ziggurat.core.game import Notation
from ziggurat.core.sentence import Sentence, sentence, shortened
from ziggurat.games.babel.actions import (
    ACTIONS,
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
    SKIP,
    STACKS,
    STEAL,
    THEIR,
    migration,
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
NEGLECT = sentence("After that the own level-1 card could not be built in this turn any more (clause 2).")


def _run(nation: int, run: int) -> str:
    """A run of a nation: `S` is the first in the row, `S2` the second."""
    return NATION_LETTERS[nation] + (str(run + 1) if run else "")


def _spell() -> list[tuple[str, tuple[str, ...]]]:
    """Every action's text, and the things to click for it."""
    letters = NATION_LETTERS
    spelled: dict[int, tuple[str, tuple[str, ...]]] = {END: ("end", ("end",))}
    for nation, letter in enumerate(letters):
        spelled[nation] = (f"pawn {letter}", ("pawn", f"site:{letter}"))
        spelled[DEPLOY + nation] = (f"deploy {letter}", (f"hand:{letter}",))
        spelled[DISCARD + nation] = (f"discard {letter}", (f"discard:{letter}",))
        for run in range(RUNS):
            name = _run(nation, run)
            spelled[HALF + RUNS * nation + run] = (f"half {name}", (f"run:{name}", "half"))
    for source, name in enumerate(SOURCES):
        spelled[BUILD + source] = (f"build {name}", ("first" if source == FIRST else f"stack:{name}",))
    for source in range(SITES):
        for target in range(SITES):
            if source != target:
                clicks = (f"row:{letters[source]}", f"row:{letters[target]}")
                spelled[migration(source, target)] = (f"migrate {letters[source]} {letters[target]}", clicks)
    for run in range(RUNS):
        for first, nation in ((DESTROY, Nation.ASSYRIANS), (STEAL, Nation.HITTITES), (CHANGE_CAMPS, Nation.SUMERIANS)):
            spelled[first + run] = (f"use {_run(nation, run)}", (f"run:{_run(nation, run)}", "use"))
        medes, persians = _run(Nation.MEDES, run), _run(Nation.PERSIANS, run)
        for named, letter in enumerate(letters):
            spelled[DESERTION + NATIONS * run + named] = (f"use {medes} {letter}", (f"run:{medes}", f"name:{letter}"))
        for stack in range(STACKS):
            clicks = (f"run:{persians}", f"stack:{SOURCES[stack]}")
            spelled[SKIP + STACKS * run + stack] = (f"use {persians} {SOURCES[stack]}", clicks)
    return [spelled[action] for action in range(ACTIONS)]


_SPELLED = _spell()
_BY_TEXT = {text.lower(): action for action, (text, _) in enumerate(_SPELLED)}


def write(action: int) -> str:
    """An action as text: `pawn H`, `deploy S`, `build own`, `migrate H S`, `use M P`, `half S2`, `discard A`, `end`."""
    return _SPELLED[action][0]


def read(text: str) -> int:
    """Text as an action; capitals and extra spaces do not matter, and nations may be written out."""
    words = [_abbreviated(word) for word in text.lower().split()]
    move = " ".join(words)
    if move in _BY_TEXT:
        return _BY_TEXT[move]
    if words[:1] == ["use"] and len(words) == 2 and words[1][0] in "mp":
        if words[1][0] == "m":
            raise InvalidMove(sentence("'{text}' lacks something; name a nation: 'use M S'.", text=shortened(text)))
        raise InvalidMove(
            sentence("'{text}' lacks something; name a stack: 'use P own' or 'use P their'.", text=shortened(text))
        )
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


def clicks(action: int) -> tuple[str, ...]:
    """The things to click, in order; the page gives each of them that name."""
    return _SPELLED[action][1]


def ask(state: Any) -> str:
    """What the actor is asked."""
    seat = int(state["actor"])
    if state["to_discard"]:
        count = int(state["to_discard"])
        return f"Seat {seat} must discard {count} more {'card' if count == 1 else 'cards'} from the hand."
    if state["first_card"][seat]:
        return f"Seat {seat} plays the first turn, and must build the own level-1 card before ending it."
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
        return sentence("Cards are only discarded like this when half of the hand must go (clause 16).")
    if action == END:
        return sentence("The first turn cannot end before the own level-1 card is built (clause 2).")
    return _refuse_action(state, seat, action) or NEGLECT


def _no_card(seat: int, nation: int) -> Sentence:
    return sentence("Seat {actor} has no {nation} in hand (clause 19).", actor=seat, nation=NATION_NAMES[nation])


def _refuse_action(state: Any, seat: int, action: int) -> Sentence | None:
    """Why an action may not be played, the duty of the first turn aside."""
    site = int(state["pawn"][seat])
    if action < DEPLOY:
        if action == site:
            return sentence("The pawn already stands at the {nation}' site (clause 7).", nation=NATION_NAMES[site])
        return None if state["hand"][seat, action] else _no_card(seat, action)
    if MIGRATE <= action < HALF:
        return _refuse_migration(state, seat, action)
    if site == QUARRY:
        return sentence("The pawn is still at the quarry; move it to a construction site first (clause 7).")
    if action < BUILD:
        return None if state["hand"][seat, action - DEPLOY] else _no_card(seat, action - DEPLOY)
    if action < END:
        return _refuse_building(state, seat, site, action - BUILD, steps=1)
    return _refuse_ability(state, seat, site, action)


def _refuse_migration(state: Any, seat: int, action: int) -> Sentence | None:
    source = (action - MIGRATE) // (SITES - 1)
    if state["migrated"]:
        return sentence("Only one migration is allowed in a turn (clause 9).")
    if state["length"][seat, source] < MIGRANTS:
        return sentence("There are not three own cards at the {nation}' site (clause 9).", nation=NATION_NAMES[source])
    return None


def _refuse_building(state: Any, seat: int, site: int, source: int, steps: int) -> Sentence | None:
    """Building, one level up or, with Persians, two."""
    value = int(VALUE[state["temple"][seat, site]])
    if source == FIRST:
        if not state["first_card"][seat]:
            return sentence("The own level-1 card has been built already (clause 2).")
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
            "Level {level} needs {level} own nation cards at the site, not {cards} (clause 6).",
            level=level,
            cards=int(state["length"][seat, site]),
        )
    return None


def _wrong_level(level: int, value: int, steps: int) -> Sentence:
    if steps == 1:
        return sentence(
            "Level {level} is not the next level: the own temple here has value {value} (clause 6).",
            level=level,
            value=value,
        )
    return sentence(
        "Level {level} is not two levels up: the own temple here has value {value} (clause 14).",
        level=level,
        value=value,
    )


def _refuse_ability(state: Any, seat: int, site: int, action: int) -> Sentence | None:
    nation, run = _nation_and_run(action)
    starts = int(run_starts.on("interpreted")(state["row"][seat, site, nation]))
    if run >= starts.bit_count():
        return _no_run(NATION_NAMES[nation], run)
    if action < DESTROY:
        return sentence("Half of a hand is only lost by a hand of two or more cards (clause 16).")
    return _refuse_effect(state, seat, site, action)


def _no_run(nation: str, run: int) -> Sentence:
    if run == 0:
        return sentence("There is no run of three or more {nation} in the own row here (clause 10).", nation=nation)
    return sentence(
        "There is no {number} run of three or more {nation} in the own row here (clause 10).",
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
        return sentence("There is no temple of the other player here to destroy (clause 11).")
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
        return sentence("There is no temple of the other player here to steal from (clause 12).")
    if theirs <= own:
        return sentence(
            "Level {level} is not higher than the own temple here, of value {value} (clause 12).",
            level=theirs,
            value=own,
        )
    if state["length"][seat, site] < theirs:
        return sentence("Stealing level {level} needs {level} own nation cards at the site (clause 12).", level=theirs)
    return None


NOTATION = Notation(write=write, read=read, clicks=clicks, refuse=refuse, ask=ask)
