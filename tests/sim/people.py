"""People with clients of their own. They play at random, and do everything else that people do at tables."""

from __future__ import annotations

import asyncio
import random
import zlib
from typing import TYPE_CHECKING, Any

import msgspec

import ziggurat
from tests.sim.network import Connection, request

if TYPE_CHECKING:
    from tests.sim.world import World

DAY = 86_400
BOTS = ("random",)
QUERIES = ("look", "past", "prospects", "ahead")  # messages that change nothing
DURABLE = ("play", "undo", "consent", "resign", "say", "note")


class Choice(msgspec.Struct):
    action: int


class View(msgspec.Struct):
    actor: int
    choices: list[Choice]


class Wish(msgspec.Struct):
    seat: int
    decisions: int
    missing: list[int]


class SeatState(msgspec.Struct):
    left: str | None = None


class TableState(msgspec.Struct):
    status: str = ""
    seats: list[SeatState] = []


class Line(msgspec.Struct):
    seat: int
    text: str


class Frame(msgspec.Struct):
    """A message from the server, as far as a client here needs it."""

    type: str
    id: str = ""
    version: int = 0
    kind: str = ""
    seat: int = -1
    actor: int = -1
    decisions: int = 0
    undoable: int = 0
    at: int = 0
    clocks: list[int] | None = None
    reason: str = ""
    table: TableState = msgspec.field(default_factory=TableState)
    wish: Wish | None = None
    result: dict[str, Any] | None = None
    view: View | None = None
    line: Line | None = None


class OpenedTable(msgspec.Struct):
    id: str


class MyTournament(msgspec.Struct):
    id: str
    status: str
    table: str | None


_frames = msgspec.json.Decoder(Frame)


class Style(msgspec.Struct):
    """How somebody plays at a table."""

    think: float  # mean seconds
    vanish: float = 0.0  # the chance, before each decision, of going away for good
    resign: float = 0.003
    letters: float = 0.0  # mean seconds between visits; 0: stays


