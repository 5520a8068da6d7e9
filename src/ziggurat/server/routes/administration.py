"""For admins. Everybody else gets "not found", and the OpenAPI description leaves these routes out."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import delete, get, post
from litestar.params import Parameter
from sqlalchemy import Connection, Row

import ziggurat
from ziggurat.server.accounts import deletion, user_text
from ziggurat.server.administration import invitations, players, roles, status, tables, tournaments
from ziggurat.server.administration.roles import Role
from ziggurat.server.process import ServerProcess
from ziggurat.server.protocol import (
    AdminInvitation,
    AdminInvitations,
    AdminPlayer,
    AdminPlayers,
    AdminProcess,
    AdminStatus,
    AdminTables,
    AdminTournaments,
    AuditPage,
    LoggedProblem,
    MadeInvitation,
    NewInvitation,
    NewPlayer,
    PlayerAction,
    PlayerDecided,
    PlayerDecision,
    Table,
    TableAbort,
    TournamentCancel,
)
from ziggurat.server.refusals import Refused, Stale
from ziggurat.server.routes.common import Asked, RoleGuard, TableId, server_of, write_signed_in
from ziggurat.server.routes.tournaments import TournamentId
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.recent_problems import recent_problems
from ziggurat.server.social import moderation
from ziggurat.server.tables import departure, table_store
from ziggurat.server.tournaments import summary
from ziggurat.server.transport.host_check import site_of

admins_only = RoleGuard(roles.check)
HIDDEN = admins_only.hidden
ATTEMPTS = 5  # to end a match while its players and bots decide


@get("/api/admin/status", **HIDDEN)
async def get_status(request: Asked) -> AdminStatus:
    """How the server is."""
    server = server_of(request)
    stored = await server.read(status.load)
    alive = [server.alive(), *server.peers.reports()]
    return AdminStatus(
        **stored._asdict(),
        version=ziggurat.__version__,
        started=server.started,
        disk_free=await server.work(status.free_space, server.settings.database),
        backup_old=await server.backup_watch.warning() is not None,
        processes=[AdminProcess(one.version, one.started, one.sockets, one.leading) for one in alive],
        connections=sum(one.sockets for one in alive),
        people=len(server.people()),
        bots_waiting=server.pool.waiting,
        bots_at_once=server.settings.bots,
        mail=bool(server.settings.smtp_host),
        problems=[LoggedProblem(*problem) for problem in recent_problems.latest()],
    )


@get("/api/admin/players", **HIDDEN)
async def get_players(request: Asked, text: Annotated[str, Parameter(max_length=64)] = "") -> AdminPlayers:
    """Registered players whose name or login has a text in it."""
    found = await server_of(request).read(players.find_players, text)
    return AdminPlayers(found[: players.MOST], len(found) > players.MOST)


@post("/api/admin/players", status_code=201, **HIDDEN)
async def post_player(request: Asked, data: NewPlayer) -> PlayerDecided:
    """Register somebody, who chooses a password by the link."""
    server = server_of(request)
    row, site, at = await admins_only.player(request), _site(request), now()
    link = await _write(request, players.add_player, data.login, data.name, site, at, by=row)
    return PlayerDecided(await _shown(server, data.login), link)


@post("/api/admin/players/act", status_code=200, **HIDDEN)
async def post_decision(request: Asked, data: PlayerDecision) -> PlayerDecided:
    """Act on a player."""
    server = server_of(request)
    row = await admins_only.player(request)
    if data.why:
        user_text.check_chat(data.why)
    name, why, at, link = data.player, data.why, now(), ""
    write = partial(_write, request)
    match data.action:
        case PlayerAction.RENAME:
            name = await _rename(request, data, row, at)
        case PlayerAction.RESET:
            site = _site(request)
            link = await write(players.reset_link, name, site, at, by=row)
        case PlayerAction.CLOSE:
            closed = await write(players.close_player, name, why, at, by=row)
            server.disconnect(closed)
            await departure.leave_everything(server, closed)
        case PlayerAction.REOPEN:
            await write(players.reopen_player, name, why, at, by=row)
        case PlayerAction.DELETE:
            gone = await server.read(players.check_deletion, name)
            delete_rows = partial(players.delete_player, row=gone, why=why, at=at, by=row)
            await deletion.delete_account(server, gone.id, delete_rows)
            server.disconnect(gone.id)
            return PlayerDecided(None)
        case PlayerAction.ADMIN | PlayerAction.UNADMIN:
            given = data.action is PlayerAction.ADMIN
            await write(roles.change, name, Role.ADMIN, at, given=given, by=row)
        case PlayerAction.APPOINT | PlayerAction.UNAPPOINT:
            given = data.action is PlayerAction.APPOINT
            await write(roles.change, name, Role.MODERATOR, at, given=given, by=row)
    return PlayerDecided(await _shown(server, name), link)


async def _write(request: Asked, work: Any, *args: Any, by: Row[Any], **kwargs: Any) -> Any:
    """Write for an admin who is still one, and still logged in, when it is written."""

    def checked(connection: Connection) -> Any:
        return work(connection, *args, by=roles.check(connection, by.id), **kwargs)

    return await write_signed_in(request, by.id, checked)


async def _rename(request: Asked, data: PlayerDecision, row: Row[Any], at: int) -> str:
    server = server_of(request)
    if data.name is None:
        raise Refused("Enter the new name.")
    renamed = await _write(request, players.rename_player, data.player, data.name, at, by=row)
    for player in (renamed.player, *renamed.displaced):
        server.notify(messages.Renamed(player))
        await server.renamed(player)
    return user_text.read_name(data.name)


def _site(request: Asked) -> str:
    """The address of links: the one that is set, or where the admin is."""
    return server_of(request).settings.site or site_of(request)


async def _shown(server: ServerProcess, name: str) -> AdminPlayer:
    found: AdminPlayer = await server.read(players.find_one, name)
    return found


@get("/api/admin/invitations", **HIDDEN)
async def get_invitations(request: Asked) -> AdminInvitations:
    """All invitations to register."""
    rows = await server_of(request).read(invitations.list_invitations)
    fields = AdminInvitation.__struct_fields__
    return AdminInvitations([AdminInvitation(*(getattr(row, name) for name in fields)) for row in rows])


@post("/api/admin/invitations", status_code=201, **HIDDEN)
async def post_invitation(request: Asked, data: NewInvitation) -> MadeInvitation:
    """Make an invitation."""
    row = await admins_only.player(request)
    if data.label:
        user_text.check_chat(data.label)
    made = await _write(request, invitations.invite, data.label, data.uses, data.days, now(), by=row)
    return MadeInvitation(made.id, made.code, invitations.link_to(made, _site(request)))


@delete("/api/admin/invitations/{invitation:str}", status_code=204, **HIDDEN)
async def delete_invitation(request: Asked, invitation: TableId) -> None:
    """Withdraw an invitation."""
    await _write(request, invitations.withdraw, invitation, now(), by=await admins_only.player(request))


@get("/api/admin/tables", **HIDDEN)
async def get_tables(request: Asked, text: Annotated[str, Parameter(max_length=200)] = "") -> AdminTables:
    """Matches being played, by their players' names; or one table, by its address."""
    row = await admins_only.player(request)
    found = await server_of(request).read(tables.find_tables, text)
    return AdminTables([one.for_player(row.id) for one in found[: tables.MOST]], len(found) > tables.MOST)


