"""The HTTP interface. Every answer is typed; every refusal is one sentence."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from litestar import Request, Response, delete, get, patch, post
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import Cookie, State
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from sqlalchemy import delete as delete_rows
from sqlalchemy import insert, select

import ziggurat
from ziggurat import bots
from ziggurat.core.sentence import quoted, sentence
from ziggurat.server import guards, identity, metrics, opening, protocol, replayer, replays, schema, store, texts
from ziggurat.server.hall import Hall
from ziggurat.server.live import now
from ziggurat.server.protocol import (
    Credentials,
    Fork,
    GameCard,
    Import,
    LevelCard,
    Me,
    Moment,
    NewName,
    NewPassword,
    NewTable,
    NewToken,
    OptionCard,
    Problem,
    Replay,
    Scope,
    Sit,
    Table,
    Tables,
    TokenListed,
    TokenMade,
    WorkedExample,
)
from ziggurat.server.readiness import Readiness
from ziggurat.server.refusals import NotAllowed, NotFound, Refused, TooMuch
from ziggurat.server.replayer import Again, Brought, Read, Which
from ziggurat.server.sitting import Entry
from ziggurat.server.teaching import worked

Asked = Request[Any, Any, State]
TableId = Annotated[str, Parameter(max_length=20, pattern=r"^[a-z0-9]+$", description="the table's id")]
PAGE = 50
PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description=text)
    for status, text in {
        400: "it cannot be understood",
        403: "it is not yours to do",
        404: "there is no such thing",
        409: "it is not possible now",
        413: "it is too large",
        421: "this server has another name",
        429: "it is too much",
        503: "the disk did not take it or does not answer, or the game's rules are still being compiled",
    }.items()
}
MAX_TOKENS = 20
PART = 200  # entries of a journal that are stored at once: others are not to wait for a long log
T = TypeVar("T")


def hall_of(request: Asked) -> Hall:
    """The hall of this process."""
    hall: Hall = request.app.state.hall
    return hall


async def player_of(request: Asked) -> str:
    """The player who asks; whoever comes without a cookie is given one with the answer."""
    player = await guards.who(request, hall_of(request))
    if player is None:
        player = request.state.guest = identity.new_player()
    return player


def cookie_for(request: Asked, player: str, logouts: int) -> Cookie:
    """A player's cookie: signed, and out of reach of scripts and other sites."""
    hall = hall_of(request)
    return Cookie(
        key=identity.COOKIE,
        value=hall.keys.sign(player, logouts),
        httponly=True,
        samesite="lax",
        secure=hall.settings.secure,
        max_age=identity.COOKIE_SECONDS,
        path="/",
    )


def answer(
    body: Any, request: Asked, *, player: str | None = None, logouts: int = 0, cut: str | None = None
) -> Response[Any]:
    """An answer, with a cookie if the asker has none yet (or has become `player`, or needs a new one).

    Sockets that are to be `cut` are so afterwards: the page comes back at once, and should have the new cookie by then.
    """
    guest = player or getattr(request.state, "guest", None)

    async def end() -> None:
        if cut:
            hall_of(request).cut(cut)

    cookies = [cookie_for(request, guest, logouts)] if guest else []
    return Response(body, cookies=cookies, background=BackgroundTask(end) if cut else None)


# --------------------------------------------------------------------------------------------------------------- people


@get("/api/me", summary="Who am I?", responses=PROBLEMS)
async def get_me(request: Asked) -> Response[Me]:
    """Who you are; a newcomer becomes a guest."""
    player = await player_of(request)
    row = await hall_of(request).read(store.find_player, player)
    me = Me(identity.guest_name(player), None) if row is None else Me(row.name, row.login)
    return answer(me, request)


@patch("/api/me", summary="Change my name", responses=PROBLEMS)
async def patch_me(request: Asked, data: NewName) -> Response[Me]:
    """Choose what others call you."""
    hall = hall_of(request)
    name = texts.read_name(data.name)
    player = await player_of(request)

    def work(connection: Any) -> Me:
        identity.keep(connection, player, now())
        store.rename(connection, player, name)
        row = store.find_player(connection, player)
        return Me(name, row.login if row else None)

    me = await hall.writer.write(work, f"renamed {player}")
    await hall.renamed(player)
    return answer(me, request)


