"""What is read from the database, and what is written besides the journal. Each function runs in a transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, Select, Text, and_, cast, delete, func, insert, or_, select, union, update
from sqlalchemy.dialects import postgresql, sqlite

import ziggurat
from ziggurat.bots import LEVELS
from ziggurat.core.sentence import Sentence, sentence
from ziggurat.server import alike, peace, rating, results, schema
from ziggurat.server.glicko import Rating
from ziggurat.server.protocol import ChatLine, Leave, Pace, PaceKind, Seat, SeatKind, Status, Table
from ziggurat.server.refusals import NotAllowed, NotFound, Refused
from ziggurat.server.sitting import START, Entry, Plan, Sitting

tables, seats, players, journal, chat, notes, hidden = (
    schema.tables,
    schema.seats,
    schema.players,
    schema.journal,
    schema.chat,
    schema.notes,
    schema.hidden,
)
CHAT_SHOWN = 200


@dataclass(frozen=True)
class Chair:
    """A seat and who has it."""

    player: str | None
    bot: str | None
    name: str
    registered: bool = False
    rating: float | None = None  # in the table's game: now, or as of the end of a rated match
    deviation: float = 0.0
    before: float | None = None  # the rating before a rated match that is over


@dataclass(frozen=True)
class Stored:
    """A table's row and its seats."""

    row: SimpleNamespace
    chairs: list[Chair]

    def plan(self) -> Plan:
        """What the match is played by."""
        row = self.row
        return Plan(
            game=row.game,
            rules=row.rules,
            seats=len(self.chairs),
            options=row.options,
            seed=int(row.seed),
            start=row.start,
            pace=msgspec.convert(row.pace, Pace),
            leave=Leave(row.leave),
            stand_in=row.stand_in,
            rated=row.rated,
            bots=tuple(chair.bot for chair in self.chairs),
        )

    def seat_of(self, player: str | None) -> int:
        """The seat of a player; -1: a spectator."""
        return next((seat for seat, chair in enumerate(self.chairs) if player and chair.player == player), -1)

    @property
    def awaited(self) -> list[int]:
        """The seats kept for those to whom a rematch is offered, until they have come."""
        return list(self.row.awaited)

    @property
    def listed(self) -> bool:
        """Whether the lobby shows the table: not while it is an offer to somebody."""
        return bool(self.row.public) and not self.awaited

    @property
    def full(self) -> bool:
        """Whether nobody is missing."""
        return not self.awaited and all(chair.player or chair.bot for chair in self.chairs)

    def kind_of(self, player: str | None) -> str | None:
        """Whom a table is told to: who sits there, or has opened it, or anybody else, to whom it is all the same."""
        return player if player == self.row.host or self.seat_of(player) >= 0 else None

    def for_player(self, player: str | None) -> Table:
        """The table as a player may know it."""
        row = self.row
        return Table(
            id=row.id,
            game=row.game,
            rules=row.rules,
            options=_options_today(row.game, row.options),
            seats=[self._seat(number, chair, player) for number, chair in enumerate(self.chairs)],
            pace=msgspec.convert(row.pace, Pace),
            leave=Leave(row.leave),
            hints=row.hints,
            prospects=row.prospects,
            public=row.public,
            status=Status(row.status),
            turn=row.turn,
            created=row.created,
            changed=row.changed,
            yours=player is not None and row.host == player,
            result=None if row.result is None else results.read_result(row.result),
            next=row.next,
            deadline=None if row.deadline is None else row.deadline + row.downtime,
            vacation=list(row.vacation),
            tournament=row.tournament,
            rated=row.rated,
            uncounted=row.uncounted or "",
        )

    def _seat(self, number: int, chair: Chair, player: str | None) -> Seat:
        you = chair.player is not None and chair.player == player
        known: dict[str, Any] = {"registered": chair.registered, **_rating_of(chair)}
        if number in self.awaited:
            return Seat(number, SeatKind.PERSON, chair.name, you, awaited=True, **known)
        if number in self.row.taken_over:
            stand_in, at = self.row.stand_in, self._left_at(number)
            return Seat(number, SeatKind.BOT, stand_in, you, left=chair.name, left_at=at, **known)
        kind = SeatKind.BOT if chair.bot else SeatKind.PERSON if chair.player else SeatKind.OPEN
        return Seat(number, kind, chair.name, you, **known)

    def _left_at(self, seat: int) -> int:
        known = dict(zip(self.row.taken_over, self.row.taken_at, strict=False))  # earlier versions did not keep it
        return int(known.get(seat, 0))