@post("/api/admin/tables/{table_id:str}/abort", status_code=200, **HIDDEN)
async def post_abort(request: Asked, table_id: TableId, data: TableAbort) -> Table:
    """End a match without winners."""
    server = server_of(request)
    row = await admins_only.player(request)
    user_text.check_chat(data.why)
    stored = await server.read(table_store.load_table, table_id)
    await server.games.require(stored.row.game)
    for attempt in range(ATTEMPTS):
        try:
            await _write(request, tables.abort, table_id, data.why, now(), server.served(), by=row)
            break
        except Stale:  # somebody has just decided
            if attempt + 1 == ATTEMPTS:
                raise
    server.notify(messages.TableChanged(table_id))
    await server.table_changed(table_id)
    return (await server.read(table_store.load_table, table_id)).for_player(row.id)


@get("/api/admin/tournaments", **HIDDEN)
async def get_tournaments(request: Asked, text: Annotated[str, Parameter(max_length=80)] = "") -> AdminTournaments:
    """Unfinished tournaments, or those with a text in their title."""
    row = await admins_only.player(request)
    server = server_of(request)
    found = await server.read(tournaments.find_tournaments, text)
    listed = await server.read(summary.list_rows, found[: tournaments.MOST], row.id)
    return AdminTournaments(listed, len(found) > tournaments.MOST)


@post("/api/admin/tournaments/{tournament_id:str}/cancel", status_code=204, **HIDDEN)
async def post_cancel(request: Asked, tournament_id: TournamentId, data: TournamentCancel) -> None:
    """Cancel a tournament, or end it with the current standings if it has started."""
    row = await admins_only.player(request)
    user_text.check_chat(data.why)
    await _write(request, tournaments.cancel, tournament_id, data.why, now(), by=row)


@get("/api/admin/audit", **HIDDEN)
async def get_audit(request: Asked, before: Annotated[int | None, Parameter(ge=1, le=2**31 - 1)] = None) -> AuditPage:
    """The audit log, the latest first: what admins and moderators did."""
    return await server_of(request).read(moderation.list_audit, before)
