"""The table server and its database: `serve`, `settings`, `think`, `backup` and their like."""

from __future__ import annotations

import json
import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import ziggurat
from ziggurat.cli.common import (
    AsJson,
    DatabaseUrl,
    Panel,
    app,
    check_extra,
    check_server,
    compile_games,
    count_of,
    open_database,
)
from ziggurat.core.errors import BadOption

SettingsFile = Annotated[
    Path | None,
    typer.Option("--settings", metavar="FILE", help="The file with settings; by default `ziggurat.toml`, if there is."),
]


class LogFormat(StrEnum):
    """How `ziggurat serve` writes its log."""

    TEXT = "text"
    JSON = "json"


@app.command(rich_help_panel=Panel.HOST)
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = None,
    database: DatabaseUrl = None,
    bots: Annotated[int | None, typer.Option(min=0, help="How many bots may think at once.")] = None,
    browse: Annotated[
        bool, typer.Option("--open", help="Open the page in a browser; uses a free port if this one is taken.")
    ] = False,
    log: Annotated[
        LogFormat | None, typer.Option(help="Log lines as text or JSON; by default text on a terminal, else JSON.")
    ] = None,
    settings: SettingsFile = None,
) -> None:
    """Run a server with the page; `--open` shows it in a browser.

    It has tables for people, API clients and bots, over HTTP and WebSockets; needs the extra `page` or `host`.

    Everything else is set in `ziggurat.toml` or by environment variables; `ziggurat settings` shows them.

    Example: `ziggurat serve --port 8000 --database sqlite:///ziggurat.db`
    """
    check_server()
    from ziggurat.server.run import serve as run
    from ziggurat.server.settings import Settings

    given = {"host": host, "port": port, "database": database, "bots": bots, "log_format": log}
    run(Settings.read(file=settings, **given), browse=browse)


