"""Creates tables: new ones, rematches, forks and imports."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

import ziggurat
from ziggurat import bots
from ziggurat.core.errors import BadOption
from ziggurat.core.match import SEEDS
from ziggurat.core.sentence import quoted, sentence
from ziggurat.server.accounts import identity, player_store
from ziggurat.server.protocol import DeviceMatch, Leave, NewTable, Pace, PaceKind, Result, SeatPlan, Status
from ziggurat.server.refusals import Refused, Unsaved
from ziggurat.server.runtime import machine
from ziggurat.server.social import mute_block
from ziggurat.server.storage import schema
from ziggurat.server.study.replay_worker import ImportedLog
from ziggurat.server.tables import seat_store, table_store
from ziggurat.server.tables.results import DEVICE, IMPORTED_UNFINISHED, UNFINISHED
from ziggurat.server.tables.sitting import START, Entry, Sitting

ME, OPEN = "me", "open"
STORING = 60_000  # milliseconds in which a match is stored, unless its server stops meanwhile
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without letters that look like others
_ID_LENGTH = 14  # 69 bits

Chairs = list[tuple[str | None, str | None]]


def new_id() -> str:
    """A table's id, which is also the link to it."""
    return "".join(machine.choice(_ALPHABET) for _ in range(_ID_LENGTH))


def read_chairs(plans: list[SeatPlan], player: str) -> Chairs:
    """The occupant of each seat: a player, a bot, or nobody yet. Raises a refusal."""
    if sum(plan.who == ME for plan in plans) > 1:
        raise BadOption("You can have one seat at a table.")
    chairs: Chairs = []
    for plan in plans:
        if plan.who == ME:
            chairs.append((player, None))
        elif plan.who == OPEN:
            chairs.append((None, None))
        else:
            if plan.who not in bots.names():
                raise BadOption(
                    sentence(
                        "There is no bot called {name}; the bots are {names}.",
                        name=quoted(plan.who),
                        names=", ".join(bots.names()),
                    )
                )
            chairs.append((None, plan.who))
    if all(bot for _, bot in chairs):
        raise BadOption("A table needs a seat for a person: 'me' or 'open'.")
    return chairs


def default_leave(chairs: Chairs) -> Leave:
    """What leaving means by default: a bot plays on if at least two others stay."""
    return Leave.LOSS if len(chairs) == 2 or _people(chairs) <= 1 else Leave.BOT


def default_hints(chairs: Chairs) -> bool:
    """Whether hints are on by default: only against bots."""
    return _people(chairs) <= 1


def _people(chairs: Chairs) -> int:
    return sum(bot is None for _, bot in chairs)


def row(game: str, player: str, at: int, **given: Any) -> dict[str, Any]:
    """A new table's row: defaults, and the given values."""
    defaults: dict[str, Any] = {
        "id": new_id(),
        "game": game,
        "rules": ziggurat.game(game).rules_version,
        "options": {},
        "seed": str(machine.randbelow(SEEDS)),
        "start": None,
        "pace": {},
        "leave": Leave.BOT,
        "stand_in": "random",
        "hints": True,
        "prospects": True,
        "public": False,
        "host": player,
        "status": Status.OPEN,
        "turn": -1,
        "bot_turn": False,
        "deadline": None,
        "taken_over": [],
        "taken_at": [],
        "awaited": [],
        "result": None,
        "created": at,
        "changed": at,
        "next": None,
        "tournament": None,
        "rated": False,
        "finished": None,
        "uncounted": None,
    }
    return {**defaults, **given}


