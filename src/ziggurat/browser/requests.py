"""Answers of the HTTP interface that need no server: rules, lessons, puzzles, analysis; and matches on this device.

The page's paths, bodies, answers and refusals are those of the server. `GET /games` is answered by a file of the page.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

import ziggurat
from ziggurat.browser.table import DevicePlan, DeviceSeat, JournalEntry, entry_of, server_plan
from ziggurat.core import log as match_log
from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.core.lessons import teaching_folder
from ziggurat.core.match import SEEDS
from ziggurat.core.sentence import quoted, sentence
from ziggurat.puzzles.format import Puzzle, read_line
from ziggurat.puzzles.shipped import no_puzzle
from ziggurat.reviewing.searches import SearchLines
from ziggurat.server.protocol.kinds import Answer
from ziggurat.server.protocol.lessons import LessonMoves
from ziggurat.server.protocol.puzzles import PuzzleGame, PuzzleMove, PuzzleName, Puzzles
from ziggurat.server.protocol.shared import Leave, Table
from ziggurat.server.protocol.studies import (
    EngineRequest,
    PutPiece,
    StudyLog,
    StudyPath,
    StudyStart,
    StudyText,
    StudyTree,
)
from ziggurat.server.protocol.tables import NewTable, SeatPlan
from ziggurat.server.refusals import NOTHING_HERE, NotFound, Refused, as_problem
from ziggurat.server.study import analysis, lessons, puzzles, replays
from ziggurat.server.tables.sitting import MOVE, START, Entry, Sitting

ME, OPEN = "me", "open"
NEWCOMER = 1400  # the rating of somebody who has solved nothing yet: nothing is rated here
STAND_IN = "random"


class NewDeviceTable(NewTable, frozen=True):
    """A match to begin on this device: seats for `me` and `open` are people here."""

    names: tuple[str, ...] = ()  # by seat


class StoredMatch(msgspec.Struct, frozen=True):
    """A match that the page has stored."""

    plan: DevicePlan
    journal: list[JournalEntry]
    decision: int = 0


class ForkedMatch(StoredMatch, frozen=True):
    """A match to play on from a decision, with other people and bots."""

    seats: list[SeatPlan] = []
    names: list[str] = []  # by seat


class ImportedMatch(Answer, frozen=True):
    """A log as a match to store."""

    plan: DevicePlan
    journal: list[JournalEntry]


# ---------------------------------------------------------------------------------------------------------- the worker


def needs(method: str, path: str, body: str) -> list[str]:
    """What has to be loaded before a request is answered: names of games, each with parts of it."""
    parts = _address(path)[0]
    given = json.loads(body) or {}
    games = ziggurat.game_names()
    if parts[:1] == ["games"] and len(parts) > 1:
        return [f"{parts[1]} texts"]
    if parts[:1] == ["puzzles"]:
        query = _address(path)[1]
        wanted = [parts[1]] if len(parts) > 2 else [query["game"]] if query.get("game") else games
        return [f"{game} puzzles" for game in wanted if game in games]
    game = given.get("game") or given.get("start", {}).get("game") or given.get("plan", {}).get("game")
    text = given.get("text") or given.get("log")
    if not game and isinstance(text, str):
        game = _game_of(text)
    return [game] if game in games else []


def _game_of(text: str) -> str:
    """The game of a log or a position; empty if it names none."""
    try:
        return str(json.loads(text)["game"]) if text.lstrip().startswith("{") else match_log.parse(text).game
    except (ZigguratError, ValueError, KeyError, TypeError):
        return ""


def answer(method: str, path: str, body: str) -> list[str]:
    """The status and the body of the answer. The status `search` asks a bot first, whose answer goes to `found`."""
    return _guarded(lambda: _answered(method, path, json.loads(body)))


def found(method: str, path: str, body: str, decision: str) -> list[str]:
    """The answer to a search for lines."""

    def lines() -> list[str]:
        wanted = msgspec.convert(json.loads(body), EngineRequest)
        if decision == "null":
            raise Refused("The search failed; try again.")
        return _ok(
            analysis.found_lines(wanted.start.game, msgspec.json.decode(decision, type=SearchLines), wanted.most)
        )

    return _guarded(lines)


def _guarded(act: Callable[[], list[str]]) -> list[str]:
    try:
        return act()
    except ZigguratError as problem:
        status = problem.status if isinstance(problem, Refused) else 400
        return [str(status), _encoded(as_problem(problem.sentence))]
    except msgspec.MsgspecError as problem:
        return ["400", _encoded(as_problem(f"That request cannot be read: {problem}."))]


def _ok(value: Any) -> list[str]:
    return ["200", value.decode() if hasattr(value, "decode") else _encoded(value)]


def _encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _address(path: str) -> tuple[list[str], dict[str, str]]:
    """The parts of a path, and what follows its question mark."""
    place, _, query = path.partition("?")
    words = [word.partition("=") for word in query.split("&") if word]
    return place.strip("/").split("/"), {name: value for name, _, value in words}


def _answered(method: str, path: str, body: Any) -> list[str]:
    parts, query = _address(path)
    match [method, *parts]:
        case ["GET", "games", game, "rules"]:
            return _ok(_game(game).rules_text(query.get("language", "en")))
        case ["GET", "games", game, "examples"]:
            return _ok(lessons.worked_examples(_game(game).name))
        case ["GET", "games", game, "lessons"]:
            return _ok(lessons.lesson_cards(_game(game).name, query.get("language", "en")))
        case ["POST", "games", game, "lessons", lesson]:
            moves = msgspec.convert(body, LessonMoves)
            return _ok(lessons.play_lesson(_game(game).name, lesson, moves.moves, moves.why))
        case ["GET", "puzzles"]:
            return _ok(_all_puzzles())
        case ["GET", "puzzles", "next"]:
            return _ok(_next_puzzle(query.get("game", ""), query.get("theme", "")))
        case ["GET", "puzzles", game, puzzle]:
            return _ok(puzzles.show_puzzle(_puzzle(game, puzzle), today=False, known=False))
        case ["POST", "puzzles", game, puzzle]:
            return _ok(_answer_puzzle(_puzzle(game, puzzle), msgspec.convert(body, PuzzleMove)))
        case ["POST", "analysis"]:
            return _ok(analysis.open_start(msgspec.convert(body, StudyStart), []).encoded)
        case ["POST", "analysis", "text"]:
            return _ok(analysis.open_text(msgspec.convert(body, StudyText).text, []).encoded)
        case ["POST", "analysis", "log"]:
            return _ok(StudyLog(analysis.open_tree(msgspec.convert(body, StudyTree), []).text))
        case ["POST", "analysis", "position"]:
            return _ok(analysis.position_at(msgspec.convert(body, StudyPath), []))
        case ["POST", "analysis", "setup"]:
            return _ok(analysis.set_up(msgspec.convert(body, PutPiece), []))
        case ["POST", "analysis", "lines"]:
            return _search(msgspec.convert(body, EngineRequest))
        case ["POST", "device", "plan"]:
            return _ok(new_plan(msgspec.convert(body, NewDeviceTable), int(query.get("at", "0"))))
        case ["POST", "device", "import"]:
            return _ok(imported(body["log"], int(query.get("at", "0"))))
        case ["POST", "device", "log"]:
            return _ok({"text": _log(msgspec.convert(body, StoredMatch))})
        case ["POST", "device", "steps"]:
            stored = msgspec.convert(body, StoredMatch)
            return _ok(replays.steps(server_plan(stored.plan), _journal(stored)))
        case ["POST", "device", "moment"]:
            stored = msgspec.convert(body, StoredMatch)
            return _ok(replays.moment(server_plan(stored.plan), _journal(stored), stored.decision))
        case ["POST", "device", "fork"]:
            return _ok(fork(msgspec.convert(body, ForkedMatch), int(query.get("at", "0"))))
        case ["POST", "device", "table"]:
            return _ok(_table(msgspec.convert(body, StoredMatch)))
    raise NotFound(NOTHING_HERE)


def _game(name: str) -> ziggurat.Game:
    if name not in ziggurat.game_names():
        raise NotFound(sentence("There is no game called {name}.", name=quoted(name)))
    return ziggurat.game(name)


# ------------------------------------------------------------------------------------------------------------- puzzles


def _index(game: str) -> dict[str, list[str]]:
    """By puzzle of a game: its themes."""
    file = teaching_folder(_game(game)).joinpath("puzzles.index")
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


def _puzzle(game: str, name: str) -> Puzzle:
    card = _game(game)
    file = teaching_folder(card).joinpath(f"puzzles.jsonl:{name}")
    if not file.is_file():
        raise NotFound(no_puzzle(card, name))
    return read_line(file.read_text("utf-8"))


def _all_puzzles() -> Puzzles:
    games = []
    for name in ziggurat.game_names():
        index = _index(name)
        if index:
            themes: dict[str, int] = {}
            for theme in (theme for listed in index.values() for theme in listed):
                themes[theme] = themes.get(theme, 0) + 1
            games.append(PuzzleGame(name, len(index), themes, NEWCOMER, sure=False, tried=0, solved=0, history=[]))
    return Puzzles(games, daily=None, streak=0, best=0, days=0, consent=False)


def _next_puzzle(game: str, theme: str) -> PuzzleName:
    names = [_game(game).name] if game else ziggurat.game_names()
    among = [
        (name, puzzle) for name in names for puzzle, themes in _index(name).items() if not theme or theme in themes
    ]
    if not among:
        raise NotFound("There is no such puzzle on this device.")
    return PuzzleName(*secrets.choice(among))


def _answer_puzzle(puzzle: Puzzle, given: PuzzleMove) -> Any:
    if given.move is None:
        return puzzles.show_puzzle(puzzle, today=False, known=False, why=given.why)
    unrated = puzzles.AttemptResult(
        rated=False, before=NEWCOMER, after=NEWCOMER, puzzle=puzzle.rating, tried=0, solved=0, streak=0, days=0
    )
    return puzzles.show_verdict(puzzle, puzzles.read_answer(puzzle, given.move), today=False, counted=unrated)


# ------------------------------------------------------------------------------------------------------------ analysis


def _search(wanted: EngineRequest) -> list[str]:
    game = ziggurat.game(wanted.start.game).name
    ground = analysis.search_start(wanted.start, wanted.path, [], openly=wanted.open)
    if len(ground.choices) < 2:
        return _ok(analysis.forced_lines(game, ground))
    seed = secrets.randbelow(2**53)
    return ["search", _encoded(analysis.line_request(game, ground, wanted, seed))]


# ------------------------------------------------------------------------------------------------------------- matches


def new_plan(wish: NewDeviceTable, at: int) -> DevicePlan:
    """The plan of a new match, or a refusal."""
    game = ziggurat.game(wish.game)
    game.check_seats(len(wish.seats))
    people = sum(seat.who in (ME, OPEN) for seat in wish.seats)
    if not people:
        raise BadOption("A table needs a seat for a person: 'me' or 'open'.")
    names = [*wish.names, *[""] * len(wish.seats)]
    seats = [
        DeviceSeat(names[number], None) if seat.who in (ME, OPEN) else DeviceSeat(seat.who, seat.who)
        for number, seat in enumerate(wish.seats)
    ]
    if wish.drawn:
        seats = [seats.pop(secrets.randbelow(len(seats))) for _ in range(len(seats))]
    few = len(seats) == 2 or people <= 1
    return DevicePlan(
        id=_new_id(),
        game=game.name,
        rules=game.rules_version,
        options=dict(game.read_options(wish.options)),
        seed=str(secrets.randbelow(SEEDS) if wish.seed is None else wish.seed),
        seats=seats,
        leave=wish.leave or (Leave.LOSS if few else Leave.BOT),
        stand_in=STAND_IN,
        hints=people <= 1 if wish.hints is None else wish.hints,
        prospects=wish.prospects,
        created=at,
    )


def fork(wish: ForkedMatch, at: int) -> DevicePlan:
    """The plan of a match that starts in the middle of another. Later random draws are new."""
    before = wish.plan
    match = replays.at_decision(server_plan(before), _journal(wish), wish.decision)
    if match.over:
        raise Refused("The match is over at that decision. Choose an earlier one.")
    new = new_plan(NewDeviceTable(before.game, wish.seats, options=before.options, names=tuple(wish.names)), at)
    record = match.record()
    record["rng"][0] = secrets.randbelow(SEEDS)
    start = match.game.write_position(record[0])
    return msgspec.structs.replace(new, rules=before.rules, start=start)


def _new_id() -> str:
    return "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(14))


def imported(log: str, at: int) -> ImportedMatch:
    """A log as a match of people on this device."""
    match = ziggurat.read(log)
    plan = DevicePlan(
        id=_new_id(),
        game=match.game.name,
        rules=match.rules,
        options=dict(match.options),
        seed=str(match.seed),
        seats=[DeviceSeat("") for _ in range(match.seats)],
        leave=Leave.LOSS,
        stand_in=STAND_IN,
        hints=True,
        prospects=True,
        created=at,
        start=match.start(),
    )
    sitting = Sitting(server_plan(plan))
    entries = [Entry(0, START, -1, 0, None, None, at, sitting.match.digest())]
    sitting.apply(entries[0])
    for action in match.actions:
        entry = sitting.entry(MOVE, sitting.actor, action, at)
        sitting.apply(entry)
        entries.append(entry._replace(digest=sitting.match.digest() if sitting.digest_due() else None))
    return ImportedMatch(plan, [JournalEntry(*entry) for entry in entries])


def _journal(stored: StoredMatch) -> list[Entry]:
    return [entry_of(line) for line in stored.journal]


def _log(stored: StoredMatch) -> str:
    """A match's log, with the players' names above it as on the server."""
    names = [f"# seat {seat}: {chair.name}\n" for seat, chair in enumerate(stored.plan.seats) if chair.name]
    return "".join(names) + replays.finished(server_plan(stored.plan), _journal(stored)).to_text()


def _table(stored: StoredMatch) -> Table:
    """A stored match as a list shows it."""
    from ziggurat.browser.table import DeviceTable

    return DeviceTable(stored.plan, stored.journal, stored.plan.created).table()
