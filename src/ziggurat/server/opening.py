"""Opening tables: reading what somebody wishes for, and storing it."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
import numpy as np
from sqlalchemy import Connection, insert, update

import ziggurat
from ziggurat import bots
from ziggurat.core.errors import BadOption
from ziggurat.core.match import SEEDS, Match
from ziggurat.core.sentence import quoted, sentence
from ziggurat.server import identity, schema, store
from ziggurat.server.protocol import Leave, NewTable, Pace, PaceKind, Result, SeatPlan, Status
from ziggurat.server.refusals import Refused
from ziggurat.server.sitting import MOVE, START, Entry, Sitting

ME, OPEN = "me", "open"
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without letters that look like others
_ID_LENGTH = 14  # 69 bits

Chairs = list[tuple[str | None, str | None]]


def new_id() -> str:
    """A table's id, which is also the link to it."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))


def read_chairs(plans: list[SeatPlan], player: str) -> Chairs:
    """Who sits where: for each seat a player, a bot, or nobody yet."""
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
                        "There is no bot called {name}; there is {names}.",
                        name=quoted(plan.who),
                        names=", ".join(bots.names()),
                    )
                )
            chairs.append((None, plan.who))
    if all(bot for _, bot in chairs):
        raise BadOption("A table needs a seat for a person: 'me' or 'open'.")
    return chairs


def usual_leave(chairs: Chairs) -> Leave:
    """What leaving means where nobody has chosen: a bot plays on for those who stay, where that is a match."""
    return Leave.LOSS if len(chairs) == 2 or _people(chairs) <= 1 else Leave.BOT


def usual_hints(chairs: Chairs) -> bool:
    """Whether hints are on where nobody has chosen: advice is for oneself alone, not against other people."""
    return _people(chairs) <= 1


def _people(chairs: Chairs) -> int:
    return sum(bot is None for _, bot in chairs)


def row(game: str, player: str, at: int, **given: Any) -> dict[str, Any]:
    """A new table's row, with what is given and what is usual."""
    usual: dict[str, Any] = {
        "id": new_id(),
        "game": game,
        "rules": ziggurat.game(game).rules_version,
        "options": {},
        "seed": str(secrets.randbelow(SEEDS)),
        "start": None,
        "pace": {},
        "leave": Leave.BOT,
        "stand_in": "random",
        "hints": True,
        "public": False,
        "host": player,
        "status": Status.OPEN,
        "turn": -1,
        "bot_turn": False,
        "deadline": None,
        "left": [],
        "result": None,
        "created": at,
        "changed": at,
        "next": None,
    }
    return {**usual, **given}


def plan_table(wish: NewTable, player: str, at: int) -> tuple[dict[str, Any], Chairs]:
    """A new table as it is stored, or a refusal that says what cannot be."""
    game = ziggurat.game(wish.game)
    game.check_seats(len(wish.seats))
    chairs = read_chairs(wish.seats, player)
    if wish.pace.kind is not PaceKind.UNTIMED and wish.pace.base < 1000:
        raise BadOption("A clock needs at least a second to begin with.")
    if wish.seed is not None and any(person is None and bot is None for person, bot in chairs):
        raise BadOption("Whoever knows the seed knows every secret; a table for other people draws its own.")
    given: dict[str, Any] = {
        "options": game.read_options(wish.options),
        "pace": msgspec.to_builtins(wish.pace),
        "leave": wish.leave or usual_leave(chairs),
        "hints": usual_hints(chairs) if wish.hints is None else wish.hints,
        "public": wish.public,
    }
    if wish.seed is not None:
        given["seed"] = str(wish.seed)
    return row(game.name, player, at, **given), chairs


def store_table(connection: Connection, new: dict[str, Any], chairs: Chairs, player: str, served: int) -> str:
    """Store a new table, and start it if nobody is missing."""
    identity.keep(connection, player, new["created"])
    store.open_table(connection, new, chairs)
    store.start_if_full(connection, new["id"], served, new["created"])
    return str(new["id"])


