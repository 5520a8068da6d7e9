"""Actions of organizers and players. Each function runs in a transaction and can be repeated."""

from __future__ import annotations

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
from ziggurat.server.runtime import machine
from ziggurat.server.social import mute_block
from ziggurat.server.tables import creation
from ziggurat.server.tables.correspondence import is_correspondence
from ziggurat.server.tournaments import storage
from ziggurat.server.tournaments.storage import PlayerEntry, TournamentState, players, tables, tournaments

MOST_PLAYERS = 128
MOST_ALL = 32  # in a round robin
MOST_ENTERED = 4 * MOST_PLAYERS  # including those who left
MOST_ORGANIZED = 10  # unfinished tournaments of one organizer
YEAR = 366 * 86_400_000  # milliseconds


def plan(wish: NewTournament, player: str, at: int) -> dict[str, Any]:
    """The row of a new tournament; refuses settings that do not work."""
    game = ziggurat.game(wish.game)
    game.check_seats(wish.seats)
    for bot in [*wish.bots, *([wish.fill] if wish.fill else [])]:
        if bot not in bots.names():
            raise BadOption(
                sentence(
                    "There is no bot called {name}; the bots are {names}.",
                    name=quoted(bot),
                    names=", ".join(bots.names()),
                )
            )
    if wish.pace.kind is not PaceKind.UNTIMED and wish.pace.base < 1000:
        raise BadOption("A clock needs at least one second.")
    if wish.seats > 2 and not wish.fill and wish.seats - 1 not in game.seat_counts:
        raise BadOption("This game has no smaller tables; choose a bot to fill them.")
    if wish.starts is not None and not at - 60_000 <= wish.starts <= at + YEAR:
        raise BadOption("The start must be within a year from now.")
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
        "seed": str(machine.randbelow(SEEDS)),
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
            raise BadOption("An arena lasts at least 5 minutes.")
        if is_correspondence(wish.pace):
            raise BadOption("An arena cannot be played by correspondence.")
    elif wish.minutes:
        raise BadOption("Only an arena has a duration in minutes; other tournaments have rounds.")


def announce(connection: Connection, new: dict[str, Any], wish: NewTournament) -> str:
    """Store a new tournament with its bots, and its organizer if they play."""
    identity.keep(connection, new["organizer"], new["created"])
    mute_block.check_speaking(connection, new["organizer"], new["created"])  # everybody reads the title
    unfinished = tournaments.c.status.in_([TournamentStatus.OPEN, TournamentStatus.RUNNING])
    count = select(func.count()).where(tournaments.c.organizer == new["organizer"], unfinished)
    if connection.execute(count).scalar_one() >= MOST_ORGANIZED:
        raise TooMuch(
            sentence("You already organize {most} unfinished tournaments; end one of them first.", most=MOST_ORGANIZED)
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
    """Join a tournament, or come back to it."""
    entry = storage.load_entry_to_change(connection, tournament_id, player)
    row = entry.row
    if entry.number is not None and not entry.withdrawn:
        raise Refused("You have already joined this tournament.")
    _check_joining(entry)
    if mute_block.blocked(connection, player, row.organizer):
        raise NotAllowed("You cannot join this tournament.")
    identity.keep(connection, player, at)
    account = player_store.find_player(connection, player)
    if not row.guests and (account is None or account.handle is None):
        raise NotAllowed("You need an account to join this tournament.")
    if entry.number is not None:
        _set(connection, row.id, entry.number, withdrawn=False, missed=0)
    else:
        values = _entry(row.id, entry.next_number, row.round, player=player, bot=None)
        connection.execute(insert(players).values(values))
    storage.change(connection, entry, at)


def _check_joining(entry: PlayerEntry) -> None:
    row = entry.row
    if row.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED):
        raise Refused("This tournament is over.")
    if row.status == TournamentStatus.RUNNING and not row.late:
        raise Refused("This tournament has started and takes no more players.")
    most = MOST_ALL if row.system == System.ROUND_ROBIN else MOST_PLAYERS
    if entry.present >= most:
        raise Refused(sentence("This tournament is full ({most} players).", most=most))
    if entry.number is None and entry.entered >= MOST_ENTERED:
        raise Refused(sentence("This tournament is full: {most} people have joined it.", most=MOST_ENTERED))


def leave(connection: Connection, tournament_id: str, player: str, at: int) -> None:
    """Leave a tournament: before the start the entry is deleted, afterwards the player gets no more tables."""
    entry = storage.load_entry_to_change(connection, tournament_id, player)
    if entry.number is None or entry.withdrawn:
        raise Refused("You have not joined this tournament.")
    _take_out(connection, entry, entry.number, played=entry.joined < entry.row.round, at=at)


