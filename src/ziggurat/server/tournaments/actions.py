"""What organizers and players do with a tournament. Each function runs in a transaction and can be repeated."""

from __future__ import annotations

import secrets
import time
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, select, update

import ziggurat
from ziggurat import bots
from ziggurat.core.errors import BadOption
from ziggurat.core.match import SEEDS
from ziggurat.core.sentence import quoted, sentence
from ziggurat.server.accounts import identity, player_store, user_text
from ziggurat.server.protocol import CorrectResult, NewTournament, PaceKind, System, TournamentStatus
from ziggurat.server.refusals import NotAllowed, NotFound, Refused, TooMuch
from ziggurat.server.social import mute_block
from ziggurat.server.tables import creation
from ziggurat.server.tables.correspondence import is_correspondence
from ziggurat.server.tournaments import storage
from ziggurat.server.tournaments.storage import Entry, Kept, players, tables, tournaments

MOST_PLAYERS = 128
MOST_ALL = 32  # in a round robin
MOST_ENTERED = 4 * MOST_PLAYERS  # those who have left included
MOST_ORGANIZED = 10  # unfinished tournaments of one organizer
YEAR = 366 * 86_400_000  # milliseconds


def plan(wish: NewTournament, player: str, at: int) -> dict[str, Any]:
    """A tournament's row, or a refusal that says what cannot be."""
    game = ziggurat.game(wish.game)
    game.check_seats(wish.seats)
    for bot in [*wish.bots, *([wish.fill] if wish.fill else [])]:
        if bot not in bots.names():
            raise BadOption(
                sentence(
                    "There is no bot called {name}; there is {names}.", name=quoted(bot), names=", ".join(bots.names())
                )
            )
    if wish.pace.kind is not PaceKind.UNTIMED and wish.pace.base < 1000:
        raise BadOption("A clock needs at least a second to begin with.")
    if wish.seats > 2 and not wish.fill and wish.seats - 1 not in game.seat_counts:
        raise BadOption("This game has no smaller tables; choose a bot that completes them.")
    if wish.starts is not None and not at - 60_000 <= wish.starts <= at + YEAR:
        raise BadOption("A tournament starts within a year from now.")
    _check_system(wish)
    if wish.rated:
        creation.check_rated(wish.pace, [*wish.bots, *([wish.fill] if wish.fill else [])])
    return {
        "id": creation.new_id(),
        "organizer": player,
        "title": user_text.check_label(wish.title),
        "game": game.name,
        "seats": wish.seats,
        "options": game.read_options(wish.options),
        "pace": msgspec.to_builtins(wish.pace),
        "system": wish.system.value,
        "rounds": 0 if wish.system is System.ARENA else wish.rounds,
        "minutes": wish.minutes if wish.system is System.ARENA else 0,
        "public": wish.public,
        "guests": wish.guests and not wish.rated,
        "rated": wish.rated,
        "late": wish.late and wish.system is not System.ROUND_ROBIN,
        "fill": wish.fill or None,
        "automatic": wish.automatic or wish.system is System.ARENA,
        "arrive": wish.arrive,
        "seed": str(secrets.randbelow(SEEDS)),
        "status": TournamentStatus.OPEN,
        "round": 0,
        "starts": wish.starts,
        "ends": None,
        "revision": 0,
        "created": at,
        "changed": at,
    }


def _check_system(wish: NewTournament) -> None:
    if wish.system is System.ARENA:
        if wish.minutes < 5:
            raise BadOption("An arena takes at least 5 minutes.")
        if is_correspondence(wish.pace):
            raise BadOption("An arena is played while everybody is there, not by correspondence.")
    elif wish.minutes:
        raise BadOption("Only an arena takes so many minutes; others have rounds.")


def announce(connection: Connection, new: dict[str, Any], wish: NewTournament) -> str:
    """Store a tournament, with the bots that take part in it, and its organizer who may."""
    identity.keep(connection, new["organizer"], new["created"])
    mute_block.check_speaking(connection, new["organizer"], new["created"])  # a title is read by everybody
    unfinished = tournaments.c.status.in_([TournamentStatus.OPEN, TournamentStatus.RUNNING])
    count = select(func.count()).where(tournaments.c.organizer == new["organizer"], unfinished)
    if connection.execute(count).scalar_one() >= MOST_ORGANIZED:
        raise TooMuch(
            sentence("You organize {most} tournaments that are not over; end one of them first.", most=MOST_ORGANIZED)
        )
    connection.execute(insert(tournaments).values(new))
    if wish.rated and wish.join:
        player_store.check_registered(connection, new["organizer"])
    entering = [{"player": None, "bot": bot} for bot in wish.bots]
    if wish.join:
        entering.insert(0, {"player": new["organizer"], "bot": None})
    for number, who in enumerate(entering):
        connection.execute(insert(players).values(_entry(new["id"], number, 0, **who)))
    return str(new["id"])


def _entry(tournament_id: str, number: int, joined: int, **who: str | None) -> dict[str, Any]:
    return {"tournament": tournament_id, "number": number, "joined": joined, "withdrawn": False, "missed": 0, **who}


def join(connection: Connection, tournament_id: str, player: str, at: int) -> None:
    """Take part; who has left comes back."""
    entry = storage.load_entry_to_change(connection, tournament_id, player)
    row = entry.row
    if entry.number is not None and not entry.withdrawn:
        raise Refused("You take part in this tournament already.")
    _check_joining(entry)
    if mute_block.blocked(connection, player, row.organizer):
        raise NotAllowed("You cannot take part in this tournament.")
    identity.keep(connection, player, at)
    found = player_store.find_player(connection, player)
    if not row.guests and (found is None or found.handle is None):
        raise NotAllowed("This tournament is for people with an account; register first.")
    if entry.number is not None:
        _set(connection, row.id, entry.number, withdrawn=False, missed=0)
    else:
        values = _entry(row.id, entry.next_number, row.round, player=player, bot=None)
        connection.execute(insert(players).values(values))
    storage.change(connection, entry, at)


