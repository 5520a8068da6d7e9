"""HTTP: the analysis board and stored studies."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ziggurat.reviewing.report import Reason
from ziggurat.server.protocol.kinds import Answer, Body, Number, PlaceName, Problem
from ziggurat.server.protocol.shared import GameEvent

Seed = Annotated[str, Meta(pattern=r"^[0-9]{1,20}$")]  # 64 bits, more than a JavaScript number holds
MarkText = Annotated[str, Meta(max_length=81, pattern=r"^[^\s>]+(>[^\s>]+)?$")]  # a place, or an arrow between two
SeatNumber = Annotated[int, Meta(ge=-1, le=7)]


class StudyStart(Body, frozen=True):
    """The start of a study: a position, or a new match."""

    game: Annotated[str, Meta(max_length=40)]
    rules: Annotated[int, Meta(ge=1, le=1000)] | None = None  # None: the latest
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None  # None: the game's maximum
    options: dict[str, bool | str] = {}
    seed: Seed | None = None  # None: random
    position: dict[str, Any] | None = None  # as from `Match.position`; then only the game counts besides


class DrawnTruth(Body, frozen=True):
    """Redraw what a seat (-1: a spectator) does not know, by a seed."""

    seat: SeatNumber
    seed: Seed


class StudyEntry(Body, frozen=True):
    """A position of a study, and the step that led to it. The first one is the start, and has no step."""

    parent: Annotated[int, Meta(ge=-1, le=100_000)]  # its index in the list; parents come before children
    step: Number | DrawnTruth | None = None
    comment: Annotated[str, Meta(max_length=4000)] = ""
    marks: Annotated[list[MarkText], Meta(max_length=64)] = []


class StudyTree(Body, frozen=True):
    """A study: its start, and all its positions."""

    start: StudyStart
    entries: Annotated[list[StudyEntry], Meta(min_length=1, max_length=6000)]


class StudyText(Body, frozen=True):
    """A log, with or without variations, or a position as JSON."""

    text: Annotated[str, Meta(max_length=200_000)]


class StudyMove(Answer, frozen=True):
    """The step to a position of a study in readable form: the seat, the move as text, and the clicks."""

    seat: int
    text: str
    clicks: list[str]


class StudyContents(Answer, frozen=True):
    """An opened study, with the readable form of each entry's step."""

    start: StudyStart
    entries: list[StudyEntry]
    moves: list[StudyMove]
    seats: int
    options: dict[str, bool | str]
    id: str = ""  # of a stored study; also its link
    yours: bool = False  # whether you may change it


class StudyPath(Body, frozen=True):
    """A position of a study, given by all steps that lead to it, and from whose point of view to show it."""

    start: StudyStart
    path: Annotated[list[Number | DrawnTruth], Meta(max_length=6000)]
    eyes: Annotated[str, Meta(pattern=r"^(open|actor|[0-7])$")] = "actor"  # `open`: everything visible
    why: PlaceName = ""  # a piece or place that is in none of the choices


class StudyMoment(Answer, frozen=True):
    """A position of a study."""

    seat: int  # whose point of view it is; -1: nobody's
    actor: int  # -1: the match is over
    scores: list[int]
    view: Any  # with the choices of whoever decides, if shown from their point of view or with everything visible
    gains: dict[str, list[int]]  # as in `Previewed`
    final: list[int]  # the actions that reveal something random or hidden
    events: list[GameEvent]  # of the last step
    move: StudyMove | None  # the last step
    position: dict[str, Any]  # complete, with all secrets
    why: Problem | None = None


class PutPiece(Body, frozen=True):
    """A position that is being set up, and a piece to put at a place. Without a place it is only checked."""

    game: Annotated[str, Meta(max_length=40)]
    position: dict[str, Any]
    seat: Annotated[int, Meta(ge=0, le=7)] = 0
    place: PlaceName = ""
    piece: Annotated[str, Meta(max_length=40)] = ""


class SetUp(Answer, frozen=True):
    """A valid position, and the pieces and places for setting it up; `nothing` can be put everywhere."""

    position: dict[str, Any]
    view: Any  # with everything visible, from the point of view of the seat whose pieces are put
    scores: list[int]
    pieces: list[str]
    places: list[str]


class EngineRequest(Body, frozen=True):
    """A request to search for the best lines from a position."""

    start: StudyStart
    path: Annotated[list[Number | DrawnTruth], Meta(max_length=6000)]
    open: bool = False  # whether to search with everything visible, instead of what the actor knows
    iterations: Annotated[int, Meta(ge=16, le=65_536)] = 1024
    most: Annotated[int, Meta(ge=1, le=8)] = 3  # lines


class EngineLine(Answer, frozen=True):
    """A likely continuation."""

    visits: float  # its share of the search
    expected: list[float]  # each seat's winning chance
    actions: list[int]
    moves: list[StudyMove]  # forced decisions are left out


class EngineLines(Answer, frozen=True):
    """The result of a search, the best line first; winning chances are as in `Hinted`."""

    expected: list[float]
    lines: list[EngineLine]
    iterations: int
    depth: int  # decisions to the furthest position searched
    reasons: list[Reason] = []  # why the first line is better than the second


class StudyCard(Answer, frozen=True):
    """A stored study, in a list."""

    id: str
    game: str
    title: str  # the first line of its first comment
    changed: int


class StudyLog(Answer, frozen=True):
    """A study as text."""

    text: str