@post("/api/account", summary="Register", status_code=200, responses=PROBLEMS)
async def post_account(request: Asked, data: Credentials) -> Response[Me]:
    """Give yourself a login and a password; everything you did as a guest stays yours, your cookie is a new one."""
    guards.check_cookie(request)
    player = await player_of(request)
    password = await hall_of(request).passwords.hash(data.password)

    def work(connection: Any) -> tuple[Me, int]:
        identity.keep(connection, player, now())
        store.register(connection, player, data.login, password)
        logouts = store.log_out(connection, player)
        return Me(identity.name_of(connection, player), data.login.lower()), logouts

    me, logouts = await hall_of(request).writer.write(work)
    return answer(me, request, player=player, logouts=logouts, cut=player)


@post("/api/login", summary="Log in", status_code=200, responses=PROBLEMS)
async def post_login(request: Asked, data: Credentials) -> Response[Me]:
    """Become the account on this device too; what you did here as a guest comes along."""
    hall = hall_of(request)
    guards.check_cookie(request)
    accounts: guards.Buckets = request.app.state.accounts
    if not request.app.state.logins.take(guards.address(request)) or not accounts.take(data.login.lower()):
        raise TooMuch("Too many attempts to log in; wait a minute.")
    guest, session, *_ = await guards.visitor(request, hall)
    row = await hall.read(store.find_login, data.login)
    if not await hall.passwords.is_right(row, data.password) or row is None:
        raise NotAllowed("That login and password do not belong together.")
    accounts.forget(data.login.lower())

    def work(connection: Any) -> list[str]:
        if session:
            store.end_session(connection, session, now(), identity.COOKIE_SECONDS * 1000)
        former = store.find_player(connection, guest) if guest else None
        if former is None or former.login is not None:
            return []
        return store.move_history(connection, former.id, row.id)

    for table_id in await hall.writer.write(work):
        await hall.writer.write(lambda connection: None, f"seated {table_id}")  # tell the other processes
        await hall.table_changed(table_id)
    return answer(Me(row.name, row.login), request, player=row.id, logouts=row.logouts, cut=session)


@post("/api/logout", summary="Log out", status_code=200, responses=PROBLEMS)
async def post_logout(request: Asked) -> Response[Me]:
    """Be a new guest on this device; the cookie it had is worth nothing any more."""
    hall = hall_of(request)
    guards.check_cookie(request)
    session = (await guards.visitor(request, hall)).session
    if session:
        await hall.writer.write(
            lambda connection: store.end_session(connection, session, now(), identity.COOKIE_SECONDS * 1000)
        )
    player = identity.new_player()
    return answer(Me(identity.guest_name(player), None), request, player=player, cut=session)


@post("/api/logout/everywhere", summary="Log out everywhere", status_code=200, responses=PROBLEMS)
async def post_logout_everywhere(request: Asked) -> Response[Me]:
    """Be a new guest here, and nobody you know on every other device. API tokens stay until they are deleted."""
    hall = hall_of(request)
    row = await _account(request)
    await hall.writer.write(lambda connection: store.log_out(connection, row.id))
    player = identity.new_player()
    return answer(Me(identity.guest_name(player), None), request, player=player, cut=row.id)


@post("/api/password", summary="Change my password", status_code=200, responses=PROBLEMS)
async def post_password(request: Asked, data: NewPassword) -> Response[Me]:
    """Set another password; every other device is logged out, and your API tokens are deleted."""
    hall = hall_of(request)
    row = await _account(request)
    if not request.app.state.logins.take(guards.address(request)) or not request.app.state.accounts.take(row.login):
        raise TooMuch("Too many passwords were tried; wait a minute.")
    if not await hall.passwords.is_right(row, data.old):
        raise NotAllowed("That is not your password.")
    password = await hall.passwords.hash(data.new)
    logouts = await hall.writer.write(lambda connection: store.log_out(connection, row.id, password))
    return answer(Me(row.name, row.login), request, player=row.id, logouts=logouts, cut=row.id)


