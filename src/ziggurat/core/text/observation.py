"""What a seat may know, as short ASCII text from its own point of view: what a language model is shown.

Made from the seat's view and events, which come from its redacted record, so nothing hidden can be in it. No drawing:
places and what lies beside them are lists.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from ziggurat.core import events
from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game, write_option
from ziggurat.core.sentence import quoted
from ziggurat.core.text import clauses, grouping

if TYPE_CHECKING:
    from ziggurat.core.match import Match

VERSION = 2  # of the texts: results with different versions cannot be compared
MOVES = ("grouped", "none", "all")  # how legal moves are listed
HISTORY = ("news", "none", "full")  # what is told of the past: since the seat's last decision; nothing; everything
Name = Callable[[int], str]  # a seat as its reader calls it: "you", "seat 2"

_ASCII = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "×": "x"})
# What seats do, in events and questions: "Seat 2 places" is "You place" for seat 2.
_VERBS = {"has": "have", "is": "are", "passes": "pass"} | {
    f"{verb}s": verb
    for verb in (
        *("act", "attack", "build", "choose", "come", "cross", "deploy", "discard", "draw", "end", "exchange", "gain"),
        *("give", "irrigate", "keep", "lead", "leave", "lose", "move", "pay", "pick", "place", "plant", "play", "put"),
        *("recruit", "say", "score", "sell", "send", "skip", "steal", "swap", "take", "use", "win", "work"),
    )
}
_MODALS = ("may", "must", "cannot")
_ARTICLES = re.compile(r"\b(?:a|an|the) (?=[A-Za-z])")
_RANGES = re.compile(r" [a-z]\d+-\d+\b")
_SUBJECT = re.compile(r"(You|Seat \d) ")
_AFTER = re.compile(rf"(^|, |, or | or | and )({'|'.join(_VERBS)})\b")


def name(moves: str = MOVES[0], history: str = HISTORY[0]) -> str:
    """The settings of a text as a part of a result's name.

    >>> name("none", "full")
    'text2-none-full'
    """
    return f"text{VERSION}-{moves}-{history}"


def check(setting: str, value: str, values: tuple[str, ...]) -> None:
    """Refuse a setting that there is not."""
    if value not in values:
        known = ", ".join(repr(one) for one in values)
        raise BadOption(f"`{setting}` is one of {known}, not {quoted(value)}.")


def observe(match: Match, seat: int, moves: str = MOVES[0], history: str = HISTORY[0]) -> str:
    """What a seat (-1: a spectator) knows of a match and is asked."""
    check("moves", moves, MOVES)
    check("history", history, HISTORY)
    view = match.view(seat)
    call = caller(seat)
    unusual = [option for option in match.game.options if match.options[option.name] != option.default]
    options = "".join(f", {option.name} {write_option(match.options[option.name])}" for option in unusual)
    who = "You watch" if seat < 0 else f"You are seat {seat}"
    lines = [f"{match.game.title}, {match.seats} seats{options}. {who}."]
    lines += plain(match.game, view, call, whole=moves == "none" or bool(unusual))
    if history == "full":
        lines += _told(match.game, "So far:", match.events(seat), seat)
    elif history == "news":
        lines += _told(match.game, "Since your last decision:", match.news(seat), seat)
    if view.over:
        winners = " and ".join(map(call, match.winners))
        lines.append(f"The game is over ({view.ending}). Won by {winners}.")
    elif view.actor != seat:
        lines.append(f"{second_person(view.question, seat)} It is not your decision.")
    else:
        lines.append(second_person(view.question, seat))
        lines += _asked(match, moves)
    return "\n".join(lines).translate(_ASCII).encode("ascii", "replace").decode() + "\n"


def plain(game: Game, view: Any, call: Name, *, whole: bool = True) -> list[str]:
    """The table as lines; of a game that has no words for it, its view as JSON.

    `whole`: with what the rules say of the board and legal moves show.
    """
    if game.plain is not None:
        return game.plain(view, call, whole)
    table = msgspec.to_builtins(view)
    for known in ("choices", "question", "seat", "seats"):
        table.pop(known, None)
    return [json.dumps(table, separators=(",", ":"))]


def caller(reader: int) -> Name:
    """How seats are called for a reader."""
    return lambda seat: "you" if seat == reader >= 0 else "nobody" if seat < 0 else f"seat {seat}"


def second_person(sentence: str, reader: int) -> str:
    """A sentence about seats, said to one of them.

    >>> second_person("Seat 1 passes, recruits somebody or moves the caravan.", 1)
    'You pass, recruit somebody or move the caravan.'
    >>> second_person("Seat 1 passes.", 0), second_person("no court card is left for seat 1", 1)
    ('Seat 1 passes.', 'no court card is left for you')
    """
    if reader < 0:
        return sentence
    start = f"Seat {reader} "
    if sentence.startswith(start):
        rest = sentence.removeprefix(start)
        first = rest.split()[0].rstrip(".,:")
        if first in _VERBS or first in _MODALS:
            rest = _AFTER.sub(lambda found: found[1] + _VERBS[found[2]], rest)
            sentence = f"You {rest.replace(' their ', ' your ')}"
        else:
            sentence = f"Seat {reader} (you) {rest}"
    sentence = re.sub(rf"\bseat {reader}'s\b", "your", sentence)
    sentence = re.sub(rf"\bseat {reader} has\b", "you have", sentence)
    return re.sub(rf"\bseat {reader}\b(?! \(you\))", "you", sentence)


def _told(game: Game, heading: str, happened: Iterable[events.Event], seat: int) -> list[str]:
    """What happened: a line for what one seat does without a break, `(x2)` for what happens twice."""
    lines: list[str] = []
    before, subject, times = "", "", 1
    for event in happened:
        told = _ARTICLES.sub("", second_person(events.in_brief(event, game.event_forms), seat))
        if told == before:
            times += 1
            lines[-1] = f"{lines[-1].removesuffix(f' (x{times - 1})')} (x{times})"
            continue
        before, times = told, 1
        found = _SUBJECT.match(told)
        if found and found[0] == subject:
            lines[-1] += f", {told.removeprefix(subject)}"
        else:
            lines.append(told)
        subject = found[0] if found else ""
    return [heading, *lines] if lines else []


def _asked(match: Match, moves: str) -> list[str]:
    if moves == "none":
        return [clauses.examples(match.game), 'Answer {"move": "..."} or {"moves": ["...", "..."]}.']
    listed = match.moves(grouped=moves == "grouped")
    first = next((line for line in listed if ": " in line), listed[0])
    example = json.dumps({"moves": grouping.ungrouped([first])[:1]})
    either, several = any(grouping.OR in line for line in listed), any(_RANGES.search(line) for line in listed)
    notes = ["a|b: c is a c, b c"] if either else []
    notes += ["d7-9 is d7 d8 d9"] if several else []
    note = f" ({'; '.join(notes)})" if notes else ""
    return [f"Legal moves{note}:", *listed, f"Answer like {example}."]
