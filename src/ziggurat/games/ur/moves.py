"""Actions of Ur as text, as things to click, and in sentences."""

from __future__ import annotations

import re
from typing import Any

from ziggurat.core.bits import members
from ziggurat.core.errors import InvalidMove
from ziggurat.core.game import Notation
from ziggurat.core.sentence import Sentence, sentence, shortened
from ziggurat.core.spelling import Span, Spelling, Words, each
from ziggurat.games.ur.actions import (
    ATTACK,
    BONUS,
    BUILD,
    CROSS,
    DONE,
    KEEP,
    LIFT,
    PUT,
    SET,
    SETTLE,
    SPARE,
    SWAP,
    USE,
)
from ziggurat.games.ur.board import (
    DIRECTION_NAMES,
    FIELD_BY_NAME,
    FIELD_NAMES,
    FIELDS,
    FULL,
    KIND_NAMES,
    KINDS,
    MARCHES,
    MAX_SPARES,
    NOWHERE,
    PAIR_KINDS,
    PAIR_NAMES,
    SPARES_BY_SEATS,
    ZIGGURATS_A_TURN,
    Kind,
    neighbour,
)
from ziggurat.games.ur.rules import bonus_size
from ziggurat.games.ur.state import Phase

# ----------------------------------------------------------------------------------------------- text and clicks


def _attacks() -> list[Words]:
    """From every field in every direction; what is clicked is the field attacked, or the edge there."""
    attacks: list[Words] = []
    for direction, name in enumerate(DIRECTION_NAMES):
        for field, source in enumerate(FIELD_NAMES):
            target = neighbour(field, direction)
            aim = f"edge:{name}" if target == NOWHERE else f"field:{FIELD_NAMES[target]}"
            attacks.append({"field": source, "direction": name, "aim": aim})
    return attacks


def _by_target() -> dict[str, str]:
    """An attack by the field attacked, instead of the direction."""
    return {
        f"attack {words['field']} {words['aim'].partition(':')[2]}": f"attack {words['field']} {words['direction']}"
        for words in _attacks()
        if words["aim"].startswith("field:")
    }


_FIELD = each(field=FIELD_NAMES)

SPELLING = Spelling(
    (
        Span(PUT, "put {field}", ("field:{field}",), _FIELD),
        Span(BONUS, "bonus {field}", ("bonus", "field:{field}"), _FIELD),
        Span(SETTLE, "return {field}", ("return", "field:{field}"), _FIELD),
        Span(BUILD, "ziggurat {field}", ("ziggurat", "field:{field}"), _FIELD),
        Span(LIFT, "from {field}", ("stones:{field}",), _FIELD),
        Span(SET, "to {field}", ("onto:{field}",), _FIELD),
        Span(ATTACK, "attack {field} {direction}", ("field:{field}", "{aim}"), _attacks()),
        Span(SWAP, "swap {field} {kind}", ("side:{kind}", "field:{field}"), each(kind=KIND_NAMES, field=FIELD_NAMES)),
        Span(SPARE, "swap spare {number}", ("spare:{number}",), each(number=map(str, range(1, MAX_SPARES + 1)))),
        Span(CROSS, "cross {stones}", ("cross:{stones}",), each(stones=map(str, range(1, FULL + 1)))),
        Span(USE, "{kind}", ("action:{kind}",), each(kind=KIND_NAMES)),
        Span(DONE, "done", ("done",)),
        Span(KEEP, "keep", ("keep",)),
    ),
    synonyms=_by_target,
)
_FIELD_NAME = re.compile(r"[a-z]\d")