async def _account(request: Asked) -> Any:
    """The asker's row, if they are registered and no program."""
    guards.check_cookie(request)
    player = await guards.who(request, hall_of(request))
    row = await hall_of(request).read(store.find_player, player) if player else None
    if row is None or row.login is None:
        raise NotAllowed("You have no account; register first.")
    return row


@get("/api/tokens", summary="My API tokens", responses=PROBLEMS)
async def get_tokens(request: Asked) -> list[TokenListed]:
    """The API tokens you have made, without the tokens themselves."""
    player = await guards.who(request, hall_of(request))

    def work(connection: Any) -> list[TokenListed]:
        tokens = schema.tokens
        columns = (tokens.c.id, tokens.c.label, tokens.c.created, tokens.c.scope, tokens.c.expires)
        query = select(*columns).where(tokens.c.player == (player or "")).order_by(tokens.c.created)
        return [
            TokenListed(row.id, row.label, row.created, Scope(row.scope), row.expires)
            for row in connection.execute(query)
        ]

    return await hall_of(request).read(work)


@post("/api/tokens", summary="Make an API token", status_code=201, responses=PROBLEMS)
async def post_token(request: Asked, data: NewToken) -> Response[TokenMade]:
    """A token by which a program plays in your name, or only sees what you see. It is shown this once."""
    guards.check_cookie(request)
    label = texts.check_label(data.label)
    player = await player_of(request)
    token, token_hash = identity.new_token()
    at = now()
    made = TokenMade(opening.new_id(), label, token, data.scope, at + data.days * identity.DAY)

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        have = connection.execute(select(schema.tokens.c.id).where(schema.tokens.c.player == player)).all()
        if len(have) >= MAX_TOKENS:
            raise Refused(sentence("You have {tokens} tokens already; delete one first.", tokens=MAX_TOKENS))
        row = {"id": made.id, "player": player, "hash": token_hash, "label": label, "created": at}
        row |= {"scope": data.scope, "expires": made.expires}
        connection.execute(insert(schema.tokens).values(row))

    await hall_of(request).writer.write(work)
    response = answer(made, request)
    response.status_code = 201
    return response


@delete("/api/tokens/{token_id:str}", summary="Delete an API token", status_code=204, responses=PROBLEMS)
async def delete_token(request: Asked, token_id: TableId) -> None:
    """Make a token worthless, and end what it is being used for."""
    hall = hall_of(request)
    guards.check_cookie(request)
    player = await guards.who(request, hall)
    tokens = schema.tokens
    mine = delete_rows(tokens).where(tokens.c.id == token_id, tokens.c.player == (player or ""))
    if not await hall.writer.write(lambda connection: connection.execute(mine).rowcount):
        raise NotFound("You have no such token.")
    hall.cut(token_id)


# ---------------------------------------------------------------------------------------------------------------- games


@get("/api/games", summary="The games", responses=PROBLEMS)
async def get_games(request: Asked) -> list[GameCard]:
    """The games there are, with their seats, options and bots."""
    games = hall_of(request).games
    return [_card(ziggurat.game(name), games) for name in ziggurat.game_names()]


def _card(game: ziggurat.Game, games: Readiness) -> GameCard:
    others = [name for name in bots.names() if name not in bots.LEVELS]
    return GameCard(
        name=game.name,
        title=game.title,
        summary=game.summary,
        rules=game.rules_version,
        seats=list(game.seat_counts),
        seat_notes={str(seats): text for seats, text in game.seat_notes.items()},
        options=[OptionCard(option.name, list(option.values), option.text) for option in game.options],
        levels=[LevelCard(name, level.text) for name, level in bots.LEVELS.items()],
        bots=[*bots.LEVELS, *others],
        ready=games.is_ready(game.name),
        ahead=games.ahead(game.name),
    )


async def ready_for(hall: Hall, table_id: str) -> None:
    """Refuse what needs the rules of a table's game before they are compiled."""
    await hall.games.require((await hall.read(store.load_table, table_id)).row.game)