def plan_table(wish: NewTable, player: str, at: int) -> tuple[dict[str, Any], Chairs]:
    """A new table's row and seats, or a refusal."""
    game = ziggurat.game(wish.game)
    game.check_seats(len(wish.seats))
    chairs = read_chairs(wish.seats, player)
    if wish.drawn:
        machine.shuffle(chairs)
    if wish.pace.kind is not PaceKind.UNTIMED and wish.pace.base < 1000:
        raise BadOption("A clock needs at least one second.")
    if wish.seed is not None and any(person is None and bot is None for person, bot in chairs):
        raise BadOption("You cannot choose the seed of a table for other people: it reveals every secret.")
    if wish.rated:
        _check_rated(wish, chairs)
    given: dict[str, Any] = {
        "options": game.read_options(wish.options),
        "pace": msgspec.to_builtins(wish.pace),
        "leave": wish.leave or default_leave(chairs),
        "hints": default_hints(chairs) and not wish.rated if wish.hints is None else wish.hints,
        "prospects": wish.prospects,
        "public": wish.public,
        "rated": wish.rated,
    }
    if wish.seed is not None:
        given["seed"] = str(wish.seed)
    return row(game.name, player, at, **given), chairs


def _check_rated(wish: NewTable, chairs: Chairs) -> None:
    """Refuse options that a rated match may not have (docs/ratings.md)."""
    check_rated(wish.pace, [bot for _, bot in chairs if bot is not None])
    if wish.hints:
        raise BadOption("A rated match has no hints; open a casual table for that.")
    if wish.seed is not None:
        raise BadOption("A rated match draws its own seed.")


def check_rated(pace: Pace, names: Iterable[str]) -> None:
    """Refuse rated matches without a clock, or against bots without a rating."""
    if pace.kind is PaceKind.UNTIMED:
        raise BadOption("A rated match needs a clock, so that nobody can stall for ever.")
    if not bots.LEVELS.keys() >= set(names):
        raise BadOption(
            sentence("Rated matches are against people and these bots: {names}.", names=", ".join(bots.LEVELS))
        )


def store_table(
    connection: Connection, new: dict[str, Any], chairs: Chairs, player: str, served: int, first: Entry | None = None
) -> str:
    """Store a new table and start it if it is full; `first` is its first entry, if `with_first_entry` has made it."""
    identity.keep(connection, player, new["created"])
    if new["rated"]:
        for person in (player, *(person for person, _ in chairs if person)):
            player_store.check_registered(connection, person)
    seat_store.open_table(connection, new, chairs)
    if first is None:
        seat_store.start_if_full(connection, new["id"], served, new["created"])
    else:
        connection.execute(insert(schema.journal).values(table_id=new["id"], **first._asdict()))
    return str(new["id"])


def with_first_entry(new: dict[str, Any], chairs: Chairs, served: int) -> tuple[dict[str, Any], Entry | None]:
    """A new table's row and, if it is full, its first entry: outside of the transaction, because it takes a while."""
    seated = [table_store.Chair(person, bot, "") for person, bot in chairs]
    stored = table_store.Stored(SimpleNamespace(**new), seated)
    if not stored.full:
        return new, None
    sitting = Sitting(stored.plan())
    entry = Entry(0, START, -1, 0, None, None, served, sitting.match.digest())
    sitting.apply(entry)
    return {**new, **table_store.row_of(sitting, new["created"])}, entry


def check_fork(stored: table_store.Stored, plans: list[SeatPlan], player: str) -> Chairs:
    """Who sits at a fork of a match, or a refusal."""
    seats = len(stored.chairs)
    ziggurat.game(stored.row.game).check_seats(len(plans))
    if len(plans) != seats:
        raise BadOption(sentence("This match has {seats} seats, not {given}.", seats=seats, given=len(plans)))
    return read_chairs(plans, player)


def seen_by(chairs: Chairs) -> int | None:
    """The seat whose knowledge a fork keeps; None: all secrets stay, because nobody else can sit down.

    The player who opens a fork has seen all secrets of that position. If others can join, what the opener's seat could
    not know is therefore drawn again.
    """
    if (None, None) not in chairs:
        return None
    return next((seat for seat, (person, _) in enumerate(chairs) if person), -1)


