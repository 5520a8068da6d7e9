"""People and bots at one terminal: whose turn it is to look, and which events each has seen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ziggurat.core.match import Match
from ziggurat.terminal.menu import SHORT, Menu
from ziggurat.terminal.screen import Screen

HUMAN = "human"
SPECTATOR = -1


class Session:
    """A match, those who play it, and the file it is kept in."""

    def __init__(self, match: Match, seats: Sequence[str], path: Path, screen: Screen) -> None:
        self.match = match
        self.seats = seats
        self.path = path
        self.screen = screen
        self.humans = [seat for seat, who in enumerate(seats) if who == HUMAN]
        self._told = dict.fromkeys(self.humans, 0)  # by seat: how many decisions it has heard of
        for number, seat in enumerate(match.deciders(), 1):
            if seat in self._told:
                self._told[seat] = number
        self._viewer: int | None = None
        self.notices: list[str] = []  # sentences about the session itself, for whoever looks next

    def menu(self) -> Menu:
        """The legal moves, numbered."""
        return Menu(self.match.moves())

    def present(self, seat: int) -> None:
        """Show a human everything needed to decide: the table, what happened since, and the choices."""
        self.draw_curtain(seat)
        self.screen.clear()
        self.draw(seat)
        self.tell_news(seat)
        console = self.screen.console
        console.print(self.match.question(), style="bold")
        menu = self.menu()
        if len(menu) <= SHORT:
            console.print(menu)
        else:
            console.print(
                f"{len(menu)} moves, such as '{menu[1]}'; type 'moves' to list them or 'help' for more commands."
            )

    def draw_curtain(self, seat: int) -> None:
        """Before another person's turn: hide what the last one saw, until this one is alone with the screen."""
        needed = len(self.humans) > 1 and self.match.game.secrets and self.screen.is_interactive
        if needed and self._viewer != seat:
            self.screen.forget()
            self.screen.ask(f"Seat {seat} to move. Press Enter to show the board when nobody else is looking. ")
        self._viewer = seat

    def draw(self, seat: int) -> None:
        """The table as a seat sees it."""
        self.screen.console.print(self.match.game.draw(self.match.record(seat), seat))

    def tell_news(self, seat: int) -> None:
        """Print what happened since this seat last looked; for a spectator, what no seat has seen yet."""
        since = self._told.get(seat, max(self._told.values(), default=0))
        self.screen.tell(self.match.events(seat, since))
        self._told[seat] = len(self.match)
        for notice in self.notices:
            self.screen.console.print(notice, style="dim", soft_wrap=True)
        self.notices.clear()

    def forget_undone(self, seat: int) -> None:
        """After an undo: what happens from here on is news again."""
        self._told[seat] = min(self._told[seat], len(self.match))

    def finish(self) -> None:
        """The final table, without the secrets of several people."""
        viewer = self.humans[0] if len(self.humans) == 1 else SPECTATOR
        if len(self.humans) > 1:
            self.screen.forget()
        self.tell_news(viewer)
        self.draw(viewer)
        self.screen.console.print(f"{self.match.summary()}.", style="bold")