@app.command(rich_help_panel=Panel.HOST)
def settings(
    file: SettingsFile = None,
    example: Annotated[
        bool, typer.Option("--example", help="Print a ziggurat.toml with every setting and its default instead.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show every setting of the server, and its source.

    The file is the one that `--settings` or `$ZIGGURAT_SETTINGS` names, else `ziggurat.toml` in this folder, else
    `/etc/ziggurat/ziggurat.toml`. Keys and passwords are hidden. Wrong settings are refused, as at the start.

    Example: `ziggurat settings --example > ziggurat.toml`
    """
    check_server()
    from dataclasses import fields

    from ziggurat.server import settings_file
    from ziggurat.server.settings import Settings

    entries = fields(Settings)
    if example:
        print(settings_file.example(entries), end="")
        return
    chosen = Settings.choose(file=file)
    if as_json:
        rows = {
            entry.name: {
                "section": entry.metadata["section"],
                "value": settings_file.shown(entry.name, chosen[entry.name].value),
                "source": chosen[entry.name].source,
            }
            for entry in entries
        }
        print(json.dumps(rows))
    else:
        section = ""
        for entry in entries:
            if entry.metadata["section"] != section:
                section = entry.metadata["section"]
                print(f"[{section}]")
            value, source = chosen[entry.name]
            print(f"{f'{entry.name} = {settings_file.shown(entry.name, value)}':<60} {source}")
    Settings(**{name: value for name, (value, _) in chosen.items()}).check()


@app.command(rich_help_panel=Panel.HOST)
def think(
    database: DatabaseUrl = None,
    bots: Annotated[
        int | None, typer.Option(min=1, help="How many bots may think at once; by default one per core.")
    ] = None,
) -> None:
    """Run bots on this machine for servers on other machines.

    They share a PostgreSQL database. It can be stopped at any time: other machines, or the servers themselves, take
    over. `docs/server/bots.md` says which database permissions it needs.

    Example: `ziggurat think --database postgresql://thinker@host/ziggurat`
    """
    check_server()
    check_extra("host", "A worker for other machines", "psycopg")
    from ziggurat import warmup
    from ziggurat.server.bots.remote_worker import check
    from ziggurat.server.bots.remote_worker import think as run
    from ziggurat.server.settings import Settings

    settings = Settings.read(database=database)
    settings.check()
    check(settings)
    compile_games(list(ziggurat.game_names()), *warmup.TABLE, "champions")
    run(settings, bots or warmup.cores())


@app.command(rich_help_panel=Panel.HOST)
def verify(database: DatabaseUrl = None) -> None:
    """Replay every stored match and report differences.

    The first difference in each match is reported; the exit code is 1 if there is one.
    """
    check_server()
    from ziggurat.server.storage.verify import verify as run

    report = run(open_database(database))
    for difference in report.differences:
        print(difference)
    gone = f"; {report.gone} cannot be replayed because their rules are no longer included" if report.gone else ""
    matches, entries = count_of(report.matches, "match", "matches"), count_of(report.entries, "entry", "entries")
    print(f"{matches}, {entries}, {count_of(len(report.differences), 'difference')}{gone}.")
    if report.differences:
        raise typer.Exit(1)


@app.command(rich_help_panel=Panel.HOST)
def backup(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The SQLite file to write.")] = None,
    database: DatabaseUrl = None,
    keep: Annotated[
        int | None, typer.Option(min=1, help="Write into the backup folder, and keep so many backups there.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="The backup folder; by default `backups`, next to the SQLite file.")
    ] = None,
    every: Annotated[
        float | None, typer.Option(min=0.01, metavar="HOURS", help="With `--keep`: never stop, and save one so often.")
    ] = None,
) -> None:
    """Save the database in a file, while the server runs.

    The file is an SQLite database with a consistent snapshot. It is restored into a temporary file and compared before
    it counts as a backup.

    Example: `ziggurat backup --keep 14` every day
    """
    check_server()
    from ziggurat.server.settings import Settings
    from ziggurat.server.storage import backup_rotation
    from ziggurat.server.storage.backup import backup as run
    from ziggurat.server.storage.backup import check_backup_file

    if (file is None) == (keep is None):
        raise BadOption("Name a file to write, or say how many backups to keep: `ziggurat backup --keep 14`.")
    if file is not None:
        if folder is not None or every is not None:
            raise BadOption("--folder and --every go with --keep, not with a file.")
        check_backup_file(file)
        print(f"{count_of(run(open_database(database), file), 'row')} saved in {file}.")
        return
    source, most = open_database(database), keep or 1
    folder = folder or backup_rotation.default_folder(Settings.read(database=database))
    if every is not None:
        backup_rotation.repeat(source, folder, most, every, lambda text: print(text, flush=True), time.sleep)
    done = backup_rotation.rotate(source, folder, most)
    deleted = f"; deleted {', '.join(path.name for path in done.deleted)}" if done.deleted else ""
    print(f"{count_of(done.rows, 'row')} saved in {done.file}{deleted}.")


@app.command(rich_help_panel=Panel.HOST)
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `ziggurat backup`.")],
    database: DatabaseUrl = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only try it: restore into a temporary file and replay every match.")
    ] = False,
) -> None:
    """Copy a backup into an empty database.

    `--check` only tries whether that would work, and changes nothing.

    Example: `ziggurat restore --check backups/ziggurat-2026-11-16-030000.db`
    """
    check_server()
    from ziggurat.server.storage.backup import rehearse
    from ziggurat.server.storage.backup import restore as run

    if check:
        if database is not None:
            raise BadOption("--check changes no database; leave --database out.")
        rows, report = rehearse(file)
        print(*report.differences, sep="\n", end="\n" if report.differences else "")
        if report.differences:
            raise typer.Exit(1)
        matches = count_of(report.matches, "match", "matches")
        print(f"{count_of(rows, 'row')} and {matches} are in {file}; it can be restored.")
        return
    print(f"{count_of(run(file, open_database(database, ready=False)), 'row')} restored.")


@app.command(rich_help_panel=Panel.HOST)
def migrate(database: DatabaseUrl = None) -> None:
    """Bring a database's schema up to date.

    `ziggurat serve` does so for SQLite files, after a backup.
    """
    check_server()
    from ziggurat.server.storage.database import migrate as run
    from ziggurat.server.storage.database import revision, unserved

    engine = open_database(database, ready=False)
    revision(engine)  # refuses what is no database of ours
    with unserved(engine):
        run(engine)
    print(f"The database has schema {revision(engine)[0]}.")