def plan_fork(
    stored: table_store.Stored, start: dict[str, Any] | None, chairs: Chairs, player: str, at: int, *, public: bool
) -> dict[str, Any]:
    """A new table's row that starts from a position; None: from a new start."""
    given: dict[str, Any] = {"options": stored.row.options, "start": start, "public": public}
    given |= {"leave": default_leave(chairs), "hints": default_hints(chairs)}
    if start is not None:
        given["rules"] = stored.row.rules  # a position keeps its rules version
    return row(stored.row.game, player, at, **given)


def rematch(connection: Connection, table_id: str, player: str, at: int, served: int) -> str:
    """A new table with the same people and bots, each one seat further; returns its id.

    It is an offer to the other people: their seats are reserved, and it starts when they have asked for a rematch too.
    """
    stored = table_store.load_table(connection, table_id)
    if stored.seat_of(player) < 0:
        raise Refused("Only those who played can ask for a rematch.")
    if stored.row.status != Status.FINISHED:
        raise Refused("The match is not over yet.")
    if stored.row.next:
        return accept(connection, str(stored.row.next), player, at, served)
    mute_block.check_seat(connection, player, [chair.player for chair in stored.chairs])
    old = stored.row
    new = row(old.game, player, at, options=old.options, pace=old.pace, leave=old.leave, public=old.public)
    new |= {"stand_in": old.stand_in, "hints": old.hints, "prospects": old.prospects}
    new["rated"] = old.rated and all(chair.bot or chair.registered for chair in stored.chairs)
    chairs = [(chair.player, chair.bot) for chair in stored.chairs]
    chairs = [*chairs[-1:], *chairs[:-1]]
    new["awaited"] = [seat for seat, (person, _) in enumerate(chairs) if person not in (None, player)]
    unset = schema.tables.c.next.is_(None)
    link = update(schema.tables).where(schema.tables.c.id == table_id, unset).values(next=new["id"])
    if not connection.execute(link).rowcount:
        return accept(connection, str(table_store.load_table(connection, table_id).row.next), player, at, served)
    return store_table(connection, new, chairs, player, served)


def accept(connection: Connection, table_id: str, player: str, at: int, served: int) -> str:
    """Take the seat that is reserved for a player at a rematch, if it still is."""
    stored = table_store.load_table(connection, table_id)
    if stored.seat_of(player) in stored.awaited:
        seat_store.sit_down(connection, table_id, player, None)
        seat_store.start_if_full(connection, table_id, served, at)
    return table_id


def kept_id(device: DeviceMatch, decisions: int, player: str) -> str:
    """The id of the table that keeps a match of a player's device, as long as it has so many decisions.

    Nobody can guess it, because players' ids are secret.
    """
    digest = hashlib.blake2b(f"{device.id} {decisions} {player}".encode(), digest_size=_ID_LENGTH).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest)


def plan_kept(
    brought: ImportedLog, device: DeviceMatch, chairs: Chairs, player: str, at: int, stand_in: str
) -> dict[str, Any]:
    """The row of a match that was played on a device: it goes on here, unless it is over or others sat there too."""
    new = plan_import(brought, player, at)
    new |= {"id": kept_id(device, len(brought.entries), player), "uncounted": DEVICE, "leave": Leave.LOSS}
    new |= {"hints": device.hints, "prospects": device.prospects, "stand_in": stand_in}
    if brought.turn >= 0 and (None, None) not in chairs:
        new |= {"status": Status.RUNNING, "result": None, "turn": brought.turn}
        new["bot_turn"] = chairs[brought.turn][1] is not None
    return new


