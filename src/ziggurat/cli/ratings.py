"""`ziggurat ratings`: print a server's ratings, or compute them again from all rated matches."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer

from ziggurat.cli.common import AsJson, DatabaseUrl, Panel, app, check_server, count_of, open_database

MOST = 1000  # entries of each game


@app.command(rich_help_panel=Panel.HOST)
def ratings(
    database: DatabaseUrl = None,
    recompute: Annotated[bool, typer.Option(help="Compute all ratings again from the rated matches.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the ratings on a server, or compute them again.

    Example: `ziggurat ratings --recompute --database sqlite:///ziggurat.db`
    """
    check_server()
    from ziggurat.server.ratings import leaderboard, records

    report: dict[str, Any] = {}
    with open_database(database).begin() as connection:
        if recompute:
            report = asdict(records.recompute(connection))
        boards = {
            game: leaderboard.load(connection, game, None, MOST, provisional=True)
            for game in leaderboard.games(connection)
        }
    if as_json:
        games = {game: [_as_json(entry) for entry in board.entries] for game, board in boards.items()}
        print(json.dumps({**report, "games": games}, ensure_ascii=False))
        return
    if recompute:
        changes = f"{count_of(report['changed'], 'rating')} changed, by at most {report['largest']:.1f}."
        matches = count_of(report["matches"], "rated match", "rated matches")
        print(f"{matches}, {report['counted']} of them counted; {changes}")
    for game, board in boards.items():
        print(f"\n{game}")
        for entry in board.entries:
            mark = "?" if entry.provisional else ""
            print(f"{entry.rating:6}{mark:1}  ±{2 * entry.deviation:<4} {entry.matches:5}  {entry.name}")


def _as_json(entry: Any) -> dict[str, Any]:
    return {
        "kind": str(entry.kind),
        "name": entry.name,
        "rating": entry.rating,
        "deviation": entry.deviation,
        "provisional": entry.provisional,
        "matches": entry.matches,
    }