def plan_fork(stored: store.Stored, match: Match, plans: list[SeatPlan], player: str, at: int, *, public: bool) -> Any:
    """A new table that begins where a match stood; what comes is drawn anew, since the log tells the old draws.

    Whoever opens it has seen all that was hidden then, or has written the log themselves. If others can sit down, what
    the opener's seat could not know is therefore drawn anew as well; before the first decision all of it is, since one
    could pick the log by the hand one gets.
    """
    match.game.check_seats(len(plans))
    if len(plans) != match.seats:
        raise BadOption(sentence("This match has {seats} seats, not {given}.", seats=match.seats, given=len(plans)))
    if match.over:
        raise Refused("The match is over at that decision; take an earlier one.")
    chairs = read_chairs(plans, player)
    given: dict[str, Any] = {"options": stored.row.options, "public": public}
    given |= {"leave": usual_leave(chairs), "hints": usual_hints(chairs)}
    others = (None, None) in chairs
    if not others or len(match) > 0 or stored.row.start is not None:
        own = next((seat for seat, (person, _) in enumerate(chairs) if person), -1)
        given["start"] = _position(match, seen_by=own if others else None)
    return row(match.game.name, player, at, **given), chairs


def _position(match: Match, seen_by: int | None) -> dict[str, Any]:
    """Where a match stands, with other draws to come; what a seat (-1: a spectator) cannot know is imagined."""
    record = match.record(seen_by)
    if seen_by is not None:
        match.game.engine().imagine(record, seen_by, np.uint64(secrets.randbelow(SEEDS)))
    record["rng"][0] = secrets.randbelow(SEEDS)
    return match.game.write_position(record[0])


def rematch(connection: Connection, table_id: str, player: str, at: int, served: int) -> str:
    """A new table with the same people and bots, each a seat further.

    To the other people it is an offer: their seats are kept, and it starts when they have asked for it too. Whoever
    asks later finds the same table and sits down at it.
    """
    stored = store.load_table(connection, table_id)
    if stored.seat_of(player) < 0:
        raise Refused("A rematch is for those who played.")
    if stored.row.status != Status.FINISHED:
        raise Refused("The match is not over yet.")
    if stored.row.next:
        return accept(connection, str(stored.row.next), player, at, served)
    old = stored.row
    new = row(old.game, player, at, options=old.options, pace=old.pace, leave=old.leave, public=old.public)
    new |= {"stand_in": old.stand_in, "hints": old.hints}
    chairs = [(chair.player, chair.bot) for chair in stored.chairs]
    chairs = [*chairs[-1:], *chairs[:-1]]
    new["left"] = [seat for seat, (person, _) in enumerate(chairs) if person not in (None, player)]
    unset = schema.tables.c.next.is_(None)
    link = update(schema.tables).where(schema.tables.c.id == table_id, unset).values(next=new["id"])
    if not connection.execute(link).rowcount:
        return accept(connection, str(store.load_table(connection, table_id).row.next), player, at, served)
    return store_table(connection, new, chairs, player, served)


def accept(connection: Connection, table_id: str, player: str, at: int, served: int) -> str:
    """Take the seat that is kept for a player at a rematch, if it still is."""
    stored = store.load_table(connection, table_id)
    if stored.seat_of(player) in stored.awaited:
        store.sit_down(connection, table_id, player, None)
        store.start_if_full(connection, table_id, served, at)
    return table_id


def store_import(connection: Connection, match: Match, player: str, at: int, served: int) -> str:
    """Store a match somebody has the log of, as a finished one to step through and to fork from."""
    given: dict[str, Any] = {
        "options": dict(match.options),
        "seed": str(match.seed),
        "start": match.start(),
        "status": Status.FINISHED,
        "pace": msgspec.to_builtins(Pace()),
        "result": msgspec.to_builtins(Result(match.winners, match.scores, match.ending or "imported unfinished")),
    }
    new = row(match.game.name, player, at, **given)
    identity.keep(connection, player, at)
    store.open_table(connection, new, [(None, None)] * match.seats)
    sitting = Sitting(store.load_table(connection, new["id"]).plan())
    entries = [Entry(0, START, -1, 0, None, None, served, sitting.match.digest())]
    sitting.apply(entries[0])
    for action in match.actions:
        entry = sitting.entry(MOVE, sitting.actor, action, served)
        sitting.apply(entry)
        digest = sitting.match.digest() if sitting.digest_due() else None
        entries.append(entry._replace(digest=digest))
    connection.execute(insert(schema.journal), [{"table_id": new["id"], **entry._asdict()} for entry in entries])
    return str(new["id"])