@get("/api/games/{name:str}/rules", summary="The rules of a game", media_type="text/markdown", responses=PROBLEMS)
async def get_rules(name: Annotated[str, Parameter(max_length=40)], language: Literal["en", "nl"] = "en") -> str:
    """The rules, as Markdown, with the clause numbers that refusals cite."""
    if name not in ziggurat.game_names():
        raise NotFound(sentence("There is no game called {name}.", name=quoted(name)))
    return ziggurat.game(name).rules_text(language)


@get("/api/games/{name:str}/examples", summary="Worked examples of a game", responses=PROBLEMS)
async def get_examples(request: Asked, name: Annotated[str, Parameter(max_length=40)]) -> Response[list[WorkedExample]]:
    """Positions with what is played in them, what it scores and why; step by step, for boards to show."""
    if name not in ziggurat.game_names():
        raise NotFound(sentence("There is no game called {name}.", name=quoted(name)))
    hall = hall_of(request)
    await hall.games.require(name)
    return _as_json(await hall.work(worked, name))


# --------------------------------------------------------------------------------------------------------------- tables


@get("/api/tables", summary="The lobby", responses=PROBLEMS)
async def get_tables(
    request: Asked,
    show: Literal["open", "running", "mine", "finished"] = "open",
    before: Annotated[str | None, Parameter(max_length=40, pattern=r"^[0-9]{1,15}-[a-z0-9]{1,20}$")] = None,
    limit: Annotated[int, Parameter(ge=1, le=PAGE)] = PAGE,
) -> Tables:
    """Tables, the last changed first; `next` of one page is `before` of the page after it."""
    hall = hall_of(request)
    player = await guards.who(request, hall)
    mark = None
    if before is not None:
        changed, _, table_id = before.partition("-")
        mark = int(changed), table_id
    since = now() - int(hall.settings.open_days * 86_400_000)
    found = await hall.read(store.list_tables, show, player, mark, limit + 1, since)
    page = found[:limit]
    more = f"{page[-1].row.changed}-{page[-1].row.id}" if len(found) > limit else None
    return Tables([stored.told(player) for stored in page], more)


@post("/api/tables", summary="Open a table", status_code=201, responses=PROBLEMS)
async def post_table(request: Asked, data: NewTable) -> Response[Table]:
    """Open a table. It starts at once if no seat is open, else when the last one is taken."""
    hall = hall_of(request)
    player = await player_of(request)
    new, chairs = await hall.work(opening.plan_table, data, player, now())
    await hall.games.require(new["game"])
    await _may_open(request, player, chairs)
    return await _open(request, new, chairs, player)


async def _open(request: Asked, new: dict[str, Any], chairs: opening.Chairs, player: str) -> Response[Table]:
    """Store a new table; what its beginning takes, nobody who writes waits for."""
    hall = hall_of(request)
    served = hall.served()
    new, first = await hall.work(opening.begun, {**new, "stand_in": hall.settings.stand_in}, chairs, served)
    await hall.writer.write(lambda c: opening.store_table(c, new, chairs, player, served, first), f"seated {new['id']}")
    await hall.table_changed(new["id"])
    return await _opened(request, new["id"], player)


async def _may_open(request: Asked, player: str, chairs: opening.Chairs) -> None:
    """Refuse another table to whoever has too many."""
    hall = hall_of(request)
    bots_there = any(bot for _, bot in chairs)

    async def count(seconds: int) -> int:
        return await hall.read(store.count_unfinished, player, now() - 1000 * seconds)

    await hall.limits.check_opening(player, guards.address(request), count, bots=bots_there)


async def _opened(request: Asked, table_id: str, player: str) -> Response[Table]:
    hall = hall_of(request)
    stored = await hall.read(store.load_table, table_id)
    response = answer(stored.told(player), request)
    response.status_code = 201
    return response


@get("/api/tables/{table_id:str}", summary="A table", responses=PROBLEMS)
async def get_table(request: Asked, table_id: TableId) -> Table:
    """What everybody may know about a table."""
    hall = hall_of(request)
    player = await guards.who(request, hall)
    return (await hall.read(store.load_table, table_id)).told(player)