def _rating_of(chair: Chair) -> dict[str, Any]:
    """What others are told of a rating: whole numbers, of registered people and levels."""
    if chair.rating is None or not (chair.registered or chair.bot):
        return {}
    before = None if chair.before is None else round(chair.before)
    provisional = chair.bot is None and rating.is_provisional(Rating(chair.rating, chair.deviation))
    return {"rating": round(chair.rating), "provisional": provisional, "before": before}


def _options_today(game: str, options: dict[str, Any]) -> dict[str, Any]:
    return ziggurat.game(game).name_options(options) if game in ziggurat.game_names() else options


def upsert(connection: Connection, table: Any) -> Any:
    """An insertion that can say what happens where the row is there already."""
    return (postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert)(table)


# -------------------------------------------------------------------------------------------------------------- players


def keep_player(connection: Connection, player: str, name: str, now: int) -> None:
    """Remember a guest from the first thing they do that lasts."""
    row = {"id": player, "name": name, "looks": alike.looks(name), "created": now}
    connection.execute(upsert(connection, players).values(row).on_conflict_do_nothing())


def find_player(connection: Connection, player: str) -> Row[Any] | None:
    """A player's row."""
    return connection.execute(select(players).where(players.c.id == player)).first()


def find_named(connection: Connection, name: str) -> Row[Any] | None:
    """The registered player of a name, or of one that looks like it; PostgreSQL cannot be asked for every sign."""
    if "\0" in name:
        return None
    return connection.execute(select(players).where(players.c.handle == alike.looks(name))).first()


def check_registered(connection: Connection, player: str) -> None:
    """Refuse a guest what counts: a rating is a name's."""
    row = find_player(connection, player)
    if row is None or row.handle is None:
        raise NotAllowed("Rated matches are for registered players; register first, it takes a login and a password.")


def find_login(connection: Connection, login: str) -> Row[Any] | None:
    """The player with a login."""
    return connection.execute(select(players).where(players.c.login == login.lower())).first()


def register(connection: Connection, player: str, login: str, password: str) -> None:
    """Give a guest a login and a password (its hash)."""
    if find_login(connection, login):
        raise Refused(sentence("The login {login} is taken.", login=repr(login)))
    row = find_player(connection, player)
    if row is not None and row.login is not None:
        raise Refused(sentence("You are registered already, as {login}.", login=repr(row.login)))
    connection.execute(update(players).where(players.c.id == player).values(login=login.lower(), password=password))


def is_signed_in(connection: Connection, player: str, logouts: int, session: str) -> bool:
    """Whether a cookie still counts: it was not logged out, and neither was everything the player had then."""
    ended = connection.execute(select(schema.ended.c.at).where(schema.ended.c.session == session)).first()
    return ended is None and logouts >= 0 and count_logouts(connection, player) == logouts


def end_session(connection: Connection, session: str, now: int, kept: int) -> None:
    """Make one cookie worthless; those so old that their age says so are forgotten."""
    connection.execute(delete(schema.ended).where(schema.ended.c.at < now - kept))
    row = {"session": session, "at": now}
    connection.execute(upsert(connection, schema.ended).values(row).on_conflict_do_nothing())


def count_logouts(connection: Connection, player: str) -> int:
    """How often a player has logged out everywhere; a guest nobody remembers yet never has."""
    row = connection.execute(select(players.c.logouts, players.c.closed).where(players.c.id == player)).first()
    if row is None:
        return 0
    return -1 if row.closed is not None else int(row.logouts)  # with a closed account no cookie counts


def log_out(connection: Connection, player: str, password: str | None = None) -> int:
    """Make all cookies of a player worthless; says which number counts.

    If another password is given, it is set, tokens and passkeys are deleted, and no device is told anything any more:
    whoever changes it may fear that others had it.
    """
    values: dict[str, Any] = {"logouts": players.c.logouts + 1}
    if password is not None:
        values["password"] = password
        for table in (schema.tokens, schema.passkeys, schema.subscriptions):
            connection.execute(delete(table).where(table.c.player == player))
    connection.execute(update(players).where(players.c.id == player).values(values))
    return count_logouts(connection, player)


