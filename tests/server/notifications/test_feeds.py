"""Open turns as a feed and a calendar at secret links; deadlines in lists; vacations."""

from __future__ import annotations

import datetime
import secrets
import time
from typing import Any, cast

import feedparser
import icalendar
import pytest
from sqlalchemy import Engine, select

from tests import looping
from tests.server.serving import Chair, Person, Server, serving
from ziggurat.server.accounts import identity
from ziggurat.server.notifications import feeds, texts
from ziggurat.server.notifications.vacations import Vacations
from ziggurat.server.refusals import Stale
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import creation, seat_store

PASSWORD = "correct horse"  # noqa: S105 - nobody's
DAY = 86_400_000
DAYS = {"kind": "turn", "base": 2 * DAY}
LIVE = {"kind": "clock", "base": 3_600_000, "increment": 0}


def account(server: Server, name: str) -> Person:
    person = Person(server)
    person.ask("PATCH", "/api/me", {"name": f"{name} {secrets.token_hex(3)}" if name.isalpha() else name})
    person.ask("POST", "/api/account", {"login": f"ann-{secrets.token_hex(3)}", "password": PASSWORD})
    return person


def table_of(host: Person, guest: Person, **more: Any) -> str:
    """A table at which it is the host's turn."""
    table = host.open_table("me", "open", **{"pace": DAYS, **more})
    guest.sit(table)
    return table


def test_feeds_list_open_turns(database_url: str) -> None:
    with serving(database_url, site="https://games.example.org") as server:
        host, guest = account(server, "Anna; <b>, & co"), account(server, "Bób\\n")
        key = host.ask("POST", "/api/feeds", {"language": "en"})["feed"]
        assert host.ask("GET", "/api/notifications")["feed"] == key
        slow, untimed = table_of(host, guest), table_of(host, guest, pace={"kind": "untimed"})
        table_of(guest, host)  # not the host's turn
        reader = Person(server)
        answer = reader.http.get(f"/api/feeds/{key}/turns.atom")
        assert answer.headers["content-type"].startswith("application/atom+xml")
        feed = feedparser.parse(answer.content)
        assert not feed.bozo, feed.bozo_exception
        assert feed.version == "atom10"
        assert [entry.link for entry in feed.entries] == [
            f"https://games.example.org/table/{table}" for table in (slow, untimed)
        ]
        assert feed.entries[0].title == "Your turn: Babylonia, with Bób\\n"
        assert len({entry.id for entry in feed.entries} | {feed.feed.id}) == 3
        again = feedparser.parse(reader.http.get(f"/api/feeds/{key}/turns.atom").content)
        assert [entry.id for entry in again.entries] == [entry.id for entry in feed.entries]

        answer = reader.http.get(f"/api/feeds/{key}/turns.ics")
        assert answer.headers["content-type"].startswith("text/calendar")
        calendar: Any = icalendar.Calendar.from_ical(answer.content)
        (event,) = calendar.walk("VEVENT")
        (todo,) = calendar.walk("VTODO")
        assert str(event["SUMMARY"]) == "Last hour: Your turn: Babylonia, with Bób\\n"
        assert str(todo["URL"]) == f"https://games.example.org/table/{untimed}"
        left = event["DTEND"].dt - datetime.datetime.now(datetime.UTC)
        assert datetime.timedelta(days=1) < left <= datetime.timedelta(days=2)
        assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))


def test_feed_links_can_be_revoked(server: Server) -> None:
    person, reader = Person(server), Person(server)
    first = person.ask("POST", "/api/feeds", {"language": "nl"})["feed"]
    assert "Jouw beurten" in reader.http.get(f"/api/feeds/{first}/turns.atom").text
    second = person.ask("POST", "/api/feeds", {"language": "nl"})["feed"]
    for gone in (first, secrets.token_urlsafe(32)):
        assert reader.http.get(f"/api/feeds/{gone}/turns.atom").status_code == 404
        assert reader.http.get(f"/api/feeds/{gone}/turns.ics").status_code == 404
    assert person.ask("DELETE", "/api/feeds")["feed"] is None
    assert reader.http.get(f"/api/feeds/{second}/turns.ics").status_code == 404