@post("/api/tables/{table_id:str}/sit", summary="Take a seat", status_code=200, responses=PROBLEMS)
async def post_sit(request: Asked, table_id: TableId, data: Sit) -> Response[Table]:
    """Take an open seat; the match starts when it was the last one."""
    hall = hall_of(request)
    player = await player_of(request)
    await ready_for(hall, table_id)
    served = hall.served()

    def work(connection: Any) -> None:
        identity.keep(connection, player, now())
        store.sit_down(connection, table_id, player, data.seat)
        store.start_if_full(connection, table_id, served, now())

    await hall.writer.write(work, f"seated {table_id}")
    await hall.table_changed(table_id)
    return answer((await hall.read(store.load_table, table_id)).told(player), request)


@post("/api/tables/{table_id:str}/leave", summary="Leave a seat", status_code=200, responses=PROBLEMS)
async def post_leave(request: Asked, table_id: TableId) -> Table:
    """Leave your seat before the match has started."""
    hall = hall_of(request)
    player = await guards.who(request, hall)
    if player is None:
        raise NotAllowed("You do not sit at this table.")
    await hall.writer.write(lambda c: store.stand_up(c, table_id, player), f"seated {table_id}")
    await hall.table_changed(table_id)
    return (await hall.read(store.load_table, table_id)).told(player)


@post("/api/tables/{table_id:str}/rematch", summary="Play again", status_code=201, responses=PROBLEMS)
async def post_rematch(request: Asked, table_id: TableId) -> Response[Table]:
    """A new table with the same people and bots, everybody a seat further.

    To other people it is an offer: it starts when all who played have asked for it, or have sat down there.
    """
    hall = hall_of(request)
    player = await guards.who(request, hall)
    if player is None:
        raise NotAllowed("A rematch is for those who played.")
    await ready_for(hall, table_id)
    stored = await hall.read(store.load_table, table_id)
    if stored.row.next is None and stored.seat_of(player) >= 0:  # else no table is opened
        await _may_open(request, player, [(chair.player, chair.bot) for chair in stored.chairs])
    served = hall.served()
    new_id = await hall.writer.write(
        lambda c: opening.rematch(c, table_id, player, now(), served), f"seated {table_id}"
    )
    hall.notify(f"seated {new_id}")  # somebody may wait there for the others
    await hall.table_changed(table_id)
    await hall.table_changed(new_id)
    return await _opened(request, new_id, player)


# -------------------------------------------------------------------------------------------------------------- replays


@get("/api/tables/{table_id:str}/replay", summary="A finished match", responses=PROBLEMS)
async def get_replay(request: Asked, table_id: TableId) -> Response[Replay]:
    """Every decision of a finished match, with all secrets."""
    hall = hall_of(request)
    player = await guards.who(request, hall)
    stored, journal = await hall.read(replays.load, table_id)
    steps: Any = replays.moves_alone(journal)
    readable = replays.is_readable(stored)
    if readable:
        steps = msgspec.Raw(await _again(hall, bytes, Again("steps", stored.plan(), journal)))
    return _as_json(Replay(stored.told(player), steps, readable))


async def _again(hall: Hall, kind: type[T], question: Again) -> T:
    await hall.games.require(question.plan.game)
    return await hall.replayers.again(kind, question)


async def _finished(request: Asked, table_id: str) -> tuple[store.Stored, list[Entry]]:
    stored, journal = await hall_of(request).read(replays.load, table_id)
    replays.check_readable(stored)
    return stored, journal


def _as_json(body: Any) -> Response[Any]:
    encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Response(encoded, media_type="application/json")


@get("/api/tables/{table_id:str}/replay/{decision:int}", summary="A moment of a finished match", responses=PROBLEMS)
async def get_moment(
    request: Asked, table_id: TableId, decision: Annotated[int, Parameter(ge=0, le=2**31 - 1)]
) -> Response[Moment]:
    """The position before a decision (counted from 0): every seat's view and the whole truth."""
    stored, journal = await _finished(request, table_id)
    return _as_json(await _again(hall_of(request), bytes, Again("moment", stored.plan(), journal, decision)))


@get("/api/tables/{table_id:str}/log", summary="The log, as text", media_type="text/plain", responses=PROBLEMS)
async def get_log(request: Asked, table_id: TableId) -> str:
    """The log of a finished match; `ziggurat replay` and this server's import read it."""
    stored, journal = await _finished(request, table_id)
    return await _again(hall_of(request), str, Again("text", stored.plan(), journal))


