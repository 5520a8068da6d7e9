"""Runs the bots and clocks of a table. Only the leader process does."""

from __future__ import annotations

import asyncio
import logging
import math
from contextlib import suppress
from typing import TYPE_CHECKING

from ziggurat.server.bots.pool import BotFailed
from ziggurat.server.bots.worker import Question, new_seed
from ziggurat.server.protocol import PaceKind
from ziggurat.server.refusals import Stale
from ziggurat.server.runtime import machine
from ziggurat.server.runtime.clock import now
from ziggurat.server.tables.sitting import MOVE, TIMEOUT, Sitting

if TYPE_CHECKING:
    from ziggurat.server.tables.live import LiveTable

log = logging.getLogger("ziggurat.tables")
ATTEMPTS = 2  # how often a bot may fail at one decision before a random legal action is played for it
LONGEST_TIMER = 86_400  # seconds


class Driver:
    """Asks the bot whose turn it is, and ends the turn of a player whose time has run out."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._server = table.server
        self._asked_after = -1  # the entry after which a bot was last asked
        self._thinking: set[int] = set()  # the entries after which a bot was asked that has not answered yet
        self._timer: asyncio.TimerHandle | None = None

    def schedule(self) -> None:
        """Ask the bot and set the timer for the position as it is now."""
        self._cancel_timer()
        sitting = self._table.sitting
        if sitting is None or not self._server.leading or sitting.over:
            return
        if sitting.actor_is_bot and self._asked_after != sitting.number and not self.abandoned:
            self._asked_after = sitting.number
            self._thinking.add(sitting.number)
            self._table.spawn(self._play_bot(sitting, sitting.number))
        deadline = sitting.deadline()
        if deadline is not None:
            left = max(0, deadline - self._server.served()) / 1000
            ring = lambda: self._table.spawn(self._time_out(sitting.number))  # noqa: E731
            self._timer = asyncio.get_running_loop().call_later(min(left, LONGEST_TIMER), ring)

    def forget_question(self) -> None:
        """Ask again at the next `schedule`, unless the bot is still thinking about the last entry."""
        if self._asked_after not in self._thinking:
            self._asked_after = -1

    def close(self) -> None:
        """Stop the timer."""
        self._cancel_timer()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def needed(self) -> bool:
        """Whether the table must stay in memory for its bots or clocks."""
        sitting = self._table.sitting
        if sitting is None:
            return False
        return (sitting.actor_is_bot and not self.abandoned) or sitting.deadline() is not None

    @property
    def abandoned(self) -> bool:
        """Whether bots pause because nobody has had the table open for a while.

        They never pause in correspondence matches, where nobody is expected to watch, nor in tournaments, where
        everybody waits for the end of the round.
        """
        table = self._table
        if table.presence.anyone_here or table.sitting is None:
            return False
        if table.stored.row.tournament:
            return False
        if table.sitting.clocks.pace.kind is PaceKind.TURN and table.sitting.people(besides=-1):
            return False
        last = max(table.presence.last_visit, int(table.stored.row.changed))
        return now() - last > self._server.settings.bot_patience * 60_000

    async def _play_bot(self, sitting: Sitting, number: int) -> None:
        seat, bot = sitting.actor, sitting.bots[sitting.actor]
        question = ask_about(sitting, bot or sitting.plan.stand_in)
        try:
            action, took, shown = await self._choose(question, hide_choice=reveals_choice(sitting))
            beat = self._server.settings.bot_beat / 1000
            if beat:  # answer at whole beats: the exact time a bot takes must not tell what it holds
                await asyncio.sleep(max(0.0, max(1, math.ceil(shown / beat)) * beat - took))
            async with self._table.lock:
                self._thinking.discard(number)  # if the answer cannot be stored, the bot is asked again
                current = self._table.sitting  # perhaps reloaded, but the same entries make the same position
                if current is None or current.number != number or not current.actor_is_bot:
                    return  # whoever changed the position has called `schedule`
                with suppress(Stale):  # another entry came first; reading it has asked the bot again
                    await self._table.commit(MOVE, seat, action)
        finally:
            self._thinking.discard(number)

    async def _choose(self, question: Question, *, hide_choice: bool) -> tuple[int, float, float]:
        """The bot's action, the seconds it took, and the seconds it should seem to have taken.

        A bot with one legal action need not think. Where that would tell others what it holds, it waits in the queue
        and seems to think all the same.
        """
        asker = self._server.quotas.asker(self._table.stored.row.host)
        if len(question.legal) == 1:
            shown = await self._server.pool.pretend(question, asker) if hide_choice else 0.0
            return question.legal[0], 0.0, shown
        for _ in range(ATTEMPTS):
            try:
                thought = await self._server.pool.choose(question, asker)
            except BotFailed:
                continue
            if thought.decision.action in question.legal:
                return thought.decision.action, thought.seconds, thought.seconds
            log.error("bot %s chose %s in %s, which is not legal", question.bot, thought.decision.action, question.game)
        return machine.choice(question.legal), 0.0, 0.0

    async def _time_out(self, number: int) -> None:
        table = self._table
        async with table.lock:
            sitting = table.sitting
            if sitting is None or sitting.number != number or sitting.over:
                return
            deadline = sitting.deadline()
            if deadline is None or self._server.served() < deadline:
                self.schedule()
                return
            with suppress(Stale):
                await table.commit(TIMEOUT, sitting.actor, sitting.leaving(sitting.actor))


def ask_about(sitting: Sitting, bot: str) -> Question:
    """The question for a bot: what the seat to move sees and may do, and nothing else."""
    match = sitting.match
    return Question(match.game.name, bot, match.record(sitting.actor).tobytes(), match.legal(), new_seed())


def reveals_choice(sitting: Sitting) -> bool:
    """Whether a person could learn something from whether a bot has a choice.

    Not in games without secrets, where everybody can count a bot's choices, and not where only bots play on.
    """
    return sitting.match.game.secrets and bool(sitting.people(besides=-1))
