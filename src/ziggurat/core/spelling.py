"""The notation of actions as a table: for each range of action numbers, its text and its clicks."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ziggurat.core.errors import AmbiguousMove, InvalidMove
from ziggurat.core.sentence import Sentence, sentence, shortened

EXAMPLES = 4  # moves that a refusal names
SEVERAL = 12  # words that a refusal names

Words = Mapping[str, str]


class Span(NamedTuple):
    """Neighbouring actions that are written alike: `Span(SITE, "score {hexagon}", ("hex:{hexagon}",), each(…))`.

    The names in braces are the nouns of refusals: 'score' needs a hexagon.
    """

    first: int
    text: str
    clicks: tuple[str, ...]
    choices: Sequence[Words] = ({},)  # what the words in braces are, action by action


def each(**words: Iterable[str]) -> Sequence[Words]:
    """Every combination of words, the last one changing fastest."""
    return _Each({name: tuple(several) for name, several in words.items()})


class _Each(Sequence[Words]):
    """Combinations of words, each made when it is asked for."""

    def __init__(self, words: Mapping[str, tuple[str, ...]]) -> None:
        self._size = math.prod([len(several) for several in words.values()])
        self._words: list[tuple[str, tuple[str, ...], int]] = []  # with how many combinations begin alike
        alike = self._size
        for name, several in words.items():
            alike //= len(several) or 1
            self._words.append((name, several, alike))

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(self._size))]
        at = range(self._size)[at]
        return {name: several[at // alike % len(several)] for name, several, alike in self._words}


class Spelling:
    """Every action's text and clicks, made when they are first asked for: a browser has little time at the start."""

    def __init__(
        self, spans: Iterable[Span], synonyms: Mapping[str, str] | Callable[[], Mapping[str, str]] | None = None
    ) -> None:
        """`synonyms` are other ways to write a move, each with the move's text; a function makes them when needed."""
        self._spans: list[Span] = []  # by action
        for span in spans:
            if span.first != len(self._spans):
                raise ValueError(f"'{span.text}' begins with action {span.first}, not {len(self._spans)}")
            self._spans += [span] * len(span.choices)
        self._made: list[tuple[str, tuple[str, ...]] | None] = [None] * len(self._spans)
        self._synonyms = synonyms or {}

    def _make(self, action: int) -> tuple[str, tuple[str, ...]]:
        """An action's text and clicks."""
        span = self._spans[action]
        words = span.choices[range(len(self))[action] - span.first]
        text, *clicks = [_filled(template, words) for template in _templates((span.text, *span.clicks))]
        made = self._made[action] = (text, tuple(clicks))
        return made

    @functools.cached_property
    def _texts(self) -> list[str]:
        return [self.write(action) for action in range(len(self))]

    @functools.cached_property
    def _numbers(self) -> dict[str, int]:
        numbers = {text.lower(): action for action, text in enumerate(self._texts)}
        synonyms = self._synonyms() if callable(self._synonyms) else self._synonyms
        return numbers | {other.lower(): numbers[text.lower()] for other, text in synonyms.items()}

    @functools.cached_property
    def _split(self) -> list[list[str]]:
        """The words of every text, which can be cut short."""
        return [text.lower().split() for text in self._texts]

    def __len__(self) -> int:
        return len(self._spans)

    def write(self, action: int) -> str:
        """An action as text."""
        return (self._made[action] or self._make(action))[0]

    def clicks(self, action: int) -> tuple[str, ...]:
        """The things to click, in order; the page gives each of them that name."""
        return (self._made[action] or self._make(action))[1]

    def find(self, text: str) -> int | None:
        """Text as an action; capitals and extra spaces do not matter, and a word may be cut short (a place
        or a number may not: `d1` is not short for `d12`).

        None if it is no move; `AmbiguousMove` if it is cut short and fits several, `InvalidMove` if words are missing.
        """
        words = text.lower().split()
        exact = self._numbers.get(" ".join(words))
        if exact is not None:
            return exact
        fitting = [action for action, whole in enumerate(self._split) if _is_short_for(words, whole)]
        if not fitting and (missing := self._missing(text, words)) is not None:
            raise InvalidMove(missing)
        if len(fitting) < 2:
            return fitting[0] if fitting else None
        named = [f"'{self._texts[action]}'" for action in fitting[:EXAMPLES]]
        moves = ", ".join(named if len(fitting) <= EXAMPLES else [*named, "…"])
        raise AmbiguousMove(sentence("'{text}' could be {moves}; write it out.", text=shortened(text), moves=moves))

    def _missing(self, text: str, words: list[str]) -> Sentence | None:
        """What the beginning of a move needs next; None if no move begins like that."""
        at = len(words)
        begun = [
            action
            for action, whole in enumerate(self._split)
            if 0 < at < len(whole) and _is_short_for(words, whole[:at])
        ]
        if not begun:
            return None
        nouns = [name[1:-1] for action in begun if (name := self._spans[action].text.split()[at]).startswith("{")]
        noun = nouns[0].replace("_", " ") if nouns else "word"
        following = list(dict.fromkeys(self._texts[action].split()[at] for action in begun))
        if len(following) > SEVERAL:
            following = [*following[:3], "…", following[-1]]
        return sentence(
            "'{text}' needs {noun}: {words}.",
            text=shortened(text),
            noun=f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}",
            words=" ".join(following),
        )

    def words(self) -> list[str]:
        """Every text that is understood, for suggestions."""
        return list(self._numbers)


@functools.cache
def _templates(texts: tuple[str, ...]) -> list[list[str]]:
    """Texts as parts, of which every second one is a name in braces."""
    return [text.replace("}", "{").split("{") for text in texts]


def _filled(template: list[str], words: Words) -> str:
    parts = template[:]
    for at in range(1, len(parts), 2):
        parts[at] = words[parts[at]]
    return "".join(parts)


def _is_short_for(words: list[str], whole: list[str]) -> bool:
    return len(words) == len(whole) and all(
        word == full or (word.isalpha() and full.startswith(word)) for word, full in zip(words, whole, strict=True)
    )
