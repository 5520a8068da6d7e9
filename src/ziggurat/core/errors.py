"""All errors that Ziggurat raises. The message is one sentence for people."""


class ZigguratError(ValueError):
    """Base class of all errors: the message is one sentence, and nothing was changed.

    >>> import ziggurat
    >>> try:
    ...     ziggurat.game("chess")
    ... except ziggurat.ZigguratError as problem:
    ...     print(problem)
    There is no game called 'chess'. There is babylonia, amyitis, ur, babel.
    """

    @property
    def sentence(self) -> str:
        """The message as it was given: a `Sentence` still knows how it was made, which `str` of an error forgets."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class UnknownGame(ZigguratError):
    """No game has that name.

    >>> import ziggurat
    >>> ziggurat.game("bable")
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.UnknownGame: There is no game called 'bable'. Did you mean 'babel'?
    """


class BadOption(ZigguratError):
    """A seat count, seed or option that the game does not have.

    >>> import ziggurat
    >>> ziggurat.new("babel", seats=3)
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.BadOption: Babel is for 2 seats, not 3.
    """


class UnknownOption(BadOption, TypeError):
    """An option that the game does not have; a `TypeError` too, as for every unknown keyword argument.

    >>> import ziggurat
    >>> ziggurat.new("babel", colour="red")
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.UnknownOption: Babel has no option 'colour'; it has hands.
    """


class IllegalMove(ZigguratError):
    """The move can be read, and may not be played now.

    >>> import ziggurat
    >>> ziggurat.new("babel", seed=7).play("end")
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.IllegalMove: Your first turn cannot end before you build your level-1 card (clause 2).
    """


class InvalidMove(IllegalMove):
    """The move cannot even be read as one of this game's moves.

    >>> import ziggurat
    >>> ziggurat.new("babel", seed=7).play("pawn")
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.InvalidMove: 'pawn' needs a site: A H M P S.
    """


class UnreadableReply(ZigguratError):
    """A language model's answer that has no move in it; the message says what an answer looks like.

    >>> import ziggurat
    >>> ziggurat.game("babel").read_reply("I move my pawn to A.")
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.UnreadableReply: The reply has no move. Send JSON: {"move": "…"} or {"moves": ["…"]}.
    """


class AmbiguousMove(IllegalMove):
    """The text could mean two different legal moves.

    >>> import ziggurat
    >>> ziggurat.new("babel", seed=7).play("d a")
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.AmbiguousMove: 'd a' could be 'deploy A', 'discard A'; write it out.
    """


class UndoRefused(ZigguratError):
    """The move may not be taken back; the message says why.

    >>> import ziggurat
    >>> ziggurat.new("babel", seed=7).undo()
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.UndoRefused: Only 0 decisions have been made, so 1 cannot be taken back.
    """


class BadLog(ZigguratError):
    """A match log that is truncated, tampered with, or not a log at all.

    >>> import ziggurat
    >>> ziggurat.read("1. e4 e5")
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.BadLog: This is not a match log: its first line is not 'ziggurat match 1'.
    """


class BadPosition(ZigguratError):
    """A position that could not arise: wrong counts, owners or ranges.

    >>> import ziggurat
    >>> position = ziggurat.new("babel", seed=7).position()
    >>> ziggurat.load("babel", {**position, "turn": -1})
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.BadPosition: turn must be a whole number from 0 to 199, not -1.
    """


class BadRecord(ZigguratError):
    """A record that a bot cannot decide about: of a finished game, another seat or another game.

    >>> import ziggurat
    >>> match = ziggurat.new("babel", seed=7)
    >>> ziggurat.bot("random").choose(match.record(1))
    Traceback (most recent call last):
    ...
    ziggurat.core.errors.BadRecord: Seat 0 is to move, and this is not its record: use match.record(0).
    """


class MissingDependency(ZigguratError, ImportError):
    """Something needs a library that is not installed; the message says how to get it.

    >>> import ziggurat
    >>> issubclass(ziggurat.envs.MissingDependency, ImportError)
    True
    """