def read(text: str) -> int:
    """Text as an action: `put c3`, `attack c3 north` (or `attack c3 c2`), `swap c3 war`, `cross 2`, `trade`, `done`."""
    words = text.lower().split()
    for word in words[1:]:
        if _FIELD_NAME.fullmatch(word) and word not in FIELD_BY_NAME:
            raise InvalidMove(sentence("There is no field {field}; fields are a1 to f6.", field=word))
    action = SPELLING.find(text)
    if action is not None:
        return action
    number = words[-1] if words and re.fullmatch(r"\d", words[-1]) else ""
    if number and words[:-1] == ["swap", "spare"]:
        raise InvalidMove(
            sentence("The tiles beside the square are spare 1 and spare 2; there is no spare {number}.", number=number)
        )
    if number and words[:-1] == ["cross"]:
        raise InvalidMove(sentence("From 1 to {most} stones can cross, not {stones}.", most=FULL, stones=number))
    if words[:1] == ["attack"] and len(words) == 3 and words[1] in FIELD_BY_NAME and words[2] in FIELD_BY_NAME:
        raise InvalidMove(sentence("{target} is not beside {field}.", target=words[2], field=words[1]))
    raise InvalidMove(
        sentence(
            "'{text}' is not a move; moves look like 'put c3', 'bonus c3', 'return c3', 'ziggurat c3', 'from c3', "
            "'to c4', 'attack c3 north', 'cross 2', 'swap c3 war', 'swap spare 1', 'trade' (or another action), 'done' "
            "or 'keep'.",
            text=shortened(text),
        )
    )


# ----------------------------------------------------------------------------------------------- questions


def ask(state: Any) -> str:
    """What the actor is asked."""
    seat = f"Seat {int(state['actor'])}"
    phase = Phase(int(state["phase"]))
    if phase == Phase.ACT:
        return f"{seat} {_act_question(state)}"
    if phase == Phase.WAR:
        if state["source"] != NOWHERE:
            return f"{seat} attacks from {FIELD_NAMES[state['source']]}: which field?"
        return f"{seat} attacks from an own field{', or is done' if state['fought'] else ''}."
    if phase == Phase.MOVE:
        return f"{seat} moves a stone from {FIELD_NAMES[state['source']]}: to which field?"
    if phase == Phase.CROSS:
        return f"{seat} has conquered {FIELD_NAMES[state['target']]}: how many stones cross?"
    return f"{seat} {_QUESTIONS[phase]}"


_QUESTIONS = {
    Phase.FIRST_STONE: "puts the first stone on any free field.",
    Phase.MORE_STONES: "puts a stone on an own field or on a free field beside one.",
    Phase.FIRST_SWAP: "may swap the hand tile with a free tile of the square, or keeps it.",
    Phase.AGRICULTURE: "puts stones on agriculture fields, up to two on each.",
    Phase.TRADE: "puts stones on trade fields, one for each side on another player's field or the edge.",
    Phase.CULTURE: "says where the last stones of an owner go.",
    Phase.POLITICS: "moves stones between own fields: from which field?",
    Phase.SWAP: "swaps the hand tile with a free tile of another pair.",
}


def _act_question(state: Any) -> str:
    if state["built"]:
        return "may build a second ziggurat."
    seat = int(state["actor"])
    if not state["used"]:
        if not int(state["own"][seat] | state["ziggurat"][seat]):
            return "has no stone on the board and may return with three on a free field."
        return f"has {PAIR_NAMES[state['hand'][seat]]} in hand: which action?"
    return "may use the other action, put the bonus, or is done."


# ----------------------------------------------------------------------------------------------- refusals


def refuse(state: Any, action: int) -> Sentence:
    """Why an action is not legal now, with the clause of rules.md."""
    phase = Phase(int(state["phase"]))
    if phase == Phase.WAR and state["far"]:
        return _refuse_far(state, action)
    if phase in _EXPECTED and not _belongs(phase, action):
        return _EXPECTED[phase]
    if phase == Phase.ACT:
        return _refuse_act(state, action)
    if phase in (Phase.SWAP, Phase.FIRST_SWAP):
        return _refuse_swap(state, action)
    if phase == Phase.WAR:
        return _refuse_attack(state, action)
    if phase == Phase.CROSS:
        return sentence(
            "Only {stones} stones are left to cross (clause 10).", stones=_stones(state, int(state["source"]))
        )
    return _refuse_field(state, phase, action % FIELDS)