def hand_over(connection: Connection, table_id: str, player: str) -> tuple[table_store.Stored, list[Entry]]:
    """A player's running match against bots, for their device. What is hidden is known there: it no longer counts."""
    stored = table_store.load_table(connection, table_id)
    alone = all(chair.bot in bots.names() or chair.player == player for chair in stored.chairs)
    if stored.row.status != Status.RUNNING or stored.seat_of(player) < 0 or stored.row.taken_over:
        raise Refused("Only a match that you are playing can go on on your device.")
    if not alone or stored.row.rated or stored.row.tournament:
        raise Refused("Only a casual match against bots can go on on your device.")
    own_row = update(schema.tables).where(schema.tables.c.id == table_id)
    connection.execute(own_row.values(uncounted=DEVICE))
    stored.row.uncounted = DEVICE
    return stored, table_store.load_journal(connection, table_id)


def plan_import(brought: ImportedLog, player: str, at: int) -> dict[str, Any]:
    """The row of an imported log: a finished match, to step through and to fork."""
    given: dict[str, Any] = {
        "rules": brought.rules,
        "options": brought.options,
        "seed": brought.seed,
        "start": brought.start,
        "status": Status.FINISHED,
        "pace": msgspec.to_builtins(Pace()),
        "result": msgspec.to_builtins(brought.result),
    }
    return row(brought.game, player, at, **given)


def is_kept(connection: Connection, new: dict[str, Any], entries: int) -> bool:
    """Whether a match of a device, with so many entries, is stored already. Of several requests, one stores it.

    What a server left that stopped while it stored the match is removed.
    """
    tables, journal = schema.tables, schema.journal
    row = connection.execute(select(tables.c.result, tables.c.created).where(tables.c.id == new["id"])).first()
    if row is None:
        return False
    stored = connection.execute(select(func.count()).where(journal.c.table_id == new["id"])).scalar_one()
    ends = new["result"] is not None and new["result"]["ending"] != IMPORTED_UNFINISHED
    unmarked = row.result is not None and row.result["ending"] == IMPORTED_UNFINISHED
    if stored >= entries and not (unmarked and (ends or new["status"] is Status.RUNNING)):
        return True
    if row.created > new["created"] - STORING:
        raise Unsaved("That could not be saved, and nothing has changed; try again.")
    delete_import(connection, new["id"], row.created)
    return False


def store_entries(connection: Connection, table_id: str, entries: list[Entry]) -> None:
    """Store a part of a journal."""
    connection.execute(insert(schema.journal), [{"table_id": table_id, **entry._asdict()} for entry in entries])


def store_import(
    connection: Connection, new: dict[str, Any], chairs: Chairs, names: list[str], player: str, entries: list[Entry]
) -> None:
    """Store an imported match with the first part of its journal, as unfinished until `end_import`.

    If the server stops in between, an unfinished match is left, which is correct.
    """
    identity.keep(connection, player, new["created"])
    scores = [] if new["result"] is None else new["result"]["scores"]
    unfinished = msgspec.to_builtins(Result([], scores, IMPORTED_UNFINISHED, UNFINISHED))
    first = {**new, "result": unfinished, "status": Status.FINISHED, "turn": -1, "bot_turn": False}
    seat_store.open_table(connection, first, chairs, names)
    store_entries(connection, new["id"], entries)


def end_import(connection: Connection, new: dict[str, Any]) -> None:
    """Store an imported match's result or whose turn it is, once its whole journal is stored."""
    values = {column: new[column] for column in ("result", "status", "turn", "bot_turn")}
    connection.execute(update(schema.tables).where(schema.tables.c.id == new["id"]).values(values))


def delete_import(connection: Connection, table_id: str, made: int) -> None:
    """Remove an imported match whose journal could not be stored; but not another request's, `made` at another time."""
    own = select(schema.tables.c.id).where(schema.tables.c.id == table_id, schema.tables.c.created == made)
    if connection.execute(own).first() is None:
        return
    for table, column in ((schema.journal, "table_id"), (schema.seats, "table_id"), (schema.tables, "id")):
        connection.execute(delete(table).where(table.c[column] == table_id))
