"""Every message there is: what a client may send, what the server sends, and the bodies of HTTP requests and answers.

On a socket each message is one JSON object whose `type` names it. All moments are milliseconds since 1970, all
durations milliseconds. A version names a position: every message that would change it carries the version it was made
against. An `id` is chosen by the client; sending the same one again gives the first answer and does nothing twice.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ziggurat.core.lesson import LessonState
from ziggurat.reviewing.report import LineMove, Reason, Review

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
NoteText = Annotated[str, Meta(max_length=4000)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=32)]  # `texts.read_name` says what else
MoveText = Annotated[str, Meta(min_length=1, max_length=80)]
PlaceName = Annotated[str, Meta(max_length=40)]  # a thing, by the name it is clicked by


class Sent(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message from a client. Anything that is not exactly one of these is refused."""


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """A message from the server. Fields that have their default value are left out."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class Answer(msgspec.Struct, frozen=True):
    """The body of an answer."""


# ---------------------------------------------------------------------------------- on a table's socket, from a client


class Play(Sent, frozen=True, tag="play"):
    """Decide. A move is an action's number or its text."""

    id: Id
    version: Number
    move: Number | MoveText


class Undo(Sent, frozen=True, tag="undo"):
    """Take back the last decisions; what the rules of undo do not allow, the other people at the table are asked."""

    id: Id
    version: Number
    decisions: Annotated[int, Meta(ge=1, le=1000)] = 1


class Consent(Sent, frozen=True, tag="consent"):
    """Answer someone's wish to take back; not to agree to one's own withdraws it.

    With `seat` and `decisions` it answers that wish and no other: somebody may wish for more in the meantime.
    """

    id: Id
    version: Number
    agree: bool
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None  # whose wish it is
    decisions: Annotated[int, Meta(ge=1, le=1000)] | None = None  # how many they wish to take back


class Resign(Sent, frozen=True, tag="resign"):
    """Leave the match: a bot takes the seat over or the match is lost, as the table was set up.

    With nobody but bots left at the table the match ends in any case.
    """

    id: Id


class Say(Sent, frozen=True, tag="say"):
    """Chat: players among themselves, spectators among themselves; everybody together once the match is over."""

    id: Id
    text: ChatText


class Note(Sent, frozen=True, tag="note"):
    """Keep a private note at this table; it replaces the former one."""

    id: Id
    text: NoteText


class Look(Sent, frozen=True, tag="look"):
    """Ask for the whole table again."""

    id: Id


class Hint(Sent, frozen=True, tag="hint"):
    """Ask the strongest bot what it would do, when it is one's own decision and hints are on at the table."""

    id: Id


class Preview(Sent, frozen=True, tag="preview"):
    """Ask what each of one's choices would score, when it is one's own decision."""

    id: Id
    version: Number


class Past(Sent, frozen=True, tag="past"):
    """Ask for what one saw before a decision (counted from 0); the number of decisions so far asks for now."""

    id: Id
    decision: Number


class Prospects(Sent, frozen=True, tag="prospects"):
    """Ask what can be counted at the table, now or before a decision, where the table allows it to be counted."""

    id: Id
    decision: Number | None = None  # counted from 0; none: now


class Why(Sent, frozen=True, tag="why"):
    """Ask why a thing, by the name it is clicked by, is in none of one's choices, when it is one's own decision."""

    id: Id
    version: Number
    place: PlaceName


FromClient = Play | Undo | Consent | Resign | Say | Note | Look | Hint | Preview | Past | Prospects | Why


# ------------------------------------------------------------------------------------------------------ shared pieces


class Status(StrEnum):
    """Where a table is in its life."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class PaceKind(StrEnum):
    """How time is counted."""

    UNTIMED = "untimed"
    CLOCK = "clock"
    TURN = "turn"


class Leave(StrEnum):
    """What happens to the seat of someone who resigns or runs out of time."""

    BOT = "bot"
    LOSS = "loss"


class SeatKind(StrEnum):
    """Who sits on a seat: nobody yet, a person (or their program), or a bot."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`clock`: so much for the match and so much more for every turn. `turn`: so much for every turn."""

    kind: PaceKind = PaceKind.UNTIMED
    base: Annotated[int, Meta(ge=0, le=30 * 86_400_000)] = 0
    increment: Annotated[int, Meta(ge=0, le=3_600_000)] = 0


class Seat(Answer, frozen=True):
    """One seat, as everybody may know it; `you` is this reader's own.

    When a bot has taken a seat over, `kind` and `name` are the bot's, and `left` is the name of whoever left it.
    A seat is `awaited` that is kept for somebody who has not come yet: a rematch is offered to them.
    """

    seat: int
    kind: SeatKind
    name: str
    you: bool
    left: str = ""
    awaited: bool = False