def test_new_password_and_logout_everywhere_change_the_feed_links(server: Server) -> None:
    person, reader = Person(server), Person(server)
    person.ask("POST", "/api/account", {"login": "feedreader", "password": "correct horse"})
    first = person.ask("POST", "/api/feeds", {"language": "nl"})["feed"]
    person.ask("POST", "/api/password", {"old": "correct horse", "new": "battery staple"})
    second = person.ask("GET", "/api/notifications")["feed"]
    assert reader.http.get(f"/api/feeds/{first}/turns.atom").status_code == 404
    assert "Jouw beurten" in reader.http.get(f"/api/feeds/{second}/turns.atom").text
    person.ask("POST", "/api/logout/everywhere")
    assert reader.http.get(f"/api/feeds/{second}/turns.atom").status_code == 404
    person.ask("POST", "/api/login", {"login": "feedreader", "password": "battery staple"})
    assert person.ask("GET", "/api/notifications")["feed"] not in (None, first, second)


def test_feeds_answer_head_requests(server: Server) -> None:
    person = Person(server)
    key = person.ask("POST", "/api/feeds", {"language": "en"})["feed"]
    for kind in ("atom", "ics"):
        path = f"/api/feeds/{key}/turns.{kind}"
        whole, head = person.http.get(path), person.http.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]


def test_api_tokens_cannot_read_notification_settings(server: Server) -> None:
    person = account(server, "Anna")
    person.ask("POST", "/api/feeds", {"language": "en"})
    token = person.ask("POST", "/api/tokens", {"label": "robot", "scope": "watch"})["token"]
    no = (403, "An API token cannot do that; do it on the page.")
    assert Person(server, token).refused("GET", "/api/notifications") == no


def test_names_are_escaped_in_calendars() -> None:
    name = "a,b;c\\d\r\nBEGIN:VEVENT" + "é" * 60
    item = feeds.Item("1" * 32, texts.OpenTurn("Ur", [name], "https://x.example/t", 1_800_000_000_000), 0)
    made = feeds.calendar(feeds.Feed("2" * 32, "nl", 0, [item]))
    calendar: Any = icalendar.Calendar.from_ical(made)
    (event,) = calendar.walk("VEVENT")
    assert "a,b;c\\d BEGIN:VEVENT" + "é" * 60 in str(event["SUMMARY"])


# ------------------------------------------------------------------------------------------- deadlines and vacations


def test_table_lists_contain_deadlines(database_url: str) -> None:
    with serving(database_url) as server:
        host, guest = account(server, "Anna"), account(server, "Bob")
        slow, untimed = table_of(host, guest), table_of(host, guest, pace={"kind": "untimed"})
        deadlines = {table["id"]: table["deadline"] for table in host.ask("GET", "/api/tables?show=mine")["tables"]}
        assert deadlines[untimed] is None
        assert DAY < deadlines[slow] - time.time() * 1000 <= 2 * DAY


def left(chair: Chair, seat: int) -> int:
    clocks = chair.ask("look")["clocks"]
    return int(clocks[seat])