@get("/api/tables/{table_id:str}/log.json", summary="The log, as JSON", responses=PROBLEMS)
async def get_log_json(request: Asked, table_id: TableId) -> Response[dict[str, Any]]:
    """The log of a finished match, for programs."""
    stored, journal = await _finished(request, table_id)
    return _as_json(await _again(hall_of(request), bytes, Again("json", stored.plan(), journal)))


@post("/api/tables/{table_id:str}/fork", summary="Play on from a finished match", status_code=201, responses=PROBLEMS)
async def post_fork(request: Asked, table_id: TableId, data: Fork) -> Response[Table]:
    """A new table that begins in the middle of a finished match; what is drawn from there on is drawn anew."""
    hall = hall_of(request)
    player = await player_of(request)
    stored, journal = await _finished(request, table_id)
    chairs = opening.check_fork(stored, data.seats, player)
    await _may_open(request, player, chairs)
    own = opening.seen_by(chairs)
    found = await _again(hall, replayer.Fork, Again("fork", stored.plan(), journal, data.decision, own))
    if found.over:
        raise Refused("The match is over at that decision; take an earlier one.")
    anew = own is not None and data.decision == 0 and stored.row.start is None  # one could pick a log by one's hand
    start = None if anew else found.start
    new = opening.plan_fork(stored, start, chairs, player, now(), public=data.public)
    return await _open(request, new, chairs, player)


@post("/api/import", summary="Bring a log", status_code=201, responses=PROBLEMS)
async def post_import(request: Asked, data: Import) -> Response[Table]:
    """Store a log as a finished match, to step through, to link to and to fork from."""
    hall = hall_of(request)
    player = await player_of(request)
    game = await hall.replayers.ask(Which(data.log), str)
    await hall.games.require(game)
    brought = await hall.replayers.ask(Read(data.log, hall.served()), Brought, game)
    new = opening.plan_import(brought, player, now())
    parts = [brought.entries[start : start + PART] for start in range(0, len(brought.entries), PART)]
    await hall.writer.write(lambda c: opening.store_import(c, new, brought.seats, player, parts[0]))
    try:
        for part in parts[1:]:
            await hall.writer.write(partial(opening.store_entries, table_id=new["id"], entries=part))
    except Refused:
        await hall.writer.write(partial(opening.forget_import, table_id=new["id"]))
        raise
    return await _opened(request, new["id"], player)


# ----------------------------------------------------------------------------------------------------------- operations


@get("/healthz", summary="Alive?", media_type="text/plain", responses=PROBLEMS)
async def healthz(request: Asked) -> str:
    """Answers while the database can be read."""
    await hall_of(request).read(lambda connection: connection.execute(select(schema.service.c.id)).scalar_one())
    return "ok\n"


@get("/readyz", summary="Ready?", media_type="text/plain", responses=PROBLEMS)
async def readyz(request: Asked) -> str:
    """Answers while the database takes what is written: tries it."""
    await hall_of(request).try_to_write()
    return "ok\n"


@get("/metrics", summary="For Prometheus", media_type="text/plain", include_in_schema=False)
async def get_metrics(request: Asked) -> bytes:
    """All metrics. Only for the machine itself and those the proxy lets through."""
    if guards.host(request) not in ("127.0.0.1", "::1", "nowhere"):
        raise NotAllowed("Metrics are only told on the machine itself.")
    return metrics.page()


@get("/api/protocol.json", summary="The sockets' messages", responses=PROBLEMS)
async def get_protocol() -> dict[str, Any]:
    """Every message of the sockets, as JSON Schema."""
    return _PROTOCOL


_PROTOCOL: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(protocol.schema()))

ROUTES: list[Any] = [
    get_me, patch_me, post_account, post_login, post_logout, post_logout_everywhere, post_password,
    get_tokens, post_token, delete_token, get_games, get_rules, get_examples,
    get_tables, post_table, get_table, post_sit, post_leave, post_rematch,
    get_replay, get_moment, get_log, get_log_json, post_fork, post_import,
    healthz, readyz, get_metrics, get_protocol,
]  # fmt: skip