class Result(Answer, frozen=True):
    """How a match ended: in a sentence, and as a code that programs can rely on.

    `why` is `resigned` or `timeout`, and then `seat` is who left; `unfinished` of an imported log that breaks off; or
    one of the game's own codes.
    """

    winners: list[int]
    scores: list[int]
    ending: str
    why: str = ""  # empty: stored before there were codes
    seat: int = -1


class Table(Answer, frozen=True):
    """A table, as everybody may know it."""

    id: str
    game: str
    rules: int
    options: dict[str, bool | str]
    seats: list[Seat]
    pace: Pace
    leave: Leave
    hints: bool  # whether people here may ask the strongest bot
    public: bool
    status: Status
    turn: int  # the seat that decides; -1: nobody
    created: int
    changed: int
    yours: bool  # whether this reader opened it
    result: Result | None = None
    next: str | None = None  # the rematch
    prospects: bool = True  # whether people here may ask what can be counted


class Record(msgspec.Struct, frozen=True):
    """How matches ended: won alone, won together with others, or neither."""

    played: int
    won: int
    shared: int


class SeatsRecord(msgspec.Struct, frozen=True):
    """The matches with so many seats."""

    seats: int
    record: Record


class OpponentRecord(msgspec.Struct, frozen=True):
    """The matches against one person or bot, pair by pair; people are not told apart for a bot, and have no name."""

    kind: SeatKind
    name: str
    played: int
    ahead: int
    even: int


class OpeningRecord(msgspec.Struct, frozen=True):
    """The matches that were begun in one way, as its game calls it."""

    opening: str
    record: Record


class Decided(msgspec.Struct, frozen=True):
    """How well somebody decided in a match that was reviewed: 100 gives nothing away."""

    table: str
    at: int
    seats: int
    quality: float


class GameStatistics(msgspec.Struct, frozen=True):
    """What came of the matches of one game."""

    game: str
    record: Record
    seats: list[SeatsRecord]
    opponents: list[OpponentRecord]
    openings: list[OpeningRecord]  # of the last 60 matches
    decided: list[Decided]  # the first one first


class Statistics(Answer, frozen=True):
    """What came of somebody's last matches, at most `most` of them."""

    matches: int
    most: int
    games: list[GameStatistics]


class GameEvent(msgspec.Struct, frozen=True):
    """One thing that happened, as this seat is told it."""

    kind: str
    seat: int
    arguments: dict[str, Any]
    text: str
    decision: int  # the decision it came of, counted from 0; -1: the set-up


class Wish(msgspec.Struct, frozen=True):
    """Someone wishes to take decisions back and others have yet to agree."""

    seat: int
    decisions: int
    missing: list[int]


class ChatLine(msgspec.Struct, frozen=True):
    """Something said."""

    who: str
    seat: int  # -1: a spectator
    text: str
    at: int


# --------------------------------------------------------------------------------- on a table's socket, from the server


