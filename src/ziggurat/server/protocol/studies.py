"""HTTP: the analysis board, and the studies kept from it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body, Number, PlaceName, Problem
from ziggurat.server.protocol.shared import GameEvent

Seed = Annotated[str, Meta(pattern=r"^[0-9]{1,20}$")]  # 64 bits, which no number of JavaScript's holds
MarkText = Annotated[str, Meta(max_length=81, pattern=r"^[^\s>]+(>[^\s>]+)?$")]  # a place, or an arrow between two
SeatNumber = Annotated[int, Meta(ge=-1, le=7)]


class StudyStart(Body, frozen=True):
    """Where a study begins: a position, or a new match. Without a seed one is drawn."""

    game: Annotated[str, Meta(max_length=40)]
    rules: Annotated[int, Meta(ge=1, le=1000)] | None = None  # none: the latest
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None  # none: as many as the game has at most
    options: dict[str, bool | str] = {}
    seed: Seed | None = None
    position: dict[str, Any] | None = None  # as `Match.position` writes it; then nothing else counts but the game


class DrawnTruth(Body, frozen=True):
    """Another possible truth: what a seat (-1: a spectator) does not know is drawn anew, by a seed."""

    seat: SeatNumber
    seed: Seed


class StudyEntry(Body, frozen=True):
    """A position of a study, and what led there from the one before. The first is where it begins, and has no step."""

    parent: Annotated[int, Meta(ge=-1, le=100_000)]  # its number in the list, where parents come before children
    step: Number | DrawnTruth | None = None
    comment: Annotated[str, Meta(max_length=4000)] = ""
    marks: Annotated[list[MarkText], Meta(max_length=64)] = []


class StudyTree(Body, frozen=True):
    """A study: where it begins, and every position somebody has tried, in the order of `StudyEntry.parent`."""

    start: StudyStart
    entries: Annotated[list[StudyEntry], Meta(min_length=1, max_length=6000)]


class StudyText(Body, frozen=True):
    """A log, with or without variations, or a position as JSON."""

    text: Annotated[str, Meta(max_length=200_000)]


class StudyMove(Answer, frozen=True):
    """What led to a position of a study, for people: whose decision it was, as text and as what is clicked."""

    seat: int
    text: str
    clicks: list[str]


class Studied(Answer, frozen=True):
    """A study as it was opened, and what its steps are called, one for each entry."""

    start: StudyStart
    entries: list[StudyEntry]
    moves: list[StudyMove]
    seats: int
    options: dict[str, bool | str]
    id: str = ""  # of a stored one, which is also the link to it
    yours: bool = False  # whether this reader may change it


class StudyPath(Body, frozen=True):
    """A position of a study, by all the steps that lead there, and through whose eyes it is seen."""

    start: StudyStart
    path: Annotated[list[Number | DrawnTruth], Meta(max_length=6000)]
    eyes: Annotated[str, Meta(pattern=r"^(open|actor|[0-7])$")] = "actor"  # `open`: everything visible
    why: PlaceName = ""  # a thing that is in none of the choices


class StudyMoment(Answer, frozen=True):
    """A position of a study."""

    seat: int  # through whose eyes it is seen; -1: nobody's
    actor: int  # -1: it is over
    scores: list[int]
    view: Any  # with the choices of whoever decides, if it is seen through their eyes or with everything visible
    gains: dict[str, list[int]]  # as in `Previewed`
    final: list[int]  # the actions by which something random or hidden comes to light
    events: list[GameEvent]  # what its last step did
    move: StudyMove | None  # that step
    position: dict[str, Any]  # the whole truth
    why: Problem | None = None


class PutPiece(Body, frozen=True):
    """A position that is being set up, and a piece of a seat to be put at a place; without a place it is only read."""

    game: Annotated[str, Meta(max_length=40)]
    position: dict[str, Any]
    seat: Annotated[int, Meta(ge=0, le=7)] = 0
    place: PlaceName = ""
    piece: Annotated[str, Meta(max_length=40)] = ""


class SetUp(Answer, frozen=True):
    """A position that can be, and what can be put where; `nothing` can be put everywhere."""

    position: dict[str, Any]
    view: Any  # with everything visible, through the eyes of the seat whose pieces are put
    scores: list[int]
    pieces: list[str]
    places: list[str]


class LinesWanted(Body, frozen=True):
    """Search for lines from a position: so many, with so many iterations, by what its actor knows or openly."""

    start: StudyStart
    path: Annotated[list[Number | DrawnTruth], Meta(max_length=6000)]
    open: bool = False
    iterations: Annotated[int, Meta(ge=16, le=65_536)] = 1024
    most: Annotated[int, Meta(ge=1, le=8)] = 3


class EngineLine(Answer, frozen=True):
    """One way on: how much of the search went into it, what each seat can expect, and its decisions."""

    visits: float
    expected: list[float]
    actions: list[int]
    moves: list[StudyMove]  # decisions without a choice are left out


class EngineLines(Answer, frozen=True):
    """What a search has found, most visited first; results are as in `Hinted`."""

    expected: list[float]
    lines: list[EngineLine]
    iterations: int
    depth: int  # decisions from here to the furthest position it has looked at


class StudyCard(Answer, frozen=True):
    """A stored study, for a list."""

    id: str
    game: str
    title: str  # the first line of what is said at its beginning
    changed: int


class StudyLog(Answer, frozen=True):
    """A study as text."""

    text: str
