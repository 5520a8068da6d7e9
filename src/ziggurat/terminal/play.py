"""A match at one terminal: people and bots decide in turn, and every decision is saved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ziggurat import bots
from ziggurat.core.errors import BadOption, InvalidMove, ZigguratError
from ziggurat.core.match import SEEDS, Match
from ziggurat.terminal.commands import COMMANDS, Quit, meant_command, obey
from ziggurat.terminal.logfile import replay_command, resume_command, save
from ziggurat.terminal.screen import Screen
from ziggurat.terminal.session import HUMAN, Session


def run(match: Match, seats: Sequence[str], path: Path, seed: int) -> None:
    """Play a match to its end, or until somebody quits.

    A seat is `human` or the name of a bot; the bots' random streams grow from the seed. The log is kept in `path`,
    written after every decision.
    """
    if len(seats) != match.seats:
        raise BadOption(f"This match has {match.seats} seats, not {len(seats)}.")
    makers = {seat: bots.find(who) for seat, who in enumerate(seats) if who != HUMAN}
    players = {seat: make(match.game, (seed + seat) % SEEDS) for seat, make in makers.items()}
    session = Session(match, seats, path, Screen())
    save(match, path, seats)
    going_on = resume_command(path, seats)
    session.notices.append(f"The match is saved in {path} after every move. To continue later: {going_on}")
    try:
        while not match.over:
            seat = match.actor
            if seat in players:
                match.play(players[seat].choose(match.record(seat)))
            else:
                decide(session, seat)
            autosave(session)
    except (Quit, EOFError, KeyboardInterrupt):
        session.screen.console.print(f"\nThe match is saved in {path}. To continue: {going_on}", soft_wrap=True)
        return
    session.finish()
    session.screen.console.print(f"The log is in {path}. To step through it: {replay_command(path)}", soft_wrap=True)


def decide(session: Session, seat: int) -> None:
    """Ask a human until the match has changed: by a move, or by taking one back."""
    session.present(seat)
    before = session.match.actions
    while session.match.actions == before:
        line = session.screen.ask(f"seat {seat}> ", [*session.menu().moves, *COMMANDS])
        try:
            if line and not obey(session, seat, line):
                session.match.play(session.menu()[int(line)] if line.isdecimal() else line)
        except InvalidMove as problem:
            meant = meant_command(line)
            advice = f"'{line}' is not a move. Did you mean the command '{meant}'?" if meant else str(problem)
            session.screen.console.print(advice, style="bold red")
        except ZigguratError as problem:
            session.screen.console.print(str(problem), style="bold red")


def autosave(session: Session) -> None:
    """Save after a decision; a full disk is reported and does not end the game."""
    try:
        save(session.match, session.path, session.seats)
    except ZigguratError as problem:
        session.notices.append(str(problem))