def test_clock_stops_during_a_vacation(database_url: str) -> None:
    with serving(database_url, vacation_days=10) as server:
        host, guest = account(server, "Anna"), account(server, "Bob")
        table, live = table_of(host, guest), table_of(host, guest, pace=LIVE)
        chair = guest.join(table)
        settings = host.ask("POST", "/api/vacation", {"days": 4})
        assert settings["vacation_left"] == 6
        assert settings["vacation"]["ends"] - settings["vacation"]["begins"] == 4 * DAY
        seated = chair.hear("seated", lambda message: message["table"]["vacation"] == [0])
        assert seated["table"].get("deadline") is None
        one, two = left(chair, 0), left(chair, 0)
        assert one == two
        described = host.ask("GET", f"/api/tables/{live}")
        assert described["vacation"] == []  # live matches have no vacations
        assert described["deadline"] is not None
        assert host.refused("POST", "/api/vacation", {"days": 1})[0] == 409
        later = table_of(host, guest)  # a table that starts during the vacation
        host.move_to(server)
        waiting = guest.join(later)
        if waiting.welcome["table"]["vacation"] != [0]:
            waiting.hear("seated", lambda message: message["table"]["vacation"] == [0])
        own_chair = host.join(table)
        assert own_chair.play(own_chair.choices[0])["type"] == "done"  # playing is still possible
        back = host.ask("DELETE", "/api/vacation")
        assert (back["vacation"], back["vacation_left"]) == (None, 9)  # a day that has begun is spent
        seated = chair.hear("seated", lambda message: message["table"]["vacation"] == [])
        assert host.ask("GET", f"/api/tables/{table}")["vacation"] == []
        assert host.refused("DELETE", "/api/vacation") == (409, "You are not on vacation.")
    with serving(database_url) as server:  # the journal gives the same after a restart
        host.move_to(server)
        assert host.ask("GET", f"/api/tables/{table}")["deadline"] is not None


class Busy:
    """A server process in which another process always writes first, which is very rare."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.writer = self

    async def read(self, work: Any, *given: Any) -> Any:
        with self._engine.connect() as connection:
            return work(connection, *given)

    async def write(self, work: Any) -> Any:
        with self._engine.begin() as connection:
            return work(connection)

    async def table(self, _: str) -> Any:
        return self

    async def pause_clock(self, _: int, *, paused: bool) -> None:
        raise Stale(f"Somebody else decided at the same moment; paused: {paused}.")

    def unload(self, _: Any) -> None:
        """Nothing to release."""


def test_restarting_a_clock_is_tried_again(database_url: str) -> None:
    engine = database.connect(database_url)
    database.migrate(engine)
    table = creation.row("babel", "anna", 1, pace=DAYS, status="running", vacation=[0], hints=False, leave="bot")
    with engine.begin() as connection:
        identity.keep(connection, "anna", 1)
        seat_store.open_table(connection, table, [("anna", None), (None, "random")])
        connection.execute(schema.vacations.insert().values(id="v", player="anna", begins=1, ends=2))
    looping.run(Vacations(cast(Any, Busy(engine))).run_once())
    with engine.connect() as connection:
        assert connection.execute(select(schema.vacations.c.over)).scalar_one() is False
    engine.dispose()


def test_vacation_days_are_limited_and_need_an_account(database_url: str) -> None:
    with serving(database_url, vacation_days=3) as server:
        assert Person(server).refused("POST", "/api/vacation", {"days": 1})[0] == 403
        person = account(server, "Anna")
        assert person.refused("POST", "/api/vacation", {"days": 4}) == (
            409,
            "You have 3 vacation days left this year, not 4.",
        )
        for days in (2, 1, 0):
            person.ask("POST", "/api/vacation", {"days": 1})
            assert person.ask("DELETE", "/api/vacation")["vacation_left"] == days
        assert person.refused("POST", "/api/vacation", {"days": 1})[0] == 409


def test_host_can_turn_off_vacations(database_url: str) -> None:
    with serving(database_url, vacation_days=0) as server:
        assert account(server, "Anna").refused("POST", "/api/vacation", {"days": 1})[0] == 409


@pytest.mark.parametrize("days", [0, -1, 1.5, 10_000, "all"])
def test_invalid_vacation_days_are_refused(server: Server, days: Any) -> None:
    assert account(server, "Anna").refused("POST", "/api/vacation", {"days": days})[0] == 400
