"""Input and output: colours and completion in a terminal, plain text for pipes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.shortcuts import CompleteStyle
from rich.console import Console

from ziggurat.core.events import Event

MENU_LINES = 4  # kept free below the prompt; more would push the board off a small screen
FORGET_SCROLLBACK = "\x1b[3J"


class Screen:
    """One terminal. When input or output is not a terminal it behaves like any filter: lines in, text out."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False)
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._sessions: dict[str, PromptSession[str]] = {}

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line of input, with these words to complete it; raises EOFError when there is no more.

        Each prompt has a history of its own, because what one player typed can be a secret from the next.
        """
        if not self.is_interactive:
            line = input()
            self.console.print(f"{prompt}{line}")
            return line.strip()
        session = self._sessions.setdefault(prompt, PromptSession())
        line = session.prompt(
            prompt,
            completer=WordCompleter(list(words), sentence=True, ignore_case=True),
            complete_style=CompleteStyle.MULTI_COLUMN,
            reserve_space_for_menu=MENU_LINES if words else 0,
        )
        return line.strip()

    def clear(self) -> None:
        """An empty screen; does nothing to a pipe."""
        if self.is_interactive:
            self.console.clear()

    def forget(self) -> None:
        """An empty screen that cannot be scrolled back either."""
        self.clear()
        if self.is_interactive:
            self.console.file.write(FORGET_SCROLLBACK)
            self.console.file.flush()

    def tell(self, events: Iterable[Event]) -> None:
        """Events as sentences, one a line; the same sentence several times in a row becomes one."""
        for sentence, same in groupby(event.text for event in events):
            times = len(list(same))
            self.console.print(f"  {sentence}" + (f" ({times} times)." if times > 1 else "."))
