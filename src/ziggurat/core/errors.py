"""All errors that Ziggurat raises. The message is one sentence for people."""


class ZigguratError(ValueError):
    """Base class of all errors: the message is one sentence, and nothing was changed."""

    @property
    def sentence(self) -> str:
        """The message as it was given: a `Sentence` still knows how it was made, which `str` of an error forgets."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class UnknownGame(ZigguratError):
    """No game has that name."""


class BadOption(ZigguratError):
    """A seat count, seed or option that the game does not have."""


class IllegalMove(ZigguratError):
    """The move can be read, and may not be played now."""


class InvalidMove(IllegalMove):
    """The move cannot even be read as one of this game's moves."""


class AmbiguousMove(IllegalMove):
    """The text could mean two different legal moves."""


class UndoRefused(ZigguratError):
    """The move may not be taken back; the message says why."""


class BadLog(ZigguratError):
    """A match log that is truncated, tampered with, or not a log at all."""


class BadPosition(ZigguratError):
    """A position that could not arise: wrong counts, owners or ranges."""


class BadRecord(ZigguratError):
    """A record that a bot cannot decide about: of a finished game, another seat or another game."""


class MissingDependency(ZigguratError, ImportError):
    """Something needs a library that is not installed; the message says how to get it."""
