"""Runs tournaments: takes results, pairs rounds, ends tournaments. Runs in the leader process, every second.

Every step is one transaction that changes nothing if somebody else was faster. Two processes that both believe they
lead, or an organizer who presses a button meanwhile, do no harm.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Protocol

from ziggurat.server.protocol import Status, System, TournamentStatus
from ziggurat.server.refusals import NotReady, Refused
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.periodic import PeriodicJob
from ziggurat.server.runtime.services import (
    HasGames,
    HasSettings,
    HasTables,
    KeepsTime,
    Leads,
    Notifies,
    Reads,
    Works,
    Writes,
)
from ziggurat.server.tables import table_store
from ziggurat.server.tournaments import rounds, storage
from ziggurat.server.tournaments.storage import SeatedTable, TournamentState
from ziggurat.tournaments import Round

log = logging.getLogger("ziggurat.tournaments")
EVERY = 1.0  # seconds
TRIES = 5  # to begin a round while others join or leave


class DirectorServer(HasGames, HasSettings, HasTables, KeepsTime, Leads, Notifies, Reads, Works, Writes, Protocol):
    """What tournaments use of the server process."""


class Director(PeriodicJob[DirectorServer]):
    """Runs due steps of tournaments."""

    interval = EVERY

    async def run_once(self) -> None:
        """Check every tournament that may need a step."""
        for tournament_id in await self._server.read(storage.due, now(), self._server.served()):
            await self._try_step(tournament_id)

    async def _try_step(self, tournament_id: str) -> None:
        """Run the due steps of one tournament; an error does not affect the others."""
        try:
            await self.drive(tournament_id)
        except NotReady:
            return  # its game is still being compiled
        except Refused as problem:
            log.warning("tournament %s has to wait: %s", tournament_id, problem)
        except Exception:
            log.exception("tournament %s: a step failed and is tried again", tournament_id)

    async def drive(self, tournament_id: str) -> None:
        """Take results, record no-shows, begin the next round, or end the tournament."""
        state = await self._server.read(storage.load, tournament_id)
        await self._server.games.require(state.row.game)
        if state.row.status == TournamentStatus.OPEN:
            await self._begin_in_time(state)
            return
        state = await self._collected(state)
        if state.row.status != TournamentStatus.RUNNING:
            return
        if rounds.is_over(state, now()):
            await self._server.writer.write(partial(rounds.finish, seen=state, at=now()))
        elif state.system is System.ARENA:
            await self._pair_free(state)
        elif rounds.is_due(state):
            await self._open(state)

    async def _collected(self, state: TournamentState) -> TournamentState:
        """The tournament after results and no-shows at its tables have been recorded."""
        changed = False
        for seated in state.undecided:
            if seated.status == Status.FINISHED:
                await self._take_result(state, seated)
                changed = True
            elif seated.status == Status.OPEN and seated.until is not None and seated.until <= self._server.served():
                await self._record_no_shows(state, seated)
                changed = True
        return await self._server.read(storage.load, state.row.id) if changed else state

    async def _begin_in_time(self, state: TournamentState) -> None:
        try:
            rounds.check_start(state)
        except Refused:
            await self._server.writer.write(partial(rounds.wait_for_organizer, seen=state, at=now()))
            return
        await self._begin(state)

    async def _begin(self, state: TournamentState) -> bool:
        if state.system is System.ARENA:
            return bool(await self._server.writer.write(partial(rounds.begin, seen=state, at=now())))
        return await self._open(state)

    # ---------------------------------------------------------------------------------------------- by the organizer

    async def start(self, tournament_id: str, organizer: str | None) -> None:
        """Begin a tournament; nothing happens if it has begun."""
        for _ in range(TRIES):
            state = await self._server.read(storage.load, tournament_id)
            state.check_organizer(organizer)
            await self._server.games.require(state.row.game)
            if state.row.status == TournamentStatus.CANCELLED:
                raise Refused("This tournament is over.")
            if state.row.status != TournamentStatus.OPEN:
                return
            rounds.check_start(state)
            if await self._begin(state):
                return
        raise Refused("Players are joining right now; try again.")

    async def next(self, tournament_id: str, organizer: str | None, number: int) -> None:
        """Begin a round for the organizer; nothing happens if it has begun."""
        for _ in range(TRIES):
            state = await self._server.read(storage.load, tournament_id)
            state.check_organizer(organizer)
            await self._server.games.require(state.row.game)
            if state.row.round >= number:
                return
            state = await self._collected(state)
            if state.row.status != TournamentStatus.RUNNING or state.row.round >= state.row.rounds:
                raise Refused("There are no more rounds.")
            if state.undecided or number > state.row.round + 1:
                raise Refused("The previous round has to end first.")
            if await self._open(state):
                return
        raise Refused("Players are joining right now; try again.")

    # ----------------------------------------------------------------------------------------------------- one step

    async def _open(self, state: TournamentState) -> bool:
        paired = await self._server.work(rounds.pair, state)
        if not paired.tables:  # everybody has left
            await self._server.writer.write(partial(rounds.finish, seen=state, at=now()))
            return True
        return await self._store(state, paired)

    async def _pair_free(self, state: TournamentState) -> None:
        if state.row.ends is not None and now() < state.row.ends:
            paired = await self._server.work(rounds.pair_free, state, now())
            if paired.tables:
                await self._store(state, paired)

    async def _store(self, state: TournamentState, paired: Round) -> bool:
        server = self._server
        at, served = now(), server.served()
        ready = await server.work(rounds.prepare, state, paired, server.settings.stand_in, at, served)
        if not await server.writer.write(partial(rounds.open_round, seen=state, ready=ready, at=at)):
            return False
        for one in ready:
            if one.row is not None:
                await self._changed(one.row["id"])
        return True

    async def _take_result(self, state: TournamentState, seated: SeatedTable) -> None:
        stored = await self._server.read(table_store.load_table, seated.table_id or "")
        journal = await self._server.read(table_store.load_journal, seated.table_id or "")
        places, scores = await self._server.work(rounds.judge, stored, journal)
        await self._server.writer.write(
            lambda connection: rounds.take_result(connection, state.row.id, seated, places, scores, now())
        )

    async def _record_no_shows(self, state: TournamentState, seated: SeatedTable) -> None:
        stored = await self._server.read(table_store.load_table, seated.table_id or "")
        absent = stored.awaited
        made = await self._server.work(rounds.start_without, stored, absent, self._server.served())
        work = partial(
            rounds.record_no_shows, tournament_id=state.row.id, seated=seated, absent=absent, made=made, at=now()
        )
        if await self._server.writer.write(work):
            await self._changed(seated.table_id or "")

    async def _changed(self, table_id: str) -> None:
        """Update a table in this process and in the others."""
        self._server.notify(messages.TableChanged(table_id))
        await self._server.table_changed(table_id)