class Present(ServerMessage, frozen=True, tag="present"):
    """Who is here: on which seats somebody has the table open (bots always do), and how many watch.

    Sent when it changes, at most once a second.
    """

    seats: list[bool]
    spectators: int


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The whole table: the first message on a socket, and the answer to `look`."""

    table: Table
    seat: int  # yours; -1: a spectator
    version: int
    decisions: int  # how many the match has now
    scores: list[int]  # by seat; empty before the match starts
    present: Present
    view: Any = None  # the game's own view; none before the match starts
    history: list[GameEvent] = []
    chat: list[ChatLine] = []
    note: str = ""
    clocks: list[int] | None = None  # what each seat has left at the moment `at`
    undoable: int = 0
    wish: Wish | None = None
    at: int = 0  # the server's time, by which the clocks were read
    id: str = ""  # of the `look` it answers


class Changed(ServerMessage, frozen=True, tag="changed"):
    """Something was decided at the table."""

    version: int
    kind: str  # move, undo, ask, answer, resign or timeout
    seat: int
    actor: int
    decisions: int  # how many the match has now; after an undo, what happened in later ones has not happened
    scores: list[int]
    events: list[GameEvent] = []
    clocks: list[int] | None = None
    undoable: int = 0  # how many decisions you may take back
    wish: Wish | None = None
    result: Result | None = None
    view: Any = None
    at: int = 0


class Seated(ServerMessage, frozen=True, tag="seated"):
    """The table itself changed: someone sat down, left or has another name, it started, it ended, a rematch is open."""

    table: Table


class Done(ServerMessage, frozen=True, tag="done"):
    """Your message took effect and is stored; the position has this version now."""

    id: str
    version: int


class Said(ServerMessage, frozen=True, tag="said"):
    """Someone said something."""

    line: ChatLine


class Candidate(msgspec.Struct, frozen=True):
    """An action the search has considered."""

    action: int
    text: str
    visits: float  # the share of the search that went into it, from 0 to 1
    value: float  # the result you can expect from it, from 0 to 1; see `Hinted.expected`


class Likely(msgspec.Struct, frozen=True):
    """A decision that the search expects."""

    seat: int  # whose it would be
    clicks: list[str]  # what they would click, in order


class Hinted(ServerMessage, frozen=True, tag="hinted"):
    """What the strongest bot would do in your place.

    A result is 0 to 1 for each seat: half of it is the victory (shared among those who share it), half the lead over
    the best rival, with 0.5 for none. So 0.5 is an even match between two, and results of all seats need not add up
    to 1. `expected` is empty where nothing had to be searched, because there is only one choice.
    """

    id: str
    version: int  # of the position it is for
    action: int
    text: str
    candidates: list[Candidate]  # most visited first, the action itself at the head; eight at most
    expected: list[float]  # the result each seat can expect from here on
    line: list[str]  # how it may go on, as moves, beginning with the action; decisions without a choice are left out
    sequel: list[Likely]  # the same line, as whose decisions they would be and what would be clicked


class Previewed(ServerMessage, frozen=True, tag="previewed"):
    """What your choices would bring, as far as you can know it: nothing that hangs on a draw or a secret is told."""

    id: str
    version: int
    gains: dict[str, list[int]]  # by action: what it would change in the scores, by seat; only where it would
    final: list[int]  # the actions that cannot be taken back: something random or hidden comes to light


class Shown(ServerMessage, frozen=True, tag="shown"):
    """What you saw before a decision, without the choices there were."""

    id: str
    decision: int
    view: Any
    scores: list[int]


class Foreseen(ServerMessage, frozen=True, tag="foreseen"):
    """What can be counted at a table, from what you may know; none if the game has no prospects."""

    id: str
    decision: int  # how many had been made
    prospects: Any = None  # the game's own


class Wording(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence inside another: its form, with {names} in it, and what they stand for."""

    form: str
    values: dict[str, int | str | Wording] = {}


class Reasoned(ServerMessage, frozen=True, tag="reasoned"):
    """Why nothing can be done with a thing now; `form`, `values` and `clauses` are those of `Refusal`."""

    id: str
    version: int
    reason: str = ""  # empty: no move is made with it, or one can be made
    form: str = ""
    values: dict[str, int | str | Wording] = {}
    clauses: list[int] = []


class Refusal(ServerMessage, frozen=True, tag="refused"):
    """Your message had no effect, and why. A message that could not be read has no id to answer to.

    Where something was filled into the reason, `form` is the sentence with {names} in it and `values` what they stand
    for, so that it can be said in another language; the `seat` and the `actor` among them are seats by number.
    `clauses` are those of the rules that the reason names, at its end and in brackets.
    """

    reason: str
    id: str = ""
    version: int = 0
    form: str = ""
    values: dict[str, int | str | Wording] = {}
    clauses: list[int] = []


class Listed(ServerMessage, frozen=True, tag="listed"):
    """On the lobby's socket: a public table is new or has changed."""

    table: Table


FromServer = (
    Welcome
    | Changed
    | Seated
    | Present
    | Done
    | Said
    | Hinted
    | Previewed
    | Shown
    | Foreseen
    | Reasoned
    | Refusal
    | Listed
)


# --------------------------------------------------------------------------------------------------------------- HTTP


class Me(Answer, frozen=True):
    """Who you are here."""

    name: str
    login: str | None


class NewName(Body, frozen=True):
    """Another name to be called by."""

    name: PlayerName


class Credentials(Body, frozen=True):
    """A login and a password, to register or to log in."""

    login: Annotated[str, Meta(min_length=3, max_length=64, pattern=r"^[A-Za-z0-9_.@+-]+$(?!\n)")]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class NewPassword(Body, frozen=True):
    """Another password; the old one shows that it is you."""

    old: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(min_length=8, max_length=200)]


class Scope(StrEnum):
    """What an API token is good for: playing in its owner's name, or seeing what its owner sees, and no more."""

    PLAY = "play"
    WATCH = "watch"


