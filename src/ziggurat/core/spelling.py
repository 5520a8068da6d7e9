"""The notation of actions as a table: for each range of action numbers, its text and its clicks."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

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


def each(**words: Iterable[str]) -> list[Words]:
    """Every combination of words, the last one changing fastest."""
    return [dict(zip(words, chosen, strict=True)) for chosen in itertools.product(*words.values())]


class Spelling:
    """Every action's text and clicks."""

    def __init__(self, spans: Iterable[Span], synonyms: Mapping[str, str] | None = None) -> None:
        """`synonyms` are other ways to write a move, each with the move's text."""
        self._texts: list[str] = []
        self._patterns: list[list[str]] = []  # of each action's span: its text, word by word
        self._clicks: list[tuple[str, ...]] = []
        for span in spans:
            if span.first != len(self._texts):
                raise ValueError(f"'{span.text}' begins with action {span.first}, not {len(self._texts)}")
            pattern = span.text.split()
            for words in span.choices:
                self._texts.append(_filled(span.text, words))
                self._patterns.append(pattern)
                self._clicks.append(tuple([_filled(click, words) for click in span.clicks]))
        self._synonyms = synonyms or {}

    @functools.cached_property  # a browser shows a table before anybody writes a move
    def _numbers(self) -> dict[str, int]:
        numbers = {text.lower(): action for action, text in enumerate(self._texts)}
        return numbers | {other.lower(): numbers[text.lower()] for other, text in self._synonyms.items()}

    @functools.cached_property
    def _split(self) -> list[list[str]]:
        """The words of every text, which can be cut short."""
        return [text.lower().split() for text in self._texts]

    def __len__(self) -> int:
        return len(self._texts)

    def write(self, action: int) -> str:
        """An action as text."""
        return self._texts[action]

    def clicks(self, action: int) -> tuple[str, ...]:
        """The things to click, in order; the page gives each of them that name."""
        return self._clicks[action]

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
        nouns = [name[1:-1] for action in begun if (name := self._patterns[action][at]).startswith("{")]
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


def _filled(text: str, words: Words) -> str:
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", word)
    return text


def _is_short_for(words: list[str], whole: list[str]) -> bool:
    return len(words) == len(whole) and all(
        word == full or (word.isalpha() and full.startswith(word)) for word, full in zip(words, whole, strict=True)
    )
