"""Asks a model everything that a result does not have yet."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.llm.connection import NoAnswer
from ziggurat.llm.providers import Model
from ziggurat.llm.question import Answer, Dialogue, Question
from ziggurat.llm.result import BadResult, ResultFile, Settings, has_prompt
from ziggurat.llm.summary import summary
from ziggurat.llm.tasks import open_item

LONGEST_WAIT = 60.0  # seconds between two tries
MILLION = 1_000_000

Progress = Callable[[int], None]  # how many items are done


@dataclass(frozen=True)
class Effort:
    """How patiently and how expensively to ask. Nothing here changes what is asked."""

    parallel: int = 1
    tries: int = 6  # for each question
    wait: float = 2.0  # seconds before the second try; then twice as long each time
    tokens: int | None = None  # read and written, in the whole result
    money: float | None = None
    price: tuple[float, float] = (0.0, 0.0)  # of a million tokens read, and written

    def check(self) -> None:
        """Refuse what cannot be."""
        if self.money is not None and not any(self.price):
            raise BadOption("A budget in money needs prices: --price 2.5,10 for a million tokens read and written.")

    def cost(self, tokens: tuple[int, int]) -> float:
        """What tokens cost."""
        return sum(count * price for count, price in zip(tokens, self.price, strict=True)) / MILLION

    def spent(self, tokens: tuple[int, int]) -> str:
        """Why nothing more is asked; empty: something is left."""
        if self.tokens is not None and sum(tokens) >= self.tokens:
            return f"the budget of {self.tokens:,} tokens is spent"
        if self.money is not None and self.cost(tokens) >= self.money:
            return f"the budget of {self.money:g} is spent"
        return ""


def resume(dialogue: Dialogue, exchanges: list[dict[str, Any]], item: str) -> None:
    """Give the stored answers again. Prompts that differ are another version's: `BadResult`."""
    for number, exchange in enumerate(exchanges):
        question = dialogue.question()
        if question is None or not has_prompt(exchange, question.prompt):
            raise BadResult(f"{item}: prompt {number} is not the one that this version of Ziggurat asks there.")
        dialogue.answer(exchange["answer"])


class Bench:
    """A run: workers take items, one after another, until all are done or something stops them."""

    def __init__(self, settings: Settings, model: Model, file: ResultFile, effort: Effort) -> None:
        self._settings, self._model, self._file, self._effort = settings, model, file, effort
        self._systems: Mapping[str, str] = file.result.header["systems"]
        self._items = [item for item in settings.items() if model.answers(item)]
        self._stop = threading.Event()
        self._why = ""
        self._broken: BaseException | None = None
        self._tokens = file.result.tokens
        self._lock = threading.Lock()

    def run(self, progress: Progress = lambda _: None) -> str:
        """Ask all that is left. Returns why it stopped before the end; empty: everything is done."""
        result = self._file.result
        left = [item for item in self._items if item not in result.outcomes]
        waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
        for item in left:
            waiting.put(item)
        progress(len(self._items) - len(left))

        def work() -> None:
            try:
                while not self._stop.is_set():
                    self._play(waiting.get_nowait())
                    progress(1)
            except queue.Empty:
                return
            except BaseException as problem:  # noqa: BLE001 - raised again where the run was started
                with self._lock:
                    self._broken = self._broken or problem
                self._stop.set()

        # Daemons: whoever presses Ctrl-C need not wait for answers.
        threads = [
            threading.Thread(target=work, daemon=True) for _ in range(max(1, min(self._effort.parallel, len(left))))
        ]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            self._stop.set()
        if self._broken is not None and not isinstance(self._broken, _Stopped):
            raise self._broken
        if not self._why and result.summary is None:
            self._file.add_summary(summary(result))
        return self._why

    def _play(self, item: str) -> None:
        dialogue = open_item(item, self._settings.moves, self._settings.history)
        resume(dialogue, self._file.result.exchanges.get(item, []), item)
        while (question := dialogue.question()) is not None:
            began = time.monotonic()
            answer = self._ask(question)
            with self._lock:
                read, written = self._tokens
                self._tokens = (read + answer.tokens_read, written + answer.tokens_written)
            self._file.add_answer(question, answer, time.monotonic() - began)
            dialogue.answer(answer.text)
        self._file.add_outcome(item, dialogue.outcome())

    def _ask(self, question: Question) -> Answer:
        """The answer, after as many tries as it takes; `_Stopped` if there is none."""
        system, wait = self._systems[question.system], self._effort.wait
        for number in range(1, self._effort.tries + 1):
            if why := self._effort.spent(self._tokens):
                self._give_up(why)
            if self._stop.is_set():
                raise _Stopped
            try:
                return self._model.ask(question, system)
            except NoAnswer as problem:
                if not problem.again or number == self._effort.tries:
                    self._give_up(str(problem))
                longest = max(wait, problem.wait or 0.0)
                self._stop.wait(min(longest, LONGEST_WAIT))
                wait *= 2
        raise _Stopped

    def _give_up(self, why: str) -> None:
        with self._lock:
            self._why = self._why or why
        self._stop.set()
        raise _Stopped


class _Stopped(ZigguratError):
    """Nothing more is asked."""