class NewToken(Body, frozen=True):
    """A label to know an API token by, what it is good for, and for how long."""

    label: Annotated[str, Meta(min_length=1, max_length=60)]
    scope: Scope = Scope.PLAY
    days: Annotated[int, Meta(ge=1, le=365)] = 90


class TokenMade(Answer, frozen=True):
    """An API token, shown this once."""

    id: str
    label: str
    token: str
    scope: Scope
    expires: int


class TokenListed(Answer, frozen=True):
    """An API token you have. One that has expired stays listed until it is deleted."""

    id: str
    label: str
    created: int
    scope: Scope
    expires: int


class SeatPlan(Body, frozen=True):
    """Who is to sit on a seat: `me`, `open` (whoever comes first) or the name of a bot."""

    who: Annotated[str, Meta(min_length=1, max_length=40)]


class NewTable(Body, frozen=True):
    """A table to open. It starts when the last open seat is taken."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    drawn: bool = False  # whether who sits where is drawn; otherwise the seats are as listed, in turn order
    options: dict[str, bool | str] = {}
    pace: Pace = Pace()
    leave: Leave | None = None  # none: `loss` with two seats, `bot` with more
    hints: bool | None = None  # none: on where only one person plays, off where people play each other
    prospects: bool = True  # whether the page may count for people what things would score
    public: bool = True
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None  # for tables without other people


class Sit(Body, frozen=True):
    """Take an open seat; any, if none is named."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class Fork(Body, frozen=True):
    """A new table that begins in a finished match, before this decision (counted from 0)."""

    decision: Number
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=8)]
    public: bool = False


class Import(Body, frozen=True):
    """A log, as text."""

    log: Annotated[str, Meta(max_length=200_000)]


class Tables(Answer, frozen=True):
    """A page of tables; `next` asks for the page after it."""

    tables: list[Table]
    next: str | None


class OptionCard(Answer, frozen=True):
    """An option of a game; the first value is the default."""

    name: str
    values: list[bool | str]
    text: str


class LevelCard(Answer, frozen=True):
    """A level of play that bots have."""

    name: str
    text: str


class GameCard(Answer, frozen=True):
    """A game, for choosing it."""

    name: str
    title: str
    summary: str
    rules: int
    seats: list[int]
    seat_notes: dict[str, str]  # by seat count: what there is to know about it
    options: list[OptionCard]
    levels: list[LevelCard]  # the bots meant for people, weakest first
    bots: list[str]  # all bots: the levels, then the others
    ready: bool  # whether its rules are compiled; until then no table of it can be opened
    ahead: int  # how many games are made ready before this one; 0: it is being made ready now, or is


class Step(Answer, frozen=True):
    """One decision of a finished match, with all secrets."""

    seat: int
    action: int
    text: str
    clicks: list[str]  # the things that were clicked for it, in order; empty without the rules
    events: list[GameEvent]
    scores: list[int]  # after it; empty without the rules


class Replay(Answer, frozen=True):
    """A finished match, every decision."""

    table: Table
    steps: list[Step]
    readable: bool  # whether the rules it was played under are still here: without them there are only the moves


class Moment(Answer, frozen=True):
    """One position of a finished match: what every seat saw, without its choices, and the whole truth.

    `open` is the table as nobody saw it: a spectator's view, with every hand open.
    """

    decision: int
    scores: list[int]
    views: list[Any]
    position: dict[str, Any]
    open: Any


class ReviewStatus(StrEnum):
    """How far a review is: not asked for, in the queue, being made, there, or not possible."""

    NONE = "none"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Reviewed(Answer, frozen=True):
    """The review of a finished match, the same for everybody, or how far it is."""

    status: ReviewStatus
    ahead: int = 0  # how many are made before it
    progress: float = 0.0  # the part that is done
    known: Review | None = None  # judged by what each seat knew
    open: Review | None = None  # with everything visible; none where nothing is secret in the game
    problem: Problem | None = None  # why there is none


class WorkedExample(Answer, frozen=True):
    """Something to learn from: what is played from a position, and what every step looks like."""

    name: str
    clause: int  # the rule it is mostly about
    rulebook: bool  # whether the rulebook itself has it
    text: dict[str, str]  # by language
    moves: list[str]
    scores: list[list[int]]  # before the first move, and after each
    views: list[Any]  # likewise: what the player to act first sees, without choices


class LessonCard(Answer, frozen=True):
    """A lesson, in the reader's language: what is asked, and what is said of each way it can go."""

    name: str
    clause: int  # the rule it shows
    about: list[str]  # the places the task speaks of
    title: str
    task: str
    shows: str  # when it is done
    missed: str  # when it is not, and nothing more is known
    wrong: dict[str, str]  # by the name that `LessonPlayed.wrong` has: why that does not do it