def _check_joining(entry: Entry) -> None:
    row = entry.row
    if row.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED):
        raise Refused("This tournament is over.")
    if row.status == TournamentStatus.RUNNING and not row.late:
        raise Refused("This tournament has begun, and nobody can join it any more.")
    most = MOST_ALL if row.system == System.ROUND_ROBIN else MOST_PLAYERS
    if entry.present >= most:
        raise Refused(sentence("This tournament is full: {most} take part.", most=most))
    if entry.number is None and entry.entered >= MOST_ENTERED:
        raise Refused(sentence("This tournament is full: {most} people have taken part.", most=MOST_ENTERED))


def leave(connection: Connection, tournament_id: str, player: str, at: int) -> None:
    """Take part no more: before the start as if one had never joined, afterwards one is given no more tables."""
    entry = storage.load_entry_to_change(connection, tournament_id, player)
    if entry.number is None or entry.withdrawn:
        raise Refused("You do not take part in this tournament.")
    _take_out(connection, entry, entry.number, played=entry.joined < entry.row.round, at=at)


def leave_all(connection: Connection, player: str, at: int) -> None:
    """Take somebody who does not come back out of every tournament that is not over; their own go on by themselves."""
    unfinished = tournaments.c.status.in_([TournamentStatus.OPEN, TournamentStatus.RUNNING])
    mine = select(players.c.tournament).where(players.c.player == player, players.c.withdrawn.is_(False))
    query = select(tournaments.c.id).where(unfinished, tournaments.c.id.in_(mine)).order_by(tournaments.c.id)
    for tournament_id in connection.execute(query).scalars().all():
        leave(connection, tournament_id, player, at)
    own = select(tournaments.c.id).where(unfinished, tournaments.c.organizer == player).order_by(tournaments.c.id)
    for tournament_id in connection.execute(own).scalars().all():
        kept = storage.load_to_change(connection, tournament_id)
        nobody_starts_it = kept.row.status == TournamentStatus.OPEN and kept.row.starts is None
        changed = {"status": TournamentStatus.CANCELLED} if nobody_starts_it else {"automatic": True}
        storage.change(connection, kept, at, **changed)


def drop(connection: Connection, tournament_id: str, organizer: str, number: int, at: int) -> None:
    """The organizer takes somebody out."""
    kept = organized(connection, tournament_id, organizer)
    if not any(one.number == number for one in kept.entrants):
        raise NotFound("There is no such player in this tournament.")
    if any(one.number == number and not one.withdrawn for one in kept.entrants):
        played = any(number in sat.players for sat in kept.tables)
        _take_out(connection, kept, number, played=played, at=at)


def _take_out(connection: Connection, kept: Kept | Entry, number: int, *, played: bool, at: int) -> None:
    """Delete whoever cannot have played yet; others stay in the standings, and are given no more tables."""
    if kept.row.status == TournamentStatus.OPEN or not played:
        mine = and_(players.c.tournament == kept.row.id, players.c.number == number)
        connection.execute(delete(players).where(mine))
    else:
        _set(connection, kept.row.id, number, withdrawn=True)
    storage.change(connection, kept, at)


def _set(connection: Connection, tournament_id: str, number: int, **values: Any) -> None:
    mine = and_(players.c.tournament == tournament_id, players.c.number == number)
    connection.execute(update(players).where(mine).values(values))


def organized(connection: Connection, tournament_id: str, player: str | None) -> Kept:
    """A tournament for its organizer to change; refused to everybody else."""
    kept = storage.load_to_change(connection, tournament_id)
    if kept.row.organizer != player:
        raise NotAllowed("Only the organizer of a tournament can do that.")
    return kept


def cancel(connection: Connection, tournament_id: str, organizer: str, at: int) -> None:
    """End a tournament: one that has not begun is cancelled, a running one is over as it stands."""
    kept = organized(connection, tournament_id, organizer)
    if kept.row.status == TournamentStatus.OPEN:
        storage.change(connection, kept, at, status=TournamentStatus.CANCELLED)
    elif kept.row.status == TournamentStatus.RUNNING:
        storage.change(connection, kept, at, status=TournamentStatus.FINISHED)


def correct(connection: Connection, tournament_id: str, organizer: str, said: CorrectResult, at: int) -> None:
    """The organizer says how a table ended; whatever happens there afterwards does not count."""
    kept = organized(connection, tournament_id, organizer)
    found = [sat for sat in kept.tables if (sat.round + 1, sat.number) == (said.round, said.number)]
    if not found:
        raise NotFound("There is no such table in this tournament.")
    sat = found[0]
    if kept.row.status == TournamentStatus.CANCELLED:
        raise Refused("This tournament is over.")
    if len(said.places) != len(sat.players):
        raise BadOption(
            sentence("This table has {seats} seats, not {given}.", seats=len(sat.players), given=len(said.places))
        )
    if min(said.places) != 1 or any(place > len(said.places) for place in said.places):
        raise BadOption("Somebody has to be first, and nobody can be further back than the last.")
    mine = and_(tables.c.tournament == tournament_id, tables.c.round == sat.round, tables.c.number == sat.number)
    values = {"places": said.places, "absent": [], "corrected": True, "decided": sat.decided or at}
    connection.execute(update(tables).where(mine).values(values))
    storage.change(connection, kept, at)


def now() -> int:
    """The time of day, in milliseconds."""
    return int(time.time() * 1000)