_EXPECTED = {
    Phase.FIRST_STONE: sentence("Put the first stone on a free field (clause 2)."),
    Phase.MORE_STONES: sentence("Put a stone on one of your fields, or on a free field next to one (clause 2)."),
    Phase.FIRST_SWAP: sentence("Swap the hand tile with a free tile of the square, or keep it (clause 2)."),
    Phase.AGRICULTURE: sentence(
        "You are using agriculture: put stones on agriculture fields, or finish with 'done' (clause 6)."
    ),
    Phase.TRADE: sentence("You are using trade: put stones on trade fields, or finish with 'done' (clause 7)."),
    Phase.CULTURE: sentence("Say first on which fields the last stones of an owner go (clause 8)."),
    Phase.POLITICS: sentence(
        "You are using politics: move stones between your fields, or finish with 'done' (clause 9)."
    ),
    Phase.MOVE: sentence("Say first to which field the stone goes (clause 9)."),
    Phase.WAR: sentence("You are at war: attack from one of your fields, or finish with 'done' (clause 10)."),
    Phase.CROSS: sentence("Say first how many stones cross to the conquered field (clause 10)."),
    Phase.SWAP: sentence("The turn ends with the swap of the hand tile (clause 12)."),
}


def _belongs(phase: Phase, action: int) -> bool:
    """Whether this is the kind of action that a phase is about."""
    if phase in (Phase.FIRST_STONE, Phase.MORE_STONES, Phase.CULTURE):
        return action < BONUS
    if phase in (Phase.AGRICULTURE, Phase.TRADE):
        return action < BONUS or action == DONE
    if phase == Phase.POLITICS:
        return LIFT <= action < SET or action == DONE
    if phase == Phase.MOVE:
        return SET <= action < ATTACK
    if phase == Phase.WAR:
        return ATTACK <= action < SWAP or action == DONE
    if phase == Phase.CROSS:
        return CROSS <= action < USE
    return SWAP <= action < CROSS


def _stones(state: Any, field: int) -> int:
    return sum(int(level) >> field & 1 for level in state["level"])


def _owner(state: Any, field: int) -> int | None:
    owners = [seat for seat in range(int(state["seats"])) if field in members([state["own"][seat]])]
    return owners[0] if owners else None


def _has_ziggurat(state: Any, field: int) -> bool:
    return any(field in members([word]) for word in state["ziggurat"])


def _is_free(state: Any, field: int) -> bool:
    return _owner(state, field) is None and not _has_ziggurat(state, field)


def _occupied(state: Any, field: int) -> Sentence:
    """What stands on a field that should be free."""
    name, owner = FIELD_NAMES[field], _owner(state, field)
    if owner is None:
        return sentence("A ziggurat stands on {field}", field=name)
    return sentence("There are stones of seat {seat} on {field}", seat=owner, field=name)


def _refuse_field(state: Any, phase: Phase, field: int) -> Sentence:
    """Why a stone may not be put on, moved from or moved to a field."""
    name, seat = FIELD_NAMES[field], int(state["actor"])
    if phase == Phase.FIRST_STONE:
        return sentence(
            "{occupied}; the first stone goes on a free field (clause 2).", occupied=_occupied(state, field)
        )
    if phase == Phase.CULTURE:
        return sentence(
            "Field {field} gets no stone from this culture action, or is not in question (clause 8).", field=name
        )
    if phase == Phase.MORE_STONES:
        return sentence("Field {field} is neither your field nor a free field next to one (clause 2).", field=name)
    if _owner(state, field) != seat:
        return sentence("Field {field} is not a field of seat {actor} (clause 3).", field=name, actor=seat)
    if phase == Phase.AGRICULTURE:
        if not int(state["shows"][0]) >> field & 1:
            return sentence("Field {field} does not show agriculture (clause 6).", field=name)
        return sentence("Field {field} has its two stones, or is full (clauses 3 and 6).", field=name)
    if phase == Phase.TRADE:
        if not int(state["shows"][1]) >> field & 1:
            return sentence("Field {field} does not show trade (clause 7).", field=name)
        return sentence(
            "Field {field} gets no more stones: it has one for each side that counts, or is full (clauses 3 and 7).",
            field=name,
        )
    if phase == Phase.POLITICS:
        if int(state["took"]) >> field & 1:
            return sentence("Field {field} took a stone in this action, so it gives none (clause 9).", field=name)
        return sentence("No other field can take a stone from {field} (clause 9).", field=name)
    if int(state["gave"]) >> field & 1 or field == state["source"]:
        return sentence("Field {field} gave a stone in this action, so it takes none (clause 9).", field=name)
    return sentence("Field {field} is full: it has five stones (clause 3).", field=name)