class Person:
    """Somebody with a browser, at one table at a time."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.loop = world, world.loop
        self.name = f"p{number}"
        self.chance: random.Random = world.stream(f"person {number}")
        self.address = f"10.{number // 62_500}.{number // 250 % 250}.{number % 250}"
        self.headers = [(b"host", b"localhost")]
        self.connection: Connection | None = None
        self._second: Connection | None = None  # another page at the same table
        self.pending: tuple[str, str] | None = None  # the id and text of a message that is not answered
        self.pending_since = 0.0
        self._sent = 0
        self._wake = asyncio.Event()
        self._enter("")

    def _enter(self, table: str) -> None:
        self.table = table
        self.pending = None
        self.over = self.left = self.vanished = False
        self._forget()

    def _forget(self) -> None:
        """Forget the position."""
        self.seat, self.version, self.decisions, self.undoable = -1, 0, 0, 0
        self.view: View | None = None
        self.wish: Wish | None = None

    def keep(self, cookie: bytes) -> None:
        """Keep the cookie by which the server knows this person."""
        self.headers = [(b"host", b"localhost"), (b"cookie", cookie.split(b";")[0])]

    # ----------------------------------------------------------------------------------------------------- hearing

    def lost(self, connection: Connection) -> None:
        """The connection has ended."""
        if connection is self.connection:
            self.connection = None
            self._wake.set()
        if connection.open:
            connection.reset()

    def hear(self, connection: Connection, text: bytes) -> None:
        """Take a message of the server."""
        world = self.world
        world.trace(self.name, zlib.crc32(text))
        frame = _frames.decode(text)
        current = connection is self.connection
        if current and not connection.welcomed:
            if frame.type == "refused" and not frame.id:
                return  # the table cannot be read just now; the socket is about to be closed
            if frame.type != "welcome":
                world.fail(f"the first message on a socket is {frame.type}, not welcome")
            connection.welcomed = True
        if frame.type == "welcome":
            connection.seat = frame.seat
        world.promises.hear(self, connection, frame, text)
        if frame.type == "refused":
            world.note("refused", frame.id, frame.reason)
        if self.pending is not None and frame.id == self.pending[0]:
            message, self.pending = self.pending[1], None
            if frame.type == "done" and current and self.chance.random() < world.profile.again:
                self._send_again(frame.id, message)
            if frame.type == "refused" and current:
                self.view = None
                connection.post(f'{{"type":"look","id":"{self._new_id()}"}}')
        if current:
            self._take(frame)
            self._wake.set()

    def _take(self, frame: Frame) -> None:
        if frame.type == "welcome":
            self.seat, self.over = frame.seat, frame.table.status == "finished"
            if self.seat >= 0 and frame.table.seats[self.seat].left and not self.over:
                self.left = True  # a bot has taken over while this person was away
        if frame.type == "changed":
            self.over = frame.result is not None
            gone = frame.kind in ("resign", "timeout") and frame.seat == self.seat
            self.left |= gone and not self.over
        if frame.type in ("welcome", "changed"):
            self.version, self.decisions, self.undoable = frame.version, frame.decisions, frame.undoable
            self.view, self.wish = frame.view, frame.wish

    # ----------------------------------------------------------------------------------------------------- sending

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """The answer to a request, which is repeated until there is one. Errors of the disk do not count as one."""
        while True:
            answer = await request(self.world, self, method, path, body)
            if answer is not None and answer[0] < 500:
                return answer
            if answer is not None and answer[0] != 503:
                self.world.fail(f"{method} {path} failed with {answer[0]}: {answer[1][:200]!r}")
            await asyncio.sleep(self.chance.uniform(0.5, 5))

    async def sign_in(self) -> None:
        """Become a guest of the server."""
        if len(self.headers) == 1:
            await self.request("GET", "/api/me")

    def _new_id(self) -> str:
        self._sent += 1
        return f"{self.name}-{self._sent}"

    def send(self, kind: str, **fields: Any) -> None:
        """Send a message, again and again until it is answered."""
        identity = self._new_id()
        text = msgspec.json.encode({"type": kind, "id": identity, **fields}).decode()
        self.pending, self.pending_since = (identity, text), self.loop.time()
        if kind in DURABLE:
            self.world.promises.sent(self, kind, identity, fields)
        self._post(identity, text)

    def _post(self, identity: str, text: str) -> None:
        assert self.connection is not None
        self.world.promises.copied(self.table, identity)
        self.world.note("send", self.table, text)
        self.connection.post(text)
        if self._second is not None and self._second.open:
            self.world.promises.copied(self.table, identity)
            self.world.count("messages sent by two pages")
            self._second.post(text, beside=self.connection)

    def _send_again(self, identity: str, text: str) -> None:
        """Send a message that was acknowledged, as a client does that has missed the answer."""
        self.world.count("messages sent again after their answer")
        self.world.promises.sent_again(self.table, identity)
        self._post(identity, text)

    async def connect(self) -> None:
        """Open the table, and send again what was not answered."""
        while self.connection is None:
            await asyncio.sleep(self.chance.uniform(0.2, 3.0))
            if self.world.machine.server is not None:
                self._forget()
                views = self.chance.choice(("", "views=turn", "views=turn"))
                path = f"/api/tables/{self.table}/live"
                self.connection = Connection(self.world, self, path, views)
                if self.chance.random() < self.world.profile.second_pages:
                    self._leave_second()
                    self._second = Connection(self.world, self, path, "views=never")
                if self.pending is not None:
                    self.pending_since = self.loop.time()
                    self._post(*self.pending)

    def disconnect(self) -> None:
        """Close the page."""
        if self.connection is not None:
            self.connection.leave()
            self.connection = None
        self._leave_second()

    def _leave_second(self) -> None:
        if self._second is not None:
            self._second.leave()
            self._second = None

    # ----------------------------------------------------------------------------------------------------- playing

    async def play(self, table: str, style: Style) -> None:
        """Play at a table until the match is over, or this person has gone."""
        self._enter(table)
        while not (self.over or self.left or self.vanished):
            self._wake.clear()
            if self.connection is None:
                await self.connect()
            elif self.pending is not None:
                await self._wake.wait()
            elif self.wish is not None and self.seat in self.wish.missing:
                wish = {"seat": self.wish.seat, "decisions": self.wish.decisions}
                self.send("consent", version=self.version, agree=self.chance.random() < 0.7, **wish)
            elif self.view is not None and self.view.choices:
                await self._decide(style)
            elif style.letters and self.view is not None:
                await self._go_away(style)
            else:
                await self._wake.wait()
        if style.letters and self.vanished:
            self.world.count("nobody comes back")
        self.disconnect()

    async def _go_away(self, style: Style) -> None:
        """Close the page until the next visit, if there is one."""
        self.disconnect()
        self.vanished = self.chance.random() < style.vanish
        if not self.vanished:
            await asyncio.sleep(self.chance.expovariate(1 / style.letters))

    async def _decide(self, style: Style) -> None:
        version, chance = self.version, self.chance
        await asyncio.sleep(chance.expovariate(1 / style.think))
        if self.connection is None or self.pending is not None or self.version != version or self.view is None:
            return
        if chance.random() < style.vanish:
            self.vanished = True
            return
        draw = chance.random()
        if draw < style.resign:
            self.send("resign")
        elif draw < 0.03 and self.decisions > 4:
            beyond = min(self.undoable + chance.choice([1, 1, 2]), self.decisions)
            self.send("undo", version=version, decisions=beyond)
        elif draw < 0.10 and self.undoable:
            self.send("undo", version=version, decisions=chance.randint(1, self.undoable))
        elif draw < 0.13:
            self.send("say", text=f"hello {self._sent}")
        elif draw < 0.14:
            self.send("note", text=f"note {self._sent}")
        elif draw < 0.16:
            self._ask()
        elif draw < 0.17:
            self.send("play", version=version, move=chance.randrange(400))
        else:
            self.send("play", version=version, move=chance.choice(self.view.choices).action)

    def _ask(self) -> None:
        kind = self.chance.choice(QUERIES)
        fields = {"past": {"decision": self.chance.randint(0, self.decisions)}, "ahead": {"version": self.version}}
        self.send(kind, **fields.get(kind, {}))

    async def watch(self, table: str) -> None:
        """Watch a table for a while, and talk with others who do."""
        self._enter(table)
        for _ in range(self.chance.randrange(2, 8)):
            if self.connection is None:
                await self.connect()
            await asyncio.sleep(self.chance.expovariate(1 / (4 * self.world.profile.think)))
            if self.connection is not None and self.view is not None and self.pending is None:
                if self.chance.random() < 0.5:
                    self.send("say", text=f"oh {self._sent}")
                else:
                    self._ask()
        while self.pending is not None:
            if self.connection is None:
                await self.connect()
            await asyncio.sleep(1.0)
        self.disconnect()

    # ------------------------------------------------------------------------------------------------------ tables

    async def open_table(self, **plan: Any) -> str:
        """Open a table; returns its id."""
        await self.sign_in()
        status, content = await self.request("POST", "/api/tables", plan)
        if status != 201:
            self.world.fail(f"a table was refused with {status}: {content!r}")
        table = msgspec.json.decode(content, type=OpenedTable).id
        self.world.promises.opened(table)
        return table

    async def sit(self, table: str) -> None:
        """Take a seat; if the answer was lost, this person may sit there already."""
        await self.sign_in()
        status, content = await self.request("POST", f"/api/tables/{table}/sit", {})
        if status not in (200, 409):
            self.world.fail(f"a seat was refused with {status}: {content!r}")


class Group:
    """People who play together, one match after another."""

    def __init__(self, world: World, people: list[Person]) -> None:
        self.world, self.people = world, people
        self.host, self.guests = people[0], people[1:]
        self.chance = self.host.chance

    def _game(self, seats: int) -> str:
        return self.chance.choice([name for name in ziggurat.game_names() if seats in ziggurat.game(name).seat_counts])

    async def _play_together(self, table: str, style: Style) -> None:
        self.world.tables.append(table)
        for guest in self.guests:
            await guest.sit(table)
        await asyncio.gather(*(person.play(table, style) for person in self.people))

    def _pace(self) -> dict[str, Any]:
        if self.chance.random() < 0.4:
            return {}
        think = self.world.profile.think
        base = int(1000 * think * self.chance.choice([50, 200, 1000]))
        return {"pace": {"kind": "clock", "base": base, "increment": int(1000 * think)}}

    async def solo(self) -> None:
        """Somebody against bots."""
        seats = self.chance.choice([2, 2, 3])
        bots = [{"who": self.chance.choice(BOTS)} for _ in range(seats - 1)]
        plan = {"game": self._game(seats), "seats": [{"who": "me"}, *bots], "drawn": True}
        table = await self.host.open_table(**plan, **self._pace())
        await self._play_together(table, Style(self.world.profile.think))

    async def pair(self) -> None:
        """Two people, sometimes with a bot."""
        seats = self.chance.choice([2, 2, 2, 3])
        others = [{"who": "open"}, *([{"who": "random"}] * (seats - 2))]
        plan = {"game": self._game(seats), "seats": [{"who": "me"}, *others], "drawn": True}
        table = await self.host.open_table(**plan, **self._pace())
        await self._play_together(table, Style(self.world.profile.think))

    async def group(self) -> None:
        """Three or four people; bots take the seats of those who leave."""
        others = [{"who": "open"}] * len(self.guests)
        seats = [{"who": "me"}, *others]
        plan = {"game": self._game(len(seats)), "seats": seats, "drawn": True, "leave": "bot"}
        table = await self.host.open_table(**plan, **self._pace())
        await self._play_together(table, Style(self.world.profile.think, resign=0.02))

    async def letters(self) -> None:
        """A correspondence match: people come, decide and go; sometimes nobody comes back."""
        think = self.world.profile.think
        base = think * self.chance.choice(self.world.profile.letters)
        seats = [{"who": "me"}, {"who": "open"}]
        if self.chance.random() < 0.3:
            seats.append({"who": "random"})
        plan = {"game": self._game(len(seats)), "seats": seats, "pace": {"kind": "turn", "base": int(1000 * base)}}
        table = await self.host.open_table(**plan)
        vanish = self.chance.choice([0.0, 0.05, 0.3])
        await self._play_together(table, Style(think / 10, vanish=vanish, letters=base / 8))

    async def blitz(self) -> None:
        """Fast matches in which clocks run out."""
        think = self.world.profile.think
        pace = {"kind": "clock", "base": int(1000 * think * 15), "increment": int(200 * think)}
        plan = {"game": self._game(2), "seats": [{"who": "me"}, {"who": "open"}], "drawn": True, "pace": pace}
        table = await self.host.open_table(**plan)
        await self._play_together(table, Style(think, vanish=0.02))

    async def watch(self) -> None:
        """Somebody who watches other people's tables."""
        await self.host.sign_in()
        await asyncio.sleep(self.chance.expovariate(1 / self.world.profile.think))
        if self.world.tables:
            await self.host.watch(self.chance.choice(self.world.tables[-20:]))

    async def tournament(self) -> None:
        """A tournament among people and bots."""
        for person in self.people:
            await person.sign_in()
        think = self.world.profile.think
        system = self.chance.choice(["swiss", "arena", "round-robin"])
        plan: dict[str, Any] = {
            "title": "Cup", "game": self._game(2), "system": system, "bots": ["random"], "join": True, "arrive": 1,
            "pace": {"kind": "clock", "base": int(1000 * think * 60), "increment": int(500 * think)},
        }  # fmt: skip
        plan |= {"minutes": 5 + min(120, int(10 * think))} if system == "arena" else {"rounds": 2}
        _, content = await self.host.request("POST", "/api/tournaments", plan)
        identity = msgspec.json.decode(content, type=OpenedTable).id
        for guest in self.guests:
            status, _ = await guest.request("POST", f"/api/tournaments/{identity}/join")
            if status == 200:
                self.world.promises.joined(identity, guest.name)
        await self.host.request("POST", f"/api/tournaments/{identity}/start")
        await asyncio.gather(*(self._compete(person, identity) for person in self.people))
        self.world.count("tournaments finished")

    async def _compete(self, person: Person, identity: str) -> None:
        style = Style(self.world.profile.think, vanish=0.002)
        while True:
            await asyncio.sleep(person.chance.expovariate(1 / (2 * style.think)))
            _, content = await person.request("GET", f"/api/tournaments/{identity}")
            tournament = msgspec.json.decode(content, type=MyTournament)
            if tournament.status in ("finished", "cancelled"):
                return
            if tournament.table is not None:
                await person.sit(tournament.table)
                await person.play(tournament.table, style)

    async def play_on(self, kind: str) -> None:
        """Play one match after another."""
        await asyncio.sleep(self.chance.uniform(0, 3 * self.world.profile.think))
        while True:
            await getattr(self, kind)()
            self.world.count(f"{kind} over")
            await asyncio.sleep(self.chance.uniform(0, self.world.profile.think))
