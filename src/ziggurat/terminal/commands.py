"""Commands that can be typed in place of a move."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rich.table import Table

from ziggurat import bots
from ziggurat.core.errors import BadOption, UndoRefused
from ziggurat.terminal.logfile import save
from ziggurat.terminal.prospects import tables
from ziggurat.terminal.rulebook import rules
from ziggurat.terminal.session import Session

HINT_SECONDS = 1.0
HINTS = 8  # candidates shown


class Quit(Exception):
    """Somebody wants to stop playing; nothing is wrong."""


class Command(NamedTuple):
    """A command: how it is typed, what it does, and the function that takes the asking seat and what follows."""

    usage: str
    text: str
    run: Callable[[Session, int, str], None]


def show_rules(session: Session, seat: int, clause: str) -> None:
    """The rules, or one clause of them."""
    session.screen.console.print(rules(session.match.game, clause))


def show_moves(session: Session, seat: int, rest: str) -> None:
    """Every legal move with its number."""
    session.screen.console.print(session.menu())


def show_board(session: Session, seat: int, rest: str) -> None:
    """The table once more."""
    session.draw(seat)


def show_prospects(session: Session, seat: int, rest: str) -> None:
    """What can be counted on the table, as far as this seat may know."""
    for part in tables(session.match, seat):
        session.screen.console.print(part)


def show_log(session: Session, seat: int, rest: str) -> None:
    """Everything that happened, as this seat was told it."""
    session.screen.tell(session.match.events(seat))


def hint(session: Session, seat: int, seconds: str) -> None:
    """What a search thinks of the position, from what this seat may know."""
    try:
        budget = bots.Budget(seconds=float(seconds or HINT_SECONDS))
    except ValueError:
        raise BadOption(f"Give the time for a hint in seconds, as in 'hint 5', not {seconds!r}.") from None
    match = session.match
    bot = bots.SearchBot(match.game, len(match), budget)
    thought = bot.think(match.record(seat))
    shown = thought.candidates[:HINTS]
    chances, remark = write_chances([candidate.value for candidate in shown])
    table = Table("move", "visits", "chance of winning")
    for candidate, chance in zip(shown, chances, strict=True):
        table.add_row(candidate.text, str(candidate.visits), chance)
    console = session.screen.console
    console.print(table)
    console.print(f"Visits: how often the search tried a move; it prefers the one with the most.{remark}", style="dim")
    console.print(f"Likely continuation: {', '.join(thought.line)}")


def write_chances(values: list[float]) -> tuple[list[str], str]:
    """Chances of winning as percentages, with as many digits as tell them apart, and a remark where none do.

    >>> write_chances([0.512, 0.508])
    (['51.2%', '50.8%'], '')
    >>> write_chances([0.5, 0.5])
    (['50%', '50%'], ' These moves are equally good.')
    """
    for digits in range(3):
        written = [f"{value:.{digits}%}" for value in values]
        if len(set(written)) == len(values):
            return written, ""
    if len(values) > 1 and len(set(written)) == 1:
        return [f"{value:.0%}" for value in values], " These moves are equally good."
    return [f"{value:.1%}" for value in values], ""


def undo(session: Session, seat: int, count: str) -> None:
    """Take back one's own last decisions."""
    if count and not count.isdecimal():
        raise BadOption(f"Give the number of moves to undo as a whole number, as in 'undo 2', not {count!r}.")
    number = int(count or 1)
    first = max(0, len(session.match) - number)
    others = {other for other in session.match.deciders()[first:] if other != seat}
    if others:
        raise UndoRefused(f"Seat {min(others)} has moved since, so you cannot undo.")
    session.match.undo(number)
    session.forget_undone(seat)


def save_as(session: Session, seat: int, name: str) -> None:
    """Write the log, there or elsewhere."""
    path = Path(name).expanduser() if name else session.path
    save(session.match, path, session.seats)
    session.screen.console.print(f"Saved in {path}.", soft_wrap=True)


def leave(session: Session, seat: int, rest: str) -> None:
    """Stop for now."""
    raise Quit


def show_help(session: Session, seat: int, rest: str) -> None:
    """All commands."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_row(session.menu()[1], "play a move; Tab completes it")
    table.add_row("1", "play a move by its number in the list")
    for command in COMMANDS.values():
        table.add_row(command.usage, command.text)
    session.screen.console.print(table)


COMMANDS = {
    "moves": Command("moves", "list all legal moves with their numbers", show_moves),
    "board": Command("board", "show the board again", show_board),
    "prospects": Command("prospects", "show what things would score now", show_prospects),
    "hint": Command("hint [SECONDS]", "ask the engine for its best moves", hint),
    "undo": Command("undo [N]", "undo your last move, or the last N", undo),
    "log": Command("log", "show everything that happened, as far as you know", show_log),
    "save": Command("save [FILE]", "save the log to a file; it is also saved after every move", save_as),
    "rules": Command("rules [N]", "show the rules, or clause N", show_rules),
    "?": Command("? [N]", "same as rules", show_rules),
    "help": Command("help", "show this list", show_help),
    "quit": Command("quit", "stop; the match is saved and you can resume it", leave),
}


# What people type for a command, and what it is called here.
OTHER_WORDS = {
    **dict.fromkeys(("legal", "list", "options"), "moves"),
    **dict.fromkeys(("show", "view", "table", "position"), "board"),
    **dict.fromkeys(("exit", "q", "bye", "stop"), "quit"),
    **dict.fromkeys(("history", "events"), "log"),
    **dict.fromkeys(("back", "takeback"), "undo"),
    **dict.fromkeys(("h", "commands"), "help"),
    "best": "hint",
}


def meant_command(line: str) -> str | None:
    """The command that a word is close to, or another word for."""
    word = line.partition(" ")[0].lower()
    close = difflib.get_close_matches(word, COMMANDS, n=1, cutoff=0.75)
    return OTHER_WORDS.get(word) or (close[0] if close else None)


def obey(session: Session, seat: int, line: str) -> bool:
    """Run a line if it is a command; returns whether it was one."""
    name, _, rest = line.replace("?", "? ", 1).partition(" ") if line.startswith("?") else line.partition(" ")
    command = COMMANDS.get(name.lower())
    if command is None:
        return False
    command.run(session, seat, rest.strip())
    return True
