"""In the process that leads: what is due in a tournament is done.

It looks every second. Whatever it does is one transaction that changes nothing if somebody else was faster, so two
processes that both believe to lead, and organizers who press a button meanwhile, do no harm.
"""

from __future__ import annotations

import logging
from functools import partial

from ziggurat.server.protocol import Status, System, TournamentStatus
from ziggurat.server.refusals import NotAllowed, NotReady, Refused
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.tables import table_store
from ziggurat.server.tournaments import rounds, storage
from ziggurat.server.tournaments.storage import Kept, Sat
from ziggurat.tournaments import Round

log = logging.getLogger("ziggurat.tournaments")
LOOK = 1.0  # seconds
TRIES = 5  # to begin a round while others change the tournament


class Director(PeriodicJob):
    """Drives the tournaments."""

    interval = LOOK

    async def run_once(self) -> None:
        """Look after every tournament in which something may be due."""
        for tournament_id in await self._server.read(storage.due, now(), self._server.served()):
            await self._look(tournament_id)

    async def _look(self, tournament_id: str) -> None:
        """Do what is due in one tournament; what goes wrong there is nobody else's loss."""
        try:
            await self.drive(tournament_id)
        except NotReady:
            return  # its game is still being compiled
        except Refused as problem:
            log.warning("a tournament cannot be looked after yet: %s", problem)
        except Exception:
            log.exception("looking after a tournament failed; it is tried again")

    async def drive(self, tournament_id: str) -> None:
        """Take results, settle who did not come, begin the next round, or end it."""
        kept = await self._server.read(storage.load, tournament_id)
        await self._server.games.require(kept.row.game)
        if kept.row.status == TournamentStatus.OPEN:
            await self._begin_in_time(kept)
            return
        kept = await self._collected(kept)
        if kept.row.status != TournamentStatus.RUNNING:
            return
        if rounds.is_over(kept, now()):
            await self._server.writer.write(partial(rounds.finish, seen=kept, at=now()))
        elif kept.system is System.ARENA:
            await self._pair_free(kept)
        elif rounds.is_due(kept):
            await self._open(kept)

    async def _collected(self, kept: Kept) -> Kept:
        """A tournament with all that has happened at its tables; most of the time that is nothing."""
        changed = False
        for sat in kept.undecided:
            if sat.status == Status.FINISHED:
                await self._take(kept, sat)
                changed = True
            elif sat.status == Status.OPEN and sat.until is not None and sat.until <= self._server.served():
                await self._settle(kept, sat)
                changed = True
        return await self._server.read(storage.load, kept.row.id) if changed else kept

    async def _begin_in_time(self, kept: Kept) -> None:
        try:
            rounds.check_start(kept)
        except Refused:
            await self._server.writer.write(partial(rounds.wait_for_organizer, seen=kept, at=now()))
            return
        await self._begin(kept)

    async def _begin(self, kept: Kept) -> bool:
        if kept.system is System.ARENA:
            return bool(await self._server.writer.write(partial(rounds.begin, seen=kept, at=now())))
        return await self._open(kept)

    # ---------------------------------------------------------------------------------------------- by the organizer

    async def start(self, tournament_id: str, organizer: str | None) -> None:
        """Begin a tournament; one that has begun is left as it is."""
        for _ in range(TRIES):
            kept = await self._server.read(storage.load, tournament_id)
            self._check_organizer(kept, organizer)
            await self._server.games.require(kept.row.game)
            if kept.row.status == TournamentStatus.CANCELLED:
                raise Refused("This tournament is over.")
            if kept.row.status != TournamentStatus.OPEN:
                return
            rounds.check_start(kept)
            if await self._begin(kept):
                return
        raise Refused("Others are joining at this moment; try it again.")

    async def next(self, tournament_id: str, organizer: str | None, number: int) -> None:
        """Begin a round by hand; one that has begun is left as it is."""
        for _ in range(TRIES):
            kept = await self._server.read(storage.load, tournament_id)
            self._check_organizer(kept, organizer)
            await self._server.games.require(kept.row.game)
            if kept.row.round >= number:
                return
            kept = await self._collected(kept)
            if kept.row.status != TournamentStatus.RUNNING or kept.row.round >= kept.row.rounds:
                raise Refused("There is no further round.")
            if kept.undecided or number > kept.row.round + 1:
                raise Refused("The round before has to end first.")
            if await self._open(kept):
                return
        raise Refused("Others are joining at this moment; try it again.")

    def _check_organizer(self, kept: Kept, player: str | None) -> None:
        if player is None or kept.row.organizer != player:
            raise NotAllowed("Only the organizer of a tournament can do that.")

    # ----------------------------------------------------------------------------------------------------- one step

    async def _open(self, kept: Kept) -> bool:
        paired = await self._server.work(rounds.pair, kept)
        if not paired.tables:  # everybody has left
            await self._server.writer.write(partial(rounds.finish, seen=kept, at=now()))
            return True
        return await self._store(kept, paired)

    async def _pair_free(self, kept: Kept) -> None:
        if kept.row.ends is not None and now() < kept.row.ends:
            paired = await self._server.work(rounds.pair_free, kept, now())
            if paired.tables:
                await self._store(kept, paired)

    async def _store(self, kept: Kept, paired: Round) -> bool:
        server = self._server
        at, served = now(), server.served()
        ready = await server.work(rounds.prepare, kept, paired, server.settings.stand_in, at, served)
        if not await server.writer.write(partial(rounds.open_round, seen=kept, ready=ready, at=at)):
            return False
        for one in ready:
            if one.row is not None:
                await self._changed(one.row["id"])
        return True

    async def _take(self, kept: Kept, sat: Sat) -> None:
        stored = await self._server.read(table_store.load_table, sat.table_id or "")
        journal = await self._server.read(table_store.load_journal, sat.table_id or "")
        places, scores = await self._server.work(rounds.judge, stored, journal)
        await self._server.writer.write(
            lambda connection: rounds.take_result(connection, kept.row.id, sat, places, scores, now())
        )

    async def _settle(self, kept: Kept, sat: Sat) -> None:
        stored = await self._server.read(table_store.load_table, sat.table_id or "")
        absent = stored.awaited
        made = await self._server.work(rounds.settled, stored, absent, self._server.served())
        work = partial(rounds.settle, tournament_id=kept.row.id, sat=sat, absent=absent, made=made, at=now())
        if await self._server.writer.write(work):
            await self._changed(sat.table_id or "")

    async def _changed(self, table_id: str) -> None:
        """Tell those here and in the other processes of a table."""
        self._server.notify(messages.Changed(table_id))
        await self._server.table_changed(table_id)
