"""The report of an arena, as a table and as a picture."""

from __future__ import annotations

import io

from rich.console import Console, Group, RenderableType
from rich.table import Table

from ziggurat.bots.arena import Report, SprtResult

WIDTH = 110


def table(report: Report) -> RenderableType:
    """All results of an arena."""
    parts: list[RenderableType] = [_standings(report), _ahead(report), _seats(report)]
    options = "".join(f" --option {name}={value}" for name, value in report.options.items() if value)
    command = (
        f"ziggurat arena {report.game} --bots {','.join(report.bots)} --seats {report.seats} "
        f"--games {report.games} --seed {report.seed}{options}"
    )
    if report.sprt is not None:
        parts.append(_sprt(report.sprt, *report.bots))
    return Group(*parts, f"{report.games} games in {report.seconds:.0f} s: {command}")


def _standings(report: Report) -> Table:
    table = Table(title=f"Ratings, {report.game}, {report.seats} seats", title_justify="left")
    for heading in ("bot", "rating", "95% interval", "wins (95% interval)", "mean score", "games"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for one in report.standings:
        interval = f"{one.rating_low:.1f} to {one.rating_high:.1f}"
        numbers = (f"{one.rating:.1f}", interval, str(one.victories), f"{one.mean_score:.1f}", str(one.games))
        table.add_row(one.bot, *numbers)
    return table


def _ahead(report: Report) -> Table:
    names = [one.bot for one in report.standings]
    table = Table(title="How often the row beat the column", title_justify="left")
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    for one in names:
        table.add_row(one, *("" if one == two else str(report.ahead[one][two]) for two in names))
    return table


def _seats(report: Report) -> Table:
    table = Table(title=f"Wins by seat (even share: {1 / report.seats:.1%})", title_justify="left")
    for seat in range(report.seats):
        table.add_column(f"seat {seat}", justify="right")
    table.add_row(*map(str, report.by_seat))
    return table


def _sprt(test: SprtResult, one: str, two: str) -> str:
    results = {
        "high": f"{one} is about {test.high:g} Elo stronger than {two}, or more",
        "low": f"{one} is about {test.low:g} Elo stronger than {two}, or less",
        "": "still open",
    }
    return (
        f"SPRT {test.low:g} to {test.high:g} Elo: {results[test.verdict]} after {test.deals} deals "
        f"(log-likelihood ratio {test.ratio:.2f}, bounds ±{test.bound:.2f})"
    )


def picture(report: Report) -> str:
    """The same as SVG."""
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    console.print(table(report))
    return console.export_svg(title="ziggurat arena")
