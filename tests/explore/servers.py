"""Servers that are fuzzed over HTTP and sockets, and servers that are killed while people play."""

from __future__ import annotations

import random
import time
from pathlib import Path

import ziggurat
from tests.explore import server_fuzzing as fuzzing
from tests.explore.episodes import Episode, Finding
from tests.patience import PATIENCE
from tests.server.load import Acknowledged, Couple, check_nothing_lost, stored
from tests.server.serving import Chair, Person, Server

LASTS = 10.0  # seconds of fuzzing
PHASES = ("coverage", "fuzzing", "fuzzing", "stateful")
EXAMPLES = 30  # of each operation, as far as there is time


def http(episode: Episode) -> None:
    """Every operation of the OpenAPI description, with what it allows and what it does not."""
    chance = episode.chance
    with fuzzing.attacked(episode.folder) as attacked:
        episode.keepers.append(attacked.keep)
        seed, phase = chance.randrange(2**31), chance.choice(PHASES)
        requests, findings = fuzzing.over_http(attacked.server, LASTS, seed, phase, EXAMPLES)
        attacked.problems += findings
        episode.count("requests", requests)
    _report(attacked)


def sockets(episode: Episode) -> None:
    """Several people at many tables, who send valid, nearly valid and invalid messages."""
    with fuzzing.attacked(episode.folder) as attacked:
        episode.keepers.append(attacked.keep)
        until = time.monotonic() + LASTS
        seed = episode.chance.randrange(2**31)
        fuzzers = [fuzzing.SocketFuzzer(attacked.server, until, seed + number) for number in range(fuzzing.FUZZERS)]
        for fuzzer in fuzzers:
            fuzzer.start()
        for fuzzer in fuzzers:
            fuzzer.join(PATIENCE)
            attacked.problems += [fuzzer.problem] if fuzzer.problem else []
            attacked.problems += [f"socket fuzzer {fuzzer.label} hangs"] if fuzzer.is_alive() else []
            attacked.acknowledged |= fuzzer.acknowledged
            episode.count("messages", fuzzer.messages)
            episode.count("tables", fuzzer.tables)
    _report(attacked)


def _report(attacked: fuzzing.Attacked) -> None:
    if attacked.problems:
        raise Finding("\n".join(attacked.problems))


# ------------------------------------------------------------------------------------------------------------ restarts

KILLS = 3


class RudeCouple(Couple):
    """Two people who play, and sometimes try illegal moves, which are recorded too."""

    def __init__(self, people: tuple[Person, Person], table: str, seed: int) -> None:
        super().__init__(people, table, seed)
        self.refused: set[str] = set()

    def _move(self, chair: Chair, action: int) -> None:
        if self.stream.random() < 0.15:
            name = f"r{self.table}-{id(self)}-{len(self.refused)}"
            version, move = self.stream.choice(
                [(chair.version, 10**6), (chair.version, "nonsense"), (chair.version + 1, action), (-1, action)]
            )
            self.refused.add(name)  # before it is sent: whether or not the answer comes, it must not be played
            answer = chair.ask("play", id=name, version=version, move=move)
            assert answer["type"] == "refused", answer
        super()._move(chair, action)

    def again(self) -> RudeCouple:
        twin = RudeCouple(self.people, self.table, self.stream.randrange(2**30))
        twin.acknowledged, twin.pending, twin.refused = self.acknowledged, self.pending, self.refused
        return twin


def restarts(episode: Episode) -> None:
    """A server is killed again and again while tables are played; what was acknowledged is there once, nothing else."""
    chance = episode.chance
    database = f"sqlite:///{episode.folder}/ziggurat.db"
    log = episode.folder / "server.log"
    episode.keepers.append(lambda folder: _copy(log, folder))
    with log.open("ab") as file:
        server = Server(database, log=file)
        try:
            couples = [_couple(server, chance) for _ in range(chance.randint(2, 5))]
            episode.count("tables", len(couples))
            refused: set[str] = set()
            for _ in range(KILLS):
                couples = _until_killed(episode, server, database, couples)
                refused |= {name for couple in couples for name in couple.refused}
                server = Server(database, port=server.port, log=file)
                couples = [couple.again() for couple in couples if not couple.finished]
            _check_refused(database, refused)
        finally:
            if server.alive:
                server.stop()
    problems = fuzzing.verified(database) + fuzzing.errors(log.read_text("utf-8"))
    if problems:
        raise Finding("\n".join(problems))


def _couple(server: Server, chance: random.Random) -> RudeCouple:
    games = [name for name in ziggurat.game_names() if 2 in ziggurat.game(name).seat_counts]
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", game=chance.choice(games))
    guest.sit(table)
    return RudeCouple((host, guest), table, chance.randrange(2**30))


def _until_killed(episode: Episode, server: Server, database: str, couples: list[RudeCouple]) -> list[RudeCouple]:
    """Let them play until a moment that is drawn; then the server is gone, or told to go."""
    chance = episode.chance

    def played() -> int:
        return sum(len(couple.acknowledged) for couple in couples)

    wanted = played() + chance.randint(1, 80)
    for couple in couples:
        couple.start()
    end = time.monotonic() + PATIENCE
    while played() < wanted and any(couple.is_alive() for couple in couples):
        assert time.monotonic() < end, f"{played()} of {wanted} moves were played"
        time.sleep(0.002 * chance.random())
    if chance.random() < 0.8:
        episode.note("killed")
        server.kill()
    else:
        episode.note("stopped")
        assert server.stop() == 0
    episode.count("restarts")
    for couple in couples:
        couple.join(PATIENCE)
        assert not couple.is_alive(), "somebody still waits for the server that is gone"
        if couple.problem is not None:
            raise couple.problem
    acknowledged: Acknowledged = {}
    for couple in couples:
        acknowledged |= couple.acknowledged
    episode.count("moves", len(acknowledged))
    check_nothing_lost(database, acknowledged)
    return couples


def _check_refused(database: str, refused: set[str]) -> None:
    there = {row.client for rows in stored(database).values() for row in rows}
    assert not refused & there, "what was refused is in the journal"


def _copy(log: Path, folder: Path) -> None:
    (folder / "server.log").write_bytes(log.read_bytes())
