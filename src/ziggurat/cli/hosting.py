"""For whoever runs a server: `doctor`, `players`, `invitations`."""

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
    action: Annotated[str, typer.Argument(metavar="find|add|rename|reset", help="What to do.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name or login; for `find` a part of one.")] = "",
    new: Annotated[str, typer.Argument(metavar="NEW", help="For `rename`, the new name; for `add`, the name.")] = "",
    database: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Find, add or rename players, or reset a password.

    `reset` and `add` print a link that works once, for a day: the player opens it and chooses a password. No e-mail is
    needed. `add` also works while registration is closed. Everything is in the audit log.

    Example: `ziggurat players reset Anna`
    """
    check_server()
    from ziggurat.server.accounts import administration
    from ziggurat.server.settings import Settings

    if action not in ("find", "add", "rename", "reset"):
        raise BadOption(f"The action is find, add, rename or reset, not {action!r}.")
    if action != "find" and not name:
        raise BadOption(f"`players {action}` needs a name.")
    if (action == "rename") != bool(new) and action != "add":
        raise BadOption("`players rename` needs a new name." if action == "rename" else f"`{action}` takes one name.")
    engine, settings = open_database(database), Settings.read(database=database)
    site, at = public_address(settings), int(time.time() * 1000)
    told: dict[str, Any] = {}
    with engine.begin() as connection:
        if action == "find":
            told["players"] = [found._asdict() for found in administration.find_players(connection, name)]
        elif action == "rename":
            administration.rename_player(connection, name, new, at)
            told["name"] = new
        elif action == "add":
            told["link"] = administration.add_player(connection, name, new, site, at)
        else:
            told["link"] = administration.reset_link(connection, name, site, at)
    if as_json:
        print(json.dumps(told))
    elif action == "find":
        for found in told["players"]:
            roles = "".join(f", {role}" for role in ("moderator", "closed") if found[role])
            print(f"{found['name']} (login {found['login']}, since {_date(found['created'])}{roles})")
        print(count_of(len(told["players"]), "player"))
    elif action == "rename":
        print(f"{name} is now called {new}.")
    else:
        print(f"{told['link']}\nThe link works once, until {_date(at + 86_400_000)}. Give it to {name} in private.")


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
    from ziggurat.server.accounts import administration
    from ziggurat.server.accounts.invitations import INVITATION
    from ziggurat.server.settings import Settings
    from ziggurat.server.social.moderation import add_audit_entry

    if action not in ("add", "list", "remove"):
        raise BadOption(f"The action is add, list or remove, not {action!r}.")
    if (action == "remove") != bool(invitation):
        raise BadOption("`invitations remove` needs an id." if action == "remove" else f"`{action}` takes no id.")
    engine, settings = open_database(database), Settings.read(database=database)
    at = int(time.time() * 1000)
    with engine.begin() as connection:
        if action == "add":
            made = administration.invite(connection, label, uses, days, at)
            add_audit_entry(
                connection, at, administration.INVITE, None, f"{label} ({count_of(uses, 'person', 'people')})"
            )
            link = f"{public_address(settings)}/profile#invitation={made.code}"
            told: Any = {"id": made.id, "code": made.code, "link": link}
        elif action == "remove":
            gone = administration.withdraw(connection, invitation)
            add_audit_entry(connection, at, administration.WITHDRAW, None, gone)
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


def public_address(settings: Any) -> str:
    """Where people reach the server, for links."""
    names = [name for name in settings.chosen_names() if "*" not in name]
    if settings.site or not names:
        return str(settings.site or f"http://localhost:{settings.port}")
    return f"http{'s' if settings.secure else ''}://{names[0]}"


def _date(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}"
