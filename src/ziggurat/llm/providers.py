"""Who answers: `openai:MODEL`, `anthropic:MODEL`, `cmd:COMMAND` or `bot:NAME`."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import queue
import random
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ziggurat import bots
from ziggurat.core.errors import BadOption
from ziggurat.core.match import SEEDS, Match
from ziggurat.core.sentence import quoted
from ziggurat.llm import rules
from ziggurat.llm.connection import MOST_BYTES, NoAnswer, check_address, post
from ziggurat.llm.question import LONGEST_ANSWER, Answer, Question
from ziggurat.llm.result import Settings

SECONDS = 120.0  # for an answer
ANTHROPIC_VERSION = "2023-06-01"
KINDS = "openai:MODEL, anthropic:MODEL, cmd:COMMAND or bot:NAME"
FIRST = "first"  # a bot that plays the first legal move


class Model(Protocol):
    """Answers questions, several at once. Raises `NoAnswer` where nobody answers."""

    def ask(self, question: Question, system: str) -> Answer:
        """The answer to a question."""

    def answers(self, item: str) -> bool:
        """Whether it can be asked such a thing at all."""

    def close(self) -> None:
        """No more questions."""


def find(settings: Settings, *, address: str | None = None, seconds: float = SECONDS) -> Model:
    """The model that the settings name; keys and addresses are in the environment."""
    kind, colon, name = settings.model.partition(":")
    if colon and name.strip() and kind in _MAKERS and settings.model.isprintable():
        return _MAKERS[kind](name, settings, address, seconds)
    raise BadOption(f"A model is {KINDS}, not {quoted(settings.model)}.")


def _number(value: Any) -> int:
    """A count of tokens that a provider tells."""
    return value if type(value) is int and 0 <= value < 10**12 else 0


def _tokens(given: Mapping[str, Any], *keys: str) -> int:
    """What a provider says that an answer used; 0 where it says nothing."""
    usage = given.get("usage")
    return sum(_number(usage.get(key)) for key in keys) if isinstance(usage, dict) else 0


def _key(name: str, *, needed: bool) -> str:
    key = os.environ.get(name, "").strip()
    if needed and not key:
        raise BadOption(f"There is no key: set the environment variable {name}.")
    return key


class OpenAI:
    """The chat-completions format, which many local servers speak too; then no key is needed."""

    HOME = "https://api.openai.com/v1"

    def __init__(self, name: str, settings: Settings, address: str | None, seconds: float) -> None:
        self._name, self._settings, self._seconds = name, settings, seconds
        address = check_address(address or os.environ.get("OPENAI_BASE_URL") or self.HOME)
        self._address = f"{address}/chat/completions"
        key = _key("OPENAI_API_KEY", needed=address == self.HOME)
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        # Newer models refuse the old name, many other servers do not know the new one.
        self._limit = "max_completion_tokens" if address == self.HOME else "max_tokens"

    def ask(self, question: Question, system: str) -> Answer:
        body: dict[str, Any] = {
            "model": self._name,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": question.prompt}],
            self._limit: self._settings.answer_tokens,
        }
        if self._settings.temperature is not None:
            body["temperature"] = self._settings.temperature
        given = post(self._address, self._headers, body, self._seconds)
        try:
            text = given["choices"][0]["message"].get("content")
        except (KeyError, IndexError, TypeError, AttributeError):
            raise NoAnswer("The provider's answer has no `choices[0].message`.") from None
        return Answer(_cut(text), _tokens(given, "prompt_tokens"), _tokens(given, "completion_tokens"))

    def answers(self, item: str) -> bool:
        return True

    def close(self) -> None:
        """Nothing is open."""


class Anthropic:
    """Anthropic's messages format. The rules are marked to be cached."""

    HOME = "https://api.anthropic.com"

    def __init__(self, name: str, settings: Settings, address: str | None, seconds: float) -> None:
        self._name, self._settings, self._seconds = name, settings, seconds
        address = check_address(address or os.environ.get("ANTHROPIC_BASE_URL") or self.HOME)
        self._address = f"{address}/v1/messages"
        key = _key("ANTHROPIC_API_KEY", needed=address == self.HOME)
        self._headers = {"anthropic-version": ANTHROPIC_VERSION} | ({"x-api-key": key} if key else {})

    def ask(self, question: Question, system: str) -> Answer:
        body: dict[str, Any] = {
            "model": self._name,
            "max_tokens": self._settings.answer_tokens,
            "system": [{"type": "text", "text": system, "cache_control": {"type": "ephemeral"}}],
            "messages": [{"role": "user", "content": question.prompt}],
        }
        if self._settings.temperature is not None:
            body["temperature"] = self._settings.temperature
        given = post(self._address, self._headers, body, self._seconds)
        try:
            text = "".join(part["text"] for part in given["content"] if part["type"] == "text")
        except (KeyError, TypeError):
            raise NoAnswer("The provider's answer has no `content` of texts.") from None
        read = _tokens(given, "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        return Answer(_cut(text), read, _tokens(given, "output_tokens"))

    def answers(self, item: str) -> bool:
        return True

    def close(self) -> None:
        """Nothing is open."""


def _cut(text: Any) -> str:
    """An answer as text: one that is none, such as a refusal to answer, is empty."""
    return text[:LONGEST_ANSWER] if isinstance(text, str) else ""


class Command:
    """A program that reads a JSON object a line and writes one a line: `{"text": "…"}`.

    As many of its processes run as questions are asked at once; one that fails is ended and started again.
    """

    def __init__(self, name: str, _settings: Settings, _address: str | None, seconds: float) -> None:
        try:
            self._command = shlex.split(name)
        except ValueError as problem:
            raise BadOption(f"The command cannot be read: {problem}.") from problem
        self._seconds = seconds
        self._idle: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()

    def ask(self, question: Question, system: str) -> Answer:
        told = {"item": question.item, "number": question.number, "system": system, "prompt": question.prompt}
        try:
            process = self._idle.get_nowait()
        except queue.Empty:
            process = self._start()
        try:
            given = self._hear(process, json.dumps(told).encode() + b"\n")
        except BaseException:
            self._end(process)
            raise
        self._idle.put(process)
        if not isinstance(given.get("text"), str):
            raise NoAnswer("The command's answer has no `text`.")
        tokens = (_number(given.get(key)) for key in ("tokens_read", "tokens_written"))
        return Answer(_cut(given["text"]), *tokens)

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(  # noqa: S603 - the command that was asked for
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as problem:
            reason = problem.strerror or problem
            raise NoAnswer(f"The command cannot be started: {reason}.", again=False) from None
        with self._lock:
            self._running.add(process)
        return process

    def _hear(self, process: subprocess.Popen[bytes], line: bytes) -> dict[str, Any]:
        """The answer to a line; a process that takes too long is ended."""
        late = threading.Event()

        def give_up() -> None:
            late.set()
            _kill(process)

        timer = threading.Timer(self._seconds, give_up)
        timer.daemon = True
        timer.start()
        heard = b""
        try:
            if process.stdin is None or process.stdout is None:
                raise NoAnswer("The command has no pipes.")
            process.stdin.write(line)
            process.stdin.flush()
            heard = process.stdout.readline(MOST_BYTES)
        except OSError:
            pass  # it has ended
        finally:
            timer.cancel()
        if late.is_set():
            raise NoAnswer(f"The command did not answer within {self._seconds:g} seconds.")
        if not heard.endswith(b"\n"):
            raise NoAnswer("The command ended without an answer." if len(heard) < MOST_BYTES else "It said too much.")
        try:
            given = json.loads(heard)
        except (ValueError, RecursionError):
            raise NoAnswer("The command answered something that is not JSON.") from None
        if not isinstance(given, dict):
            raise NoAnswer("The command answered no JSON object.")
        return given

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            self._running.discard(process)
        _kill(process)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what could not be written any more
                    pipe.close()
        process.wait()

    def answers(self, item: str) -> bool:
        return True

    def close(self) -> None:
        with self._lock:
            running = list(self._running)
        for process in running:
            self._end(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process with its children, who would keep its pipes open."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


class BotModel:
    """A bot, for comparison: it decides from its seat's record. `first` plays the first legal move.

    About the rules only `random` and `first` are asked, who guess: the others play by them.
    """

    def __init__(self, name: str, *_given: Any) -> None:
        self._name = name
        self._find: Callable[..., bots.Bot] | None = None if name == FIRST else bots.find(name)

    def ask(self, question: Question, system: str) -> Answer:
        told = f"{question.item} {question.number}".encode()
        seed = int.from_bytes(hashlib.blake2b(told, digest_size=8).digest(), "little") % SEEDS
        if question.rules is not None:
            return Answer(rules.guess(question.rules, random.Random(seed) if self._name != FIRST else None))
        match = question.match
        if match is None:
            raise NoAnswer("There is nothing that a bot could decide.", again=False)
        return Answer(json.dumps({"move": match.game.notation.write(self._choose(match, seed))}))

    def _choose(self, match: Match, seed: int) -> int:
        if self._find is None:
            return match.legal()[0]
        return self._find(match.game, seed).choose(match.record(match.actor))

    def answers(self, item: str) -> bool:
        return self._name in (FIRST, "random") or not item.startswith("rules/")

    def close(self) -> None:
        """Nothing is open."""


_MAKERS: Mapping[str, Callable[[str, Settings, str | None, float], Model]] = {
    "openai": OpenAI,
    "anthropic": Anthropic,
    "cmd": Command,
    "bot": BotModel,
}
