"""For whoever runs a server: `doctor`, `players`, `tables`, `tournaments`, `admins`, `moderators`, `invitations`."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from ziggurat.cli.common import AsJson, DatabaseUrl, Panel, app, check_server, count_of, open_database
from ziggurat.core.errors import BadOption


@app.command(rich_help_panel=Panel.HOST)
def doctor(
    mail: Annotated[str, typer.Option(metavar="ADDRESS", help="Also send an e-mail to this address.")] = "",
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Look at this host and say what is wrong, line by line.

    Version, settings, database, disk, clock, TLS headers and WebSockets through the proxy, mail, push keys, backups.
    Use it before and after an upgrade. The exit status is 1 if something is wrong; a warning is not.

    Example: `ziggurat doctor --mail you@example.org`
    """
    check_server()
    from ziggurat.server import doctor as examination
    from ziggurat.server.settings import Settings

    findings = []
    for finding in examination.examine(Settings.read(database=database), mail):
        findings.append(finding)
        if not as_json:
            print(f"{finding.state:<8} {finding.subject:<11} {finding.text}", flush=True)
    if as_json:
        print(json.dumps([finding._asdict() for finding in findings]))
    if any(finding.state == examination.WRONG for finding in findings):
        raise typer.Exit(1)


@app.command(rich_help_panel=Panel.HOST)
def players(
    action: Annotated[str, typer.Argument(metavar="find|add|rename|reset|close|reopen|delete", help="What to do.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name or login; for `find` a part of one.")] = "",
    new: Annotated[str, typer.Argument(metavar="NEW", help="For `rename`, the new name; for `add`, the name.")] = "",
    why: Annotated[str, typer.Option(help="For the audit log: why.")] = "",
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Find, add, rename, close or delete players.

    `reset` gives somebody a new password: it and `add` print a link that works once, for a day, with which the player
    chooses one. No e-mail is needed. `add` also works while registration is closed. Whoever is closed cannot log in
    until `reopen`; `delete` is for good. Everything is in the audit log, and on the admin page as well.

    Example: `ziggurat players reset Anna`
    """
    check_server()
    import msgspec

    from ziggurat.server.administration import players as administration
    from ziggurat.server.settings import Settings

    if action not in ("find", "add", "rename", "reset", "close", "reopen", "delete"):
        raise BadOption(f"The action is find, add, rename, reset, close, reopen or delete, not {action!r}.")
    if action != "find" and not name:
        raise BadOption(f"`players {action}` needs a name.")
    if (action == "rename") != bool(new) and action != "add":
        raise BadOption("`players rename` needs a new name." if action == "rename" else f"`{action}` takes one name.")
    engine, settings = open_database(database), Settings.read(database=database)
    site, at = settings.public_address(), int(time.time() * 1000)
    told: dict[str, Any] = {}
    with engine.begin() as connection:
        if action == "find":
            found = administration.find_players(connection, name)[: administration.MOST]
            told["players"] = [msgspec.structs.asdict(one) for one in found]
        elif action == "rename":
            administration.rename_player(connection, name, new, at)
            told["name"] = new
        elif action == "add":
            told["link"] = administration.add_player(connection, name, new, site, at)
        elif action == "reset":
            told["link"] = administration.reset_link(connection, name, site, at)
        elif action == "close":
            administration.close_player(connection, name, why, at)
            told["closed"] = name
        elif action == "reopen":
            administration.reopen_player(connection, name, why, at)
            told["reopened"] = name
        else:
            administration.delete_player(connection, administration.check_deletion(connection, name), why, at)
            told["deleted"] = name
    if as_json:
        print(json.dumps(told))
    elif action == "find":
        for found in told["players"]:
            roles = "".join(f", {role}" for role in ("admin", "moderator", "closed") if found[role])
            print(f"{found['name']} (login {found['login']}, since {_date(found['created'])}{roles})")
        print(count_of(len(told["players"]), "player"))
    elif action == "rename":
        print(f"{name} is now called {new}.")
    elif "link" not in told:
        print(f"Done: {name} is {next(iter(told))}.")
    else:
        print(f"{told['link']}\nThe link works once, until {_date(at + 86_400_000)}. Give it to {name} in private.")


@app.command(rich_help_panel=Panel.HOST)
def tables(
    action: Annotated[str, typer.Argument(metavar="find|abort", help="What to do.")],
    table: Annotated[str, typer.Argument(metavar="TEXT", help="A table's id or address; for `find` also a name.")] = "",
    why: Annotated[str, typer.Option(help="For `abort`: why; the players read it.")] = "",
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Find matches being played, or end one.

    Nobody wins then. What was played stays, and ratings do not count the match. Everything is in the audit log, and on
    the admin page as well.

    Example: `ziggurat tables abort q3v9dk2m5x8w7z --why 'both players have gone'`
    """
    check_server()
    from ziggurat.server.administration import tables as administration
    from ziggurat.server.storage.database import downtime

    if action not in ("find", "abort"):
        raise BadOption(f"The action is find or abort, not {action!r}.")
    if action == "abort" and not (table and why):
        raise BadOption("`tables abort` needs a table and a reason: `--why 'both players have gone'`.")
    at = int(time.time() * 1000)
    with open_database(database).begin() as connection:
        found = administration.find_tables(connection, table)[: administration.MOST]
        if action == "abort":
            if len(found) != 1 or found[0].row.id not in table:
                raise BadOption(f"There is no table {table!r}; `ziggurat tables find` lists those being played.")
            administration.abort(connection, found[0].row.id, why, at, at - downtime(connection))
    rows = [{"id": one.row.id, "game": one.row.game, "seats": [chair.name for chair in one.chairs]} for one in found]
    if as_json:
        print(json.dumps({"aborted": rows[0]["id"]} if action == "abort" else {"tables": rows}))
    elif action == "abort":
        print("The match has ended.")
    else:
        for row in rows:
            print(f"{row['id']}  {row['game']}: {', '.join(name or 'nobody' for name in row['seats'])}")
        print(count_of(len(rows), "table"))


@app.command(rich_help_panel=Panel.HOST)
def tournaments(
    action: Annotated[str, typer.Argument(metavar="find|cancel", help="What to do.")],
    tournament: Annotated[str, typer.Argument(metavar="TEXT", help="A tournament's id; for `find` also a title.")] = "",
    why: Annotated[str, typer.Option(help="For `cancel`: why, for the audit log.")] = "",
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Find tournaments, or end one for its organizer.

    Without a text, those that are not over are found. One that has begun ends with its current standings; matches that
    are being played go on. Everything is in the audit log, and on the admin page as well.

    Example: `ziggurat tournaments cancel 7x2m9q4kd8w3vz --why 'the organizer has gone'`
    """
    check_server()
    from ziggurat.server.administration import tournaments as administration

    if action not in ("find", "cancel"):
        raise BadOption(f"The action is find or cancel, not {action!r}.")
    if action == "cancel" and not (tournament and why):
        raise BadOption("`tournaments cancel` needs an id and a reason: `--why 'the organizer has gone'`.")
    told: dict[str, Any] = {"cancelled": tournament}
    with open_database(database).begin() as connection:
        if action == "cancel":
            administration.cancel(connection, tournament, why, int(time.time() * 1000))
        else:
            found = administration.find_tournaments(connection, tournament)[: administration.MOST]
            told = {"tournaments": [{key: getattr(row, key) for key in _TOLD} for row in found]}
    if as_json:
        print(json.dumps(told))
    elif action == "cancel":
        print("The tournament has ended.")
    else:
        for row in told["tournaments"]:
            print(f"{row['id']}  {row['title']} ({row['game']}, {row['status']})")
        print(count_of(len(told["tournaments"]), "tournament"))


_TOLD = ("id", "title", "game", "status")


@app.command(rich_help_panel=Panel.HOST)
def admins(
    action: Annotated[str, typer.Argument(metavar="add|remove|list", help="What to do.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="A registered player.")] = "",
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Add, remove or list admins.

    They see how the server is on the page `/admin`, and act there on players, invitations and tables. Changes are in
    the audit log.

    Example: `ziggurat admins add Anna`
    """
    _change_role("admins", action, name, database, as_json=as_json)


@app.command(rich_help_panel=Panel.HOST)
def moderators(
    action: Annotated[str, typer.Argument(metavar="add|remove|list", help="What to do.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="A registered player.")] = "",
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Add, remove or list moderators.

    They read reports and act on them. Changes are in the audit log.

    Example: `ziggurat moderators add Anna --database sqlite:///ziggurat.db`
    """
    _change_role("moderators", action, name, database, as_json=as_json)


def _change_role(command: str, action: str, name: str, database: str | None, *, as_json: bool) -> None:
    check_server()
    from ziggurat.server.administration import roles

    role = roles.Role(command.removesuffix("s"))
    if action not in ("add", "remove", "list"):
        raise BadOption(f"The action is add, remove or list, not {action!r}.")
    if (action == "list") == bool(name):
        raise BadOption(f"`{command} list` takes no name." if name else f"`{command} {action}` needs a name.")
    with open_database(database).begin() as connection:
        if name:
            roles.change(connection, name, role, int(time.time() * 1000), given=action == "add")
        names = roles.holders(connection, role)
    if as_json:
        print(json.dumps({command: names}))
    else:
        print("\n".join(names) or f"Nobody is {'an' if role is roles.Role.ADMIN else 'a'} {role}.")


@app.command(rich_help_panel=Panel.HOST)
def invitations(
    action: Annotated[str, typer.Argument(metavar="add|list|remove", help="What to do.")],
    invitation: Annotated[str, typer.Argument(metavar="ID", help="For `remove`: what `list` shows.")] = "",
    uses: Annotated[int, typer.Option(help="For `add`: how many people may register with it.")] = 1,
    days: Annotated[int, typer.Option(help="For `add`: how long it works.")] = 14,
    label: Annotated[str, typer.Option(help="For `add`: whom it is for, for your own list.")] = "",
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Add, list or remove invitations to register.

    They are needed where `registration` is `invitation` in the settings. A code is shown only once.

    Example: `ziggurat invitations add --uses 20 --days 30 --label 'club evening'`
    """
    check_server()
    from ziggurat.server.accounts.invitations import INVITATION
    from ziggurat.server.administration import invitations as administration
    from ziggurat.server.settings import Settings

    if action not in ("add", "list", "remove"):
        raise BadOption(f"The action is add, list or remove, not {action!r}.")
    if (action == "remove") != bool(invitation):
        raise BadOption("`invitations remove` needs an id." if action == "remove" else f"`{action}` takes no id.")
    engine, settings = open_database(database), Settings.read(database=database)
    at = int(time.time() * 1000)
    with engine.begin() as connection:
        if action == "add":
            made = administration.invite(connection, label, uses, days, at)
            link = administration.link_to(made, settings.public_address())
            told: Any = {"id": made.id, "code": made.code, "link": link}
        elif action == "remove":
            administration.withdraw(connection, invitation, at)
            told = {"removed": invitation}
        else:
            columns = ("id", "label", "uses", "used", "created", "expires")
            told = [
                {name: getattr(row, name) for name in columns} for row in administration.list_invitations(connection)
            ]
    if as_json:
        print(json.dumps(told))
    elif action == "add":
        people = count_of(uses, "person", "people")
        print(f"{told['code']}\n{told['link']}\nFor {people}, until {_date(at + days * 86_400_000)}; shown only now.")
        if settings.registration != INVITATION:
            print(f"Registration is {settings.registration}: set ZIGGURAT_REGISTRATION to invitation for it to matter.")
    elif action == "remove":
        print("Removed.")
    else:
        for row in told:
            state = "expired" if row["expires"] <= at else f"until {_date(row['expires'])}"
            print(f"{row['id']}  {row['used']} of {row['uses']} used, {state}  {row['label']}".rstrip())
        print(count_of(len(told), "invitation"))


def _date(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}"