class LessonMoves(Body, frozen=True):
    """What somebody has decided in a lesson so far, from its beginning; fewer than before take something back."""

    moves: Annotated[list[Number | MoveText], Meta(max_length=40)]
    why: PlaceName = ""  # a thing that is in none of the choices after them


class LessonPlayed(Answer, frozen=True):
    """Where a lesson stands after those moves. Nothing is kept: the page sends all of them every time."""

    state: LessonState
    wrong: str  # the name of what is known to be wrong; empty otherwise
    seat: int  # the learner's
    seats: int
    decisions: int
    scores: list[int]
    events: list[GameEvent]  # all, as the learner is told them
    view: Any  # with choices while it is open
    gains: dict[str, list[int]]  # as in `Previewed`; nothing is final here
    why: Problem | None = None  # why nothing can be done with the thing that was asked about, where it is known


class RatingPoint(Answer, frozen=True):
    """What a rating was at a moment."""

    at: int
    rating: int


class PuzzleGame(Answer, frozen=True):
    """The puzzles of a game, and how somebody does with them."""

    game: str
    puzzles: int
    themes: dict[str, int]  # by theme: how many there are
    rating: int
    sure: bool  # false: the rating rests on few puzzles and will still move much
    tried: int
    solved: int
    history: list[RatingPoint]  # the last of them, oldest first


class DailyPuzzle(Answer, frozen=True):
    """The puzzle that is everybody's on a day."""

    date: str  # of the server, in UTC
    game: str
    id: str
    right: bool | None  # how it went for the one who asks; none: not tried


class Puzzles(Answer, frozen=True):
    """All puzzles there are, and how somebody does with them."""

    games: list[PuzzleGame]
    daily: DailyPuzzle | None
    streak: int  # solved in a row, the last one included
    best: int  # the longest such row
    days: int  # daily puzzles solved in a row
    consent: bool  # whether their finished matches may become puzzles


class PuzzleName(Answer, frozen=True):
    """A puzzle to try."""

    game: str
    id: str


class PuzzleMove(Body, frozen=True):
    """An answer; without one, only why nothing can be done with a thing is told."""

    move: Number | MoveText | None = None
    why: PlaceName = ""


class PuzzleConsent(Body, frozen=True):
    """Whether one's finished matches may become puzzles."""

    consent: bool


class PuzzleAnswer(Answer, frozen=True):
    """An action of a puzzle."""

    action: int
    text: str
    clicks: list[str]


class PuzzleShown(Answer, frozen=True):
    """The position after an action, as the seat sees it."""

    view: Any
    scores: list[int]
    events: list[GameEvent]


class PuzzleVerdict(Answer, frozen=True):
    """What an answer is worth, and what the puzzle's is; told to whoever has tried."""

    right: bool
    rated: bool  # the first time; later ones are practice
    action: int
    text: str
    clicks: list[str]
    expected: int  # of 100: the result its seat can expect with it
    best: int  # and with the answer
    answers: list[PuzzleAnswer]  # the best first; more than one if they come to the same
    instead: (
        PuzzleAnswer  # what the reasons compare the answer with: what was chosen or, if that was right, what tempts
    )
    reasons: list[Reason]
    line: list[LineMove]  # how it may go on behind the answer
    themes: list[str]
    before: int  # the rating
    after: int
    puzzle: int  # the puzzle's own rating, after it
    tried: int  # by so many
    solved: int
    streak: int
    days: int
    answer: PuzzleShown  # what the better one looks like


class PuzzlePlayed(Answer, frozen=True):
    """A puzzle on the table. Nothing of its answer is told before somebody has given theirs."""

    id: str
    game: str
    daily: bool  # today's
    known: bool  # whether it was tried before: then it does not count
    seat: int
    seats: int
    decisions: int
    scores: list[int]
    events: list[GameEvent]
    view: Any  # with choices until an answer is given
    gains: dict[str, list[int]]  # as in `Previewed`
    why: Problem | None = None  # as in `LessonPlayed`
    verdict: PuzzleVerdict | None = None


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


class Problem(Answer, frozen=True, omit_defaults=True):
    """What was refused, in one sentence; `form`, `values` and `clauses` are those of `Refusal`."""

    reason: str
    form: str = ""
    values: dict[str, int | str | Wording] = {}
    clauses: list[int] = []


def schema() -> dict[str, Any]:
    """The messages of the sockets as JSON Schema, for clients that generate their types."""
    (sent, told), components = msgspec.json.schema_components((FromClient, FromServer), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "client": sent,
        "server": told,
        "$defs": components,
    }