def _refuse_act(state: Any, action: int) -> Sentence:
    """Why something may not be done between actions."""
    seat = int(state["actor"])
    if SWAP <= action < CROSS:
        return sentence("Say 'done' before the swap: the acting part of the turn is still open (clause 4).")
    if USE <= action < DONE:
        return _refuse_use(state, action - USE)
    if BONUS <= action < SETTLE:
        return _refuse_bonus(state, action - BONUS)
    if SETTLE <= action < BUILD:
        if int(state["own"][seat] | state["ziggurat"][seat]) or state["used"]:
            return sentence(
                "You may return with three stones only if you have none on the board when your turn begins (clause 13)."
            )
        return sentence("{occupied}; return on a free field (clause 13).", occupied=_occupied(state, action - SETTLE))
    if BUILD <= action < LIFT:
        return _refuse_build(state, action - BUILD)
    if action == KEEP:
        return sentence("The hand tile can be kept only during set-up; a turn ends with the swap (clause 12).")
    return sentence("Choose an action of your hand tile first, or finish with 'done' (clause 4).")


def _refuse_use(state: Any, kind: int) -> Sentence:
    name, seat = KIND_NAMES[kind], int(state["actor"])
    if kind not in PAIR_KINDS[state["hand"][seat]]:
        return sentence(
            "The hand tile of seat {actor} is {tile}, not {action} (clause 4).",
            actor=seat,
            tile=PAIR_NAMES[state["hand"][seat]],
            action=name,
        )
    if state["built"]:
        return sentence("You build ziggurats instead of using actions (clause 11).")
    if int(state["used"]) >> kind & 1:
        return sentence("This turn's {action} has been used (clause 4).", action=name)
    if kind == Kind.WAR:
        return sentence("Seat {actor} has nothing to attack, and a war needs an attack (clause 10).", actor=seat)
    return sentence("Culture would give nobody a stone now, so it cannot be used (clause 8).")


def _refuse_bonus(state: Any, field: int) -> Sentence:
    size, seat = bonus_size.on("interpreted")(state), int(state["actor"])
    if state["built"]:
        return sentence("There is no bonus in a turn that builds ziggurats (clause 5).")
    if size == 0:
        if state["used"]:
            return sentence("There is no bonus for using both actions (clause 5).")
        return sentence("There is no bonus for using no action (clause 5).")
    if state["supply"][seat] == 0:
        return sentence("Seat {actor} has no stone left (clause 3).", actor=seat)
    if _owner(state, field) == seat:
        return sentence("Field {field} is full: it has five stones (clause 3).", field=FIELD_NAMES[field])
    if size == 1:
        return sentence(
            "This bonus is one stone on one of your fields, and {field} is not yours (clause 5).",
            field=FIELD_NAMES[field],
        )
    return sentence(
        "{occupied}; put the bonus on one of your fields or a free field (clause 5).", occupied=_occupied(state, field)
    )


def _refuse_build(state: Any, field: int) -> Sentence:
    name, seat = FIELD_NAMES[field], int(state["actor"])
    if state["used"]:
        return sentence("You build ziggurats instead of using actions, not after them (clause 11).")
    if state["ziggurats_left"] == 0:
        return sentence("All five ziggurats are already built (clause 11).")
    if state["built"] >= ZIGGURATS_A_TURN:
        return sentence("You may build at most two ziggurats per turn (clause 11).")
    if _owner(state, field) != seat:
        return sentence("Field {field} is not a field of seat {actor} (clause 11).", field=name, actor=seat)
    return sentence(
        "A ziggurat takes five stones; {field} has {stones} (clause 11).", field=name, stones=_stones(state, field)
    )