def move_history(connection: Connection, guest: str, account: str) -> list[str]:
    """Bring what a guest did before logging in along, except where the account sits at the same table already.

    Returns the tables where somebody has changed by it.
    """
    taken = select(seats.c.table_id).where(seats.c.player == account)
    mine = and_(seats.c.player == guest, seats.c.table_id.not_in(taken))
    moved = list(connection.execute(select(seats.c.table_id).where(mine)).scalars())
    connection.execute(update(seats).where(mine).values(player=account))
    connection.execute(update(tables).where(tables.c.host == guest).values(host=account))
    connection.execute(update(schema.tokens).where(schema.tokens.c.player == guest).values(player=account))
    connection.execute(update(schema.studies).where(schema.studies.c.owner == guest).values(owner=account))
    written = connection.execute(select(notes.c.table_id, notes.c.text).where(notes.c.player == guest)).all()
    for table_id, text in written:
        own = load_note(connection, table_id, account)
        keep_note(connection, table_id, account, f"{own}\n{text}" if own and text else own or text)
    connection.execute(delete(notes).where(notes.c.player == guest))
    for table_id in connection.execute(select(hidden.c.table_id).where(hidden.c.player == guest)).scalars().all():
        hide(connection, table_id, account)
    connection.execute(delete(hidden).where(hidden.c.player == guest))
    connection.execute(delete(schema.seekers).where(schema.seekers.c.player == guest))  # who it was has gone
    _move_puzzles(connection, guest, account)
    _move_tournaments(connection, guest, account)
    peace.move(connection, guest, account)
    return moved


def _move_tournaments(connection: Connection, guest: str, account: str) -> None:
    """Whoever joined a tournament as a guest plays on in it, except where the account takes part already."""
    entrants = schema.tournament_players
    has = select(entrants.c.tournament).where(entrants.c.player == account)
    mine = and_(entrants.c.player == guest, entrants.c.tournament.not_in(has))
    tournaments = schema.tournaments
    moved = tournaments.c.id.in_(select(entrants.c.tournament).where(mine))  # a round that is paired is paired anew
    connection.execute(update(tournaments).where(moved).values(revision=tournaments.c.revision + 1))
    connection.execute(update(entrants).where(mine).values(player=account))
    connection.execute(update(tournaments).where(tournaments.c.organizer == guest).values(organizer=account))


def _move_puzzles(connection: Connection, guest: str, account: str) -> None:
    """What a guest solved comes along, except where the account has done the same already."""
    for table, key in (
        (schema.puzzle_attempts, schema.puzzle_attempts.c.puzzle),
        (schema.puzzle_ratings, schema.puzzle_ratings.c.game),
        (schema.puzzle_days, schema.puzzle_days.c.date),
    ):
        has = select(key).where(table.c.player == account)
        connection.execute(update(table).where(table.c.player == guest, key.not_in(has)).values(player=account))
        connection.execute(delete(table).where(table.c.player == guest))


def find_token(connection: Connection, token_hash: str) -> Row[Any] | None:
    """The row of an API token."""
    return connection.execute(select(schema.tokens).where(schema.tokens.c.hash == token_hash)).first()


# --------------------------------------------------------------------------------------------------------------- tables


def load_tables(connection: Connection, query: Select[Any]) -> list[Stored]:
    """The tables that a query finds, with their seats."""
    rows = connection.execute(query).all()
    downtime = connection.execute(select(schema.service.c.downtime)).scalar_one_or_none() or 0
    found = []
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        chairs = _load_chairs(connection, some)
        found += [Stored(SimpleNamespace(**row._mapping, downtime=downtime), chairs[row.id]) for row in some]
    return found


def _load_chairs(connection: Connection, rows: Sequence[Any]) -> dict[str, list[Chair]]:
    """Who sits at some tables."""
    sitting = _load_sitting(connection, [row.id for row in rows])
    known = _load_ratings(connection, list(rows), sitting)
    chairs: dict[str, list[Chair]] = {row.id: [] for row in rows}
    for chair in sitting:
        name = chair.name or chair.bot or chair.told or ""
        chairs[chair.table_id].append(Chair(chair.player, chair.bot, name, chair.handle is not None, *known(chair)))
    return chairs


class _Sitting(NamedTuple):
    table_id: str
    seat: int
    player: str | None
    bot: str | None
    told: str | None
    name: str | None = None
    handle: str | None = None


