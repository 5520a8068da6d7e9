"""Stepping through a match, with everything visible."""

from __future__ import annotations

from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.core.match import EVERYTHING, Match
from ziggurat.terminal.screen import Screen
from ziggurat.terminal.steps import steps

SPECTATOR = -1
KEYS = "Enter or n: next, b: back, a number: go to that decision, s: start, e: end, q: quit"
QUIT = ("q", "quit")


def run(match: Match, *, everything: bool = False) -> None:
    """Show a match decision by decision; with `everything`, or without a terminal, all at once."""
    screen = Screen()
    if everything or not screen.is_interactive:
        tell_all(match, screen)
    else:
        ReplayScreen(match, screen).run()


def tell_all(match: Match, screen: Screen) -> None:
    """Every decision as a line of text, then the last position."""
    taken = steps(match)
    digits, width = len(str(len(taken))), max((len(step.move) for step in taken), default=0)
    for number, step in enumerate(taken, 1):
        texts = "; ".join(event.text for event in step.events)
        screen.console.print(f"{number:>{digits}} seat {step.seat}: {step.move:<{width}}  {texts}", soft_wrap=True)
    screen.console.print(match.game.draw(match.record(EVERYTHING), SPECTATOR))
    screen.console.print(f"{match.summary()}.")


class ReplayScreen:
    """A place in a match that can be moved to and fro."""

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.steps = steps(match)
        self.place = 0  # decisions made so far

    def run(self) -> None:
        """Show the match and move as told, until told to quit."""
        self.show()
        try:
            while (key := self.screen.ask("replay> ").lower()) not in QUIT:
                try:
                    self.place = self.target(key)
                except ZigguratError as problem:
                    self.screen.console.print(str(problem))
                else:
                    self.show()
        except (EOFError, KeyboardInterrupt):
            return

    def target(self, key: str) -> int:
        """The place that a key leads to."""
        last = len(self.steps)
        if key in ("", "n", "next"):
            return min(self.place + 1, last)
        if key in ("b", "back"):
            return max(self.place - 1, 0)
        if key in ("s", "start"):
            return 0
        if key in ("e", "end"):
            return last
        if not key.isdecimal():
            raise BadOption(f"{key!r} is not understood: {KEYS}.")
        if int(key) > last:
            raise BadOption(f"The match has {last} decisions; there is no decision {key}.")
        return int(key)

    def show(self) -> None:
        """The position, and what the last decision did."""
        position = self.match.at(self.place)
        console = self.screen.console
        self.screen.clear()
        console.print(position.game.draw(position.record(EVERYTHING), SPECTATOR))
        if self.place:
            step = self.steps[self.place - 1]
            console.print(f"Decision {self.place} of {len(self.steps)}, seat {step.seat}: {step.move}", style="bold")
            self.screen.tell(step.events)
        else:
            console.print(f"Start, before {len(self.steps)} decisions", style="bold")
        console.print(f"{position.summary()}." if position.over else position.question())
        console.print(KEYS, style="dim")