def _refuse_swap(state: Any, action: int) -> Sentence:
    seat = int(state["actor"])
    first = state["phase"] == Phase.FIRST_SWAP
    if action >= SPARE:
        spares = SPARES_BY_SEATS[int(state["seats"])]
        if action - SPARE >= spares:
            return _no_spare(int(state["seats"]), spares)
        if first:
            return sentence("The first swap is with a tile of the square (clause 2).")
        return _same_pair(state, FIELDS + action - SPARE)
    kind, field = divmod(action - SWAP, FIELDS)
    if kind not in PAIR_KINDS[state["hand"][seat]]:
        return sentence(
            "The tile put down is {tile}: it cannot show {action} (clause 12).",
            tile=PAIR_NAMES[state["hand"][seat]],
            action=KIND_NAMES[kind],
        )
    if not _is_free(state, field):
        return sentence("{occupied}; you can swap only for a free tile (clause 12).", occupied=_occupied(state, field))
    return _same_pair(state, field)


def _no_spare(seats: int, spares: int) -> Sentence:
    if spares == 0:
        return sentence("With {seats} seats no tile lies beside the square (clause 1).", seats=seats)
    return sentence("With {seats} seats one tile lies beside the square (clause 1).", seats=seats)


def _same_pair(state: Any, place: int) -> Sentence:
    if place >= FIELDS:
        return sentence("The tile there has the same two actions as the hand tile (clause 12).")
    return sentence("The tile {field} has the same two actions as the hand tile (clause 12).", field=FIELD_NAMES[place])


_NO_ATTACK = sentence("A war needs at least one attack; undo it if you change your mind (clause 10).")


def _refuse_far(state: Any, action: int) -> Sentence:
    """Why something may not be done in a war that reaches any field."""
    seat, source = int(state["actor"]), int(state["source"])
    if source != NOWHERE:
        if SET <= action < ATTACK:
            return _refuse_target(state, source, action - SET)
        return sentence("Say first which field {field} attacks (clause 10).", field=FIELD_NAMES[source])
    if action == DONE:
        return _NO_ATTACK
    if not LIFT <= action < SET:
        return sentence("You are at war: say from which of your fields you attack, or finish with 'done' (clause 10).")
    name = FIELD_NAMES[action - LIFT]
    if _owner(state, action - LIFT) != seat:
        return sentence("Field {field} is not a field of seat {actor} (clause 10).", field=name, actor=seat)
    return sentence("Nothing can be attacked from {field} (clause 10).", field=name)


def _refuse_attack(state: Any, action: int) -> Sentence:
    if action == DONE:
        return _NO_ATTACK
    seat = int(state["actor"])
    direction, field = divmod(action - ATTACK, FIELDS)
    name, target = FIELD_NAMES[field], neighbour(field, direction)
    if _owner(state, field) != seat:
        return sentence("Field {field} is not a field of seat {actor} (clause 10).", field=name, actor=seat)
    if target == NOWHERE:
        return sentence(
            "There is no field {direction} of {field} (clause 10).", direction=DIRECTION_NAMES[direction], field=name
        )
    return _refuse_target(state, field, target)


def _refuse_target(state: Any, field: int, target: int) -> Sentence:
    """Why a field may not attack another one within its reach."""
    seat, name, aim = int(state["actor"]), FIELD_NAMES[field], FIELD_NAMES[target]
    if _owner(state, target) == seat:
        return sentence("Field {field} is seat {actor}'s own (clause 10).", field=aim, actor=seat)
    if _has_ziggurat(state, target):
        return sentence("A ziggurat stands on {field}: it cannot be attacked (clause 11).", field=aim)
    defenders, attackers = _stones(state, target), _stones(state, field)
    same = _shown(state, field) == _shown(state, target)
    needed = defenders + (1 if same else 2)
    if attackers >= needed:
        return sentence(
            "There have been {limit} attacks without loss in this war, which is the limit (clause 10).", limit=MARCHES
        )
    return sentence(
        "An attack on {target} takes {needed} stones; {field} has {stones} (clause 10).",
        target=aim,
        needed=needed,
        field=name,
        stones=attackers,
    )


def _shown(state: Any, field: int) -> int:
    return next(kind for kind in range(KINDS) if int(state["shows"][kind]) >> field & 1)


NOTATION = Notation(write=SPELLING.write, read=read, clicks=SPELLING.clicks, refuse=refuse, ask=ask)
