"""A review in the terminal: a figure and a curve for each seat, and the decisions that cost most, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ziggurat.core.match import Match
from ziggurat.reviewing.report import Grade, Judged, LineMove, Review, SeatReview

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 60  # characters of a curve
LEGEND = """\
accuracy          100 = no mistakes, 0 = no better than random moves
decisions         how many had more than one legal move
expected          chance of winning at the start, in hundredths
lost by mistakes  how much of it the seat's own decisions cost
luck              what chance and the other seats changed it by
result            100 = won, 0 = lost; a shared victory lies between"""
STYLES = {Grade.SLIP: "yellow", Grade.MISTAKE: "dark_orange", Grade.BLUNDER: "bold red"}


def show(console: Console, match: Match, review: Review) -> None:
    """Print a review."""
    console.print(f"{match.summary()}.", soft_wrap=True)
    how = "all cards" if review.open else "what each seat knew"
    console.print(f"Based on {how}. The curve is the chance of winning; all seats together have 100.", style="dim")
    if not review.whole:
        console.print("Short of time: the last decisions were reviewed only briefly.")
    console.print(_figures(review))
    console.print(LEGEND, style="dim")
    for seat in review.seats:
        if seat.decisions:
            console.print(f"seat {seat.seat}  {_curve(review, seat)}", highlight=False)
    by_decision = {judged.decision: judged for judged in review.judged}
    for seat in review.seats:
        for decision in seat.worst:
            _tell(console, by_decision[decision])


def show_all(console: Console, reviews: Mapping[str, Review]) -> None:
    """Print a line for each seat of each match."""
    table = Table(box=None, pad_edge=False)
    table.add_column("log")
    for heading in ("seat", "accuracy", "decisions", "lost by mistakes", "luck", "result"):
        table.add_column(heading, justify="right")
    for name, review in reviews.items():
        for seat in review.seats:
            quality = "" if seat.quality is None else f"{seat.quality:.0f}"
            figures = (f"{100 * seat.cost:.0f}", f"{100 * seat.luck:+.0f}", _hundredths(seat.result))
            table.add_row("" if seat.seat else name, str(seat.seat), quality, str(seat.decisions), *figures)
    console.print(table)
    console.print(LEGEND, style="dim")


def _figures(review: Review) -> Table:
    table = Table(box=None, pad_edge=False)
    headings = ("seat", "accuracy", "decisions", "lost by mistakes", "start", "own", "others", "luck", "result")
    for heading in headings:
        table.add_column(heading, justify="right")
    for seat in review.seats:
        table.add_row(
            str(seat.seat),
            "" if seat.quality is None else f"{seat.quality:.0f}",
            str(seat.decisions),
            f"{100 * seat.cost:.0f}",
            _hundredths(seat.start),
            f"{100 * seat.own:+.0f}",
            f"{100 * seat.others:+.0f}",
            f"{100 * seat.luck:+.0f}",
            _hundredths(seat.result),
        )
    return table


def _hundredths(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.0f}"


def _curve(review: Review, seat: SeatReview) -> Text:
    """The winning chance over the match, coarsely; where a decision was costly, in its colour."""
    values: list[tuple[float, str]] = [
        (one.then[seat.seat], STYLES.get(one.grade, "") if one.grade and one.seat == seat.seat else "")
        for one in review.judged
    ]
    if seat.result is not None:
        values.append((seat.result, "bold"))
    text = Text()
    for part in _parts(values):
        style = max((style for _, style in part), key=len)
        level = sum(value for value, _ in part) / len(part)
        text.append(BARS[min(len(BARS) - 1, max(0, int(level * len(BARS))))], style)
    return text


def _parts(values: list[tuple[float, str]]) -> Iterator[list[tuple[float, str]]]:
    columns = min(WIDTH, len(values))
    for column in range(columns):
        yield values[column * len(values) // columns : (column + 1) * len(values) // columns]


def _tell(console: Console, judged: Judged) -> None:
    """What a decision cost, what was better, and why."""
    better, grade = judged.better, judged.grade
    if better is None or grade is None:
        return
    heading = Text(
        f"\nDecision {judged.decision + 1}, seat {judged.seat}: {judged.text}, a {grade.value}", STYLES[grade]
    )
    heading.append(f" that cost {100 * judged.cost:.0f} ({100 * judged.before:.0f} to {100 * judged.after:.0f})", "")
    console.print(heading)
    console.print(f"  Better: {better.text}. {' '.join(reason.text for reason in better.reasons)}", soft_wrap=True)
    for move in better.line:
        console.print(f"    {_words(move)}", style="dim", soft_wrap=True, highlight=False)


def _words(move: LineMove) -> str:
    texts = "; ".join(event.text for event in move.events)
    return texts or f"Seat {move.seat}: {move.text}"