def leave_all(connection: Connection, player: str, at: int) -> None:
    """Withdraw a deleted player from all unfinished tournaments; those they organize go on automatically."""
    unfinished = tournaments.c.status.in_([TournamentStatus.OPEN, TournamentStatus.RUNNING])
    joined = select(players.c.tournament).where(players.c.player == player, players.c.withdrawn.is_(False))
    query = select(tournaments.c.id).where(unfinished, tournaments.c.id.in_(joined)).order_by(tournaments.c.id)
    for tournament_id in connection.execute(query).scalars().all():
        leave(connection, tournament_id, player, at)
    own = select(tournaments.c.id).where(unfinished, tournaments.c.organizer == player).order_by(tournaments.c.id)
    for tournament_id in connection.execute(own).scalars().all():
        state = storage.load_to_change(connection, tournament_id)
        nobody_starts_it = state.row.status == TournamentStatus.OPEN and state.row.starts is None
        changed = {"status": TournamentStatus.CANCELLED} if nobody_starts_it else {"automatic": True}
        storage.change(connection, state, at, **changed)


def drop(connection: Connection, tournament_id: str, organizer: str, number: int, at: int) -> None:
    """Remove a player, for the organizer."""
    state = load_as_organizer(connection, tournament_id, organizer)
    if not any(entrant.number == number for entrant in state.entrants):
        raise NotFound("There is no such player in this tournament.")
    if any(entrant.number == number and not entrant.withdrawn for entrant in state.entrants):
        played = any(number in seated.players for seated in state.tables)
        _take_out(connection, state, number, played=played, at=at)


def _take_out(
    connection: Connection, state: TournamentState | PlayerEntry, number: int, *, played: bool, at: int
) -> None:
    """Delete a player who has not played; others stay in the standings and get no more tables."""
    if state.row.status == TournamentStatus.OPEN or not played:
        own = and_(players.c.tournament == state.row.id, players.c.number == number)
        connection.execute(delete(players).where(own))
    else:
        _set(connection, state.row.id, number, withdrawn=True)
    storage.change(connection, state, at)


def _set(connection: Connection, tournament_id: str, number: int, **values: Any) -> None:
    own = and_(players.c.tournament == tournament_id, players.c.number == number)
    connection.execute(update(players).where(own).values(values))


def load_as_organizer(connection: Connection, tournament_id: str, player: str | None) -> TournamentState:
    """A tournament, locked for its organizer; refused to everybody else."""
    state = storage.load_to_change(connection, tournament_id)
    state.check_organizer(player)
    return state


def cancel(connection: Connection, tournament_id: str, organizer: str, at: int) -> None:
    """Cancel a tournament that has not begun; end a running one with its current standings."""
    end(connection, load_as_organizer(connection, tournament_id, organizer), at)


def end(connection: Connection, state: TournamentState, at: int) -> None:
    """Cancel or end a tournament that was locked for it; nothing happens to one that is over."""
    if state.row.status == TournamentStatus.OPEN:
        storage.change(connection, state, at, status=TournamentStatus.CANCELLED)
    elif state.row.status == TournamentStatus.RUNNING:
        storage.change(connection, state, at, status=TournamentStatus.FINISHED)


def correct(connection: Connection, tournament_id: str, organizer: str, said: CorrectResult, at: int) -> None:
    """Set a table's result, for the organizer; the match there no longer counts."""
    state = load_as_organizer(connection, tournament_id, organizer)
    tables_there = {(seated.round + 1, seated.number): seated for seated in state.tables}
    seated = tables_there.get((said.round, said.number))
    if seated is None:
        raise NotFound("There is no such table in this tournament.")
    if state.row.status == TournamentStatus.CANCELLED:
        raise Refused("This tournament is over.")
    if len(said.places) != len(seated.players):
        raise BadOption(
            sentence("This table has {seats} seats, not {given}.", seats=len(seated.players), given=len(said.places))
        )
    if min(said.places) != 1 or any(place > len(said.places) for place in said.places):
        raise BadOption("Places begin at 1 and are at most the number of players.")
    here = and_(tables.c.tournament == tournament_id, tables.c.round == seated.round, tables.c.number == seated.number)
    values = {"places": said.places, "absent": [], "corrected": True, "decided": seated.decided or at}
    connection.execute(update(tables).where(here).values(values))
    storage.change(connection, state, at)