def _load_sitting(connection: Connection, ids: list[str]) -> list[_Sitting]:
    """Who sits at tables, in order; people by themselves: joined to many tables, all of them would be read."""
    columns = (seats.c.table_id, seats.c.seat, seats.c.player, seats.c.bot, seats.c.name)
    query = select(*columns).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)
    sitting = [_Sitting(*row) for row in connection.execute(query)]
    people = {chair.player for chair in sitting if chair.player is not None}
    query = select(players.c.id, players.c.name, players.c.handle).where(players.c.id.in_(people))
    named = {row.id: (row.name, row.handle) for row in connection.execute(query)} if people else {}
    found = []
    for chair in sitting:
        name, handle = named.get(chair.player or "", (None, None))
        found.append(chair._replace(name=name, handle=handle))
    return found


def _load_ratings(connection: Connection, rows: list[Any], sitting: Sequence[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Says of a seat what the rating there is, how sure, and what it was before a rated match that is over."""
    games = {row.id: row.game for row in rows}
    then = schema.rating_changes
    counted = [row.id for row in rows if row.finished is not None]
    ended = select(then).where(then.c.table_id.in_(counted))
    made = {(row.table_id, row.seat): row for row in connection.execute(ended)} if counted else {}
    subjects = {_subject(chair) for chair in sitting if chair.handle is not None or chair.bot in LEVELS}
    own = schema.ratings
    query = select(own).where(own.c.game.in_(set(games.values())), own.c.subject.in_(subjects))
    now = {(row.game, row.subject): row for row in connection.execute(query)} if subjects else {}

    def known(chair: Any) -> tuple[Any, ...]:
        change = made.get((chair.table_id, chair.seat))
        if change is not None:
            return change.rating, change.deviation, change.before
        found = now.get((games[chair.table_id], _subject(chair)))
        if found is not None:
            return found.rating, found.deviation, None
        if chair.bot in LEVELS:
            return (*rating.first(games[chair.table_id], _subject(chair)), None)
        return None, 0.0, None

    return known


def _subject(chair: Any) -> str:
    return f"{rating.A_BOT}{chair.bot}" if chair.bot else str(chair.player)


def load_table(connection: Connection, table_id: str) -> Stored:
    """A table, or a refusal. What cannot be an id is not asked for: databases differ in what they make of it."""
    possible = table_id.isascii() and table_id.isalnum()
    found = load_tables(connection, select(tables).where(tables.c.id == table_id)) if possible else []
    if not found:
        raise NotFound("There is no such table.")
    return found[0]


def load_journal(connection: Connection, table_id: str, after: int = -1, until: int | None = None) -> list[Entry]:
    """The journal of a table, from an entry on, or the beginning of it."""
    columns = [journal.c[name] for name in Entry._fields]
    query = select(*columns).where(journal.c.table_id == table_id, journal.c.number > after).order_by(journal.c.number)
    if until is not None:
        query = query.where(journal.c.number < until)
    return [Entry(*row) for row in connection.execute(query)]


def in_need(connection: Connection, since: int) -> list[tuple[str, str]]:
    """The running tables, each with its game, where a bot is to decide or a clock is running.

    Where nothing has changed since a moment bots have stopped (see `LiveTable.abandoned`), unless a turn may take days
    or a tournament waits for the end.
    """
    lasting = or_(cast(tables.c.pace, Text).like('%"turn"%'), tables.c.tournament.is_not(None))
    awaited = or_(tables.c.changed > since, lasting)
    needy = or_(and_(tables.c.bot_turn, awaited), tables.c.deadline.is_not(None))
    query = select(tables.c.id, tables.c.game).where(tables.c.status == Status.RUNNING, needy)
    return [(row.id, row.game) for row in connection.execute(query)]


def is_bots_turn(connection: Connection, table_id: str) -> bool:
    """Whether a bot is to decide at a table."""
    query = select(tables.c.bot_turn).where(tables.c.id == table_id, tables.c.status == Status.RUNNING)
    return bool(connection.execute(query).scalar_one_or_none())


def touch(connection: Connection, table_id: str, now: int) -> None:
    """Somebody has looked at an open table."""
    mine = update(tables).where(tables.c.id == table_id, tables.c.status == Status.OPEN, tables.c.changed < now)
    connection.execute(mine.values(changed=now))


def count_unfinished(connection: Connection, player: str, since: int) -> int:
    """How many unfinished tables a player has opened at which something has happened since a moment."""
    unfinished = tables.c.status.in_([Status.OPEN, Status.RUNNING])
    query = select(func.count()).where(tables.c.host == player, unfinished, tables.c.changed >= since)
    return int(connection.execute(query).scalar_one())


def running_seats(connection: Connection, player: str, game: str) -> list[tuple[str, int]]:
    """The running tables of a game at which a player sits, and where."""
    query = select(tables.c.id, seats.c.seat).join(seats, seats.c.table_id == tables.c.id)
    mine = query.where(seats.c.player == player, tables.c.status == Status.RUNNING, tables.c.game == game)
    return [(table_id, seat) for table_id, seat in connection.execute(mine)]


class Wanted(NamedTuple):
    """What tables somebody wants to see: of one game, for so many players, at one pace; none: whatever it is.

    `near` is the reader, who wants hosts of about their own rating in the table's game.
    """

    game: str | None = None
    seats: int | None = None
    pace: PaceKind | None = None
    rated: bool | None = None
    near: str | None = None


ANY = Wanted()
AT_ONCE = 250  # tables that are read by one statement: of more, PostgreSQL would rather read everybody's seats
LOOKED_THROUGH = 2000  # tables, for those that somebody wants
NEAR = 200.0  # points that ratings near to each other are apart at most


def unfinished_seats(connection: Connection, player: str) -> list[tuple[str, str]]:
    """The tables at which a player sits and that are not finished, each with its status."""
    query = select(tables.c.id, tables.c.status).join(seats, seats.c.table_id == tables.c.id)
    mine = query.where(seats.c.player == player, tables.c.status != Status.FINISHED)
    return [(table_id, status) for table_id, status in connection.execute(mine)]


def list_tables(
    connection: Connection,
    show: str,
    player: str | None,
    before: tuple[int, str] | None,
    limit: int,
    since: int = 0,
    wanted: Wanted = ANY,
) -> list[Stored]:
    """A page of the lobby, newest change first: `open`, `running`, `finished` (public ones), `mine`, those of mine that
    are `unfinished`, or `hidden` (mine).

    Open ones at which nobody has been since a moment are left out; public ones that are wanted are looked for among the
    last.
    """
    query = select(tables.c.id)
    if show in ("mine", "unfinished"):
        at = select(seats.c.table_id).where(seats.c.player == (player or ""))
        opened = select(tables.c.id).where(tables.c.host == (player or ""))
        query = query.where(tables.c.id.in_(union(at, opened)))  # with OR, every table there is would be looked at
        query = query.where(tables.c.id.not_in(_put_away(player)))
        if show == "unfinished":
            query = query.where(tables.c.status != Status.FINISHED)
    elif show == "hidden":
        query = query.where(tables.c.id.in_(_put_away(player)))
    else:
        query = query.where(tables.c.status == show, tables.c.public)
        if show == Status.OPEN:
            query = query.where(cast(tables.c.awaited, Text) == "[]", tables.c.changed >= since)  # as `Stored.listed`
    if before is not None:
        changed, table_id = before
        older = or_(tables.c.changed < changed, and_(tables.c.changed == changed, tables.c.id < table_id))
        query = query.where(older)
    if show in list(Status) and wanted != ANY:  # else those that nobody wants are all looked at
        last = query.order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(LOOKED_THROUGH).subquery()
        query = select(tables.c.id).where(tables.c.id.in_(select(last.c.id)))
    return load_newest(connection, _only(query, wanted), limit)


def load_newest(connection: Connection, ids: Select[Any], limit: int) -> list[Stored]:
    """The last changed of the tables that a query names: found in an index alone, and only then read."""
    newest = ids.order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(limit)
    names = list(connection.execute(newest).scalars())
    found: list[Stored] = []
    for start in range(0, len(names), AT_ONCE):
        query = select(tables).where(tables.c.id.in_(names[start : start + AT_ONCE]))
        found += load_tables(connection, query.order_by(tables.c.changed.desc(), tables.c.id.desc()))
    return found


def _only(query: Select[Any], wanted: Wanted) -> Select[Any]:
    if wanted.game is not None:
        query = query.where(tables.c.game == wanted.game)
    if wanted.seats is not None:
        there = select(func.count()).where(seats.c.table_id == tables.c.id).correlate(tables).scalar_subquery()
        query = query.where(there == wanted.seats)
    if wanted.pace is not None:
        kind = tables.c.pace["kind"].as_string()
        same = kind == str(wanted.pace)
        query = query.where(or_(same, kind.is_(None)) if wanted.pace is PaceKind.UNTIMED else same)
    if wanted.rated is not None:
        query = query.where(tables.c.rated == wanted.rated)
    if wanted.near is not None:
        apart = _rating_in(tables.c.game, wanted.near) - _rating_in(tables.c.game, tables.c.host)
        query = query.where(func.abs(apart) <= NEAR)
    return query


def _rating_in(game: Any, player: Any) -> Any:
    """A player's rating in a game; of those who have none, a newcomer's."""
    ratings = schema.ratings
    query = select(ratings.c.rating).where(ratings.c.game == game, ratings.c.subject == player)
    return func.coalesce(query.correlate(tables).scalar_subquery(), rating.NEWCOMER.rating)


def _put_away(player: str | None) -> Select[Any]:
    return select(hidden.c.table_id).where(hidden.c.player == (player or ""))


def hide(connection: Connection, table_id: str, player: str) -> None:
    """Put a table away, out of a player's list; nothing else becomes of it."""
    row = upsert(connection, hidden).values(player=player, table_id=table_id)
    connection.execute(row.on_conflict_do_nothing())


def unhide(connection: Connection, table_id: str, player: str) -> None:
    """Bring a table back into a player's list."""
    connection.execute(delete(hidden).where(hidden.c.player == player, hidden.c.table_id == table_id))


def check_hiding(stored: Stored, player: str) -> None:
    """Refuse to put away what is not the player's, or where others wait for them."""
    if stored.seat_of(player) < 0 and stored.row.host != player:
        raise NotAllowed("This is none of your matches.")
    others = any(chair.player and chair.player != player for chair in stored.chairs)
    if stored.row.status != Status.FINISHED and stored.seat_of(player) >= 0 and others:
        raise Refused("Others sit at this table; resign or leave it first.")


def open_table(
    connection: Connection, row: dict[str, Any], chairs: list[tuple[str | None, str | None]], names: Sequence[str] = ()
) -> None:
    """Store a new table and who sits at it: for each seat a player or a bot or nobody yet, or the name a log tells."""
    connection.execute(insert(tables).values(row))
    connection.execute(
        insert(seats),
        [
            {"table_id": row["id"], "seat": seat, "player": player, "bot": bot, "name": name or None}
            for seat, ((player, bot), name) in enumerate(zip(chairs, names or [""] * len(chairs), strict=True))
        ],
    )


def sit_down(connection: Connection, table_id: str, player: str, seat: int | None) -> None:
    """Take an open seat, or the one that is kept for this player."""
    stored = load_to_change(connection, table_id)
    own = stored.seat_of(player)
    if own >= 0 and own not in stored.awaited:
        raise Refused("You sit at this table already.")
    if stored.row.status != Status.OPEN:
        raise Refused("The match has started; you can watch it.")
    if not stored.row.tournament:  # who meets whom there is drawn, and whoever joined has agreed to that
        peace.check_seat(connection, player, [chair.player for chair in stored.chairs])
    if stored.row.rated:
        check_registered(connection, player)
    free = [number for number, chair in enumerate(stored.chairs) if not chair.player and not chair.bot]
    if own >= 0:
        free = [own]
    if seat is not None and seat not in free:
        raise Refused(_not_free(seat, free))
    if own >= 0:
        _await_no_longer(connection, stored, own)
        return
    for wanted in free if seat is None else [seat]:
        vacant = and_(
            seats.c.table_id == table_id, seats.c.seat == wanted, seats.c.player.is_(None), seats.c.bot.is_(None)
        )
        if connection.execute(update(seats).where(vacant).values(player=player)).rowcount:
            return
    raise Refused("Somebody else has just taken the last free seat.")


def _not_free(number: int, free: list[int]) -> Sentence:
    if not free:
        return sentence("Seat {number} is not free; free are none.", number=number)
    return sentence("Seat {number} is not free; free are {free}.", number=number, free=", ".join(map(str, free)))


def stand_up(connection: Connection, table_id: str, player: str, start: dict[str, Any] | None = None) -> None:
    """Leave a seat before the match has started, or decline one that is kept: it is open to others then.

    With another position to start from, that is the table's from now on.
    """
    stored = load_to_change(connection, table_id)
    if stored.row.status != Status.OPEN:
        raise Refused("The match has started; you can resign.")
    if stored.row.tournament:
        raise Refused("This seat is kept for you by a tournament; withdraw there if you do not play on.")
    mine = and_(seats.c.table_id == table_id, seats.c.player == player)
    if not connection.execute(update(seats).where(mine).values(player=None)).rowcount:
        raise NotAllowed("You do not sit at this table.")
    _await_no_longer(connection, stored, stored.seat_of(player))
    if start is not None:
        connection.execute(update(tables).where(tables.c.id == table_id).values(start=start))


def load_to_change(connection: Connection, table_id: str) -> Stored:
    """A table, or a refusal; nobody else changes who sits there before this transaction ends."""
    connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
    return load_table(connection, table_id)


def _await_no_longer(connection: Connection, stored: Stored, seat: int) -> None:
    awaited = [other for other in stored.awaited if other != seat]
    connection.execute(update(tables).where(tables.c.id == stored.row.id).values(awaited=awaited))


def start_if_full(connection: Connection, table_id: str, served: int, now: int) -> bool:
    """Start the match once every seat is taken."""
    stored = load_table(connection, table_id)
    if stored.row.status != Status.OPEN or not stored.full:
        return False
    sitting = Sitting(stored.plan())
    entry = Entry(0, START, -1, 0, None, None, served, sitting.match.digest())
    sitting.apply(entry)
    row = {"table_id": table_id, **entry._asdict()}
    first = upsert(connection, journal).values(row).on_conflict_do_nothing().returning(journal.c.number)
    if connection.execute(first).first() is not None:
        connection.execute(update(tables).where(tables.c.id == table_id).values(row_of(sitting, now)))
    return True


def row_of(sitting: Sitting, now: int) -> dict[str, Any]:
    """What a sitting changes in its table's row."""
    return {
        "status": Status.FINISHED if sitting.over else Status.RUNNING,
        "turn": sitting.actor,
        "bot_turn": sitting.actor_is_bot,
        "deadline": sitting.deadline(),
        "taken_over": list(sitting.taken_over),
        "vacation": sorted(sitting.clocks.still),
        "taken_at": list(sitting.taken_at),
        "result": None if sitting.result is None else msgspec.to_builtins(sitting.result),
        "changed": now,
    }


# ------------------------------------------------------------------------------------------------------ chat and notes


def say(connection: Connection, table_id: str, player: str, line: ChatLine, client: str) -> int | None:
    """Store something said; says by which id, none if it was said before."""
    row: dict[str, Any] = {"table_id": table_id, "player": player, "client": client}
    row |= {"seat": line.seat, "name": line.who, "text": line.text, "at": line.at}
    new = upsert(connection, chat).values(row).on_conflict_do_nothing().returning(chat.c.id)
    return connection.execute(new).scalar_one_or_none()


def load_chat(
    connection: Connection, table_id: str, reader: str | None, *, players_room: bool, both: bool
) -> list[ChatLine]:
    """The last things said among the players, among the spectators, or by everybody, but by those a reader muted."""
    query = select(chat.c.name, chat.c.seat, chat.c.text, chat.c.at, chat.c.id).where(chat.c.table_id == table_id)
    if reader is not None:
        query = query.where(chat.c.player.not_in(peace.unheard(reader)))
    if not both:
        query = query.where(chat.c.seat >= 0 if players_room else chat.c.seat < 0)
    rows = connection.execute(query.order_by(chat.c.id.desc()).limit(CHAT_SHOWN)).all()
    return [ChatLine(*row) for row in reversed(rows)]


def keep_note(connection: Connection, table_id: str, player: str, text: str) -> None:
    """Keep a player's note at a table."""
    row = {"table_id": table_id, "player": player, "text": text}
    keys = [notes.c.table_id, notes.c.player]
    connection.execute(
        upsert(connection, notes).values(row).on_conflict_do_update(index_elements=keys, set_={"text": text})
    )


def load_note(connection: Connection, table_id: str, player: str) -> str:
    """A player's note at a table."""
    query = select(notes.c.text).where(notes.c.table_id == table_id, notes.c.player == player)
    return connection.execute(query).scalar_one_or_none() or ""
