"""Turn notifications by e-mail and push: sent once, and not to players who have the table open."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, cast

import msgspec
import pytest
from sqlalchemy import Connection, select

from tests import looping
from tests.cases import first
from tests.patience import PATIENCE
from tests.server.mail_server import SITE, MailServer, mail_server, settings
from tests.server.notifications.fake_server import FakeServer
from tests.server.push_service import Device, PushService, check_vapid, encoded, push_service
from tests.server.serving import Chair, Person, Server, serving
from ziggurat.server.accounts import identity
from ziggurat.server.notifications import outbox
from ziggurat.server.notifications import push as notification_push
from ziggurat.server.notifications import settings as notification_settings
from ziggurat.server.notifications.delivery import DeliveryOutcome
from ziggurat.server.notifications.push import is_public
from ziggurat.server.protocol import Subscription
from ziggurat.server.runtime.clock import now
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database, schema

PASSWORD = "correct horse"  # noqa: S105 - nobody's
DAYS = {"kind": "turn", "base": 86_400_000}
LIVE = {"kind": "clock", "base": 3_600_000, "increment": 0}
DEFAULTS = {"mail_slow": False, "mail_live": False, "push_slow": True, "push_live": False}


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


def soon(mail: MailServer, **more: Any) -> dict[str, Any]:
    """Settings of a server that notifies at once."""
    return settings(mail, push_local="yes", notice_seconds=0, **more)


def account(server: Server, name: str) -> Person:
    person = Person(server)
    person.ask("PATCH", "/api/me", {"name": f"{name} {secrets.token_hex(2)}"})
    person.ask("POST", "/api/account", {"login": f"{name}-{secrets.token_hex(3)}", "password": PASSWORD})
    return person


def with_mail(person: Person, mail: MailServer, address: str = "anna@example.org") -> None:
    person.ask("POST", "/api/email", {"address": address, "password": PASSWORD, "language": "nl"})
    person.ask("POST", "/api/email/confirm", {"key": mail.key(address)})


def two_at_a_table(host: Person, guest: Person, **more: Any) -> tuple[str, Chair, Chair]:
    """A table at which the host decides first."""
    table = host.open_table("me", "open", **{"pace": DAYS, **more})
    guest.sit(table)
    chairs = host.join(table), guest.join(table)
    return table, *chairs


def until_turn(chair: Chair, seat: int) -> None:
    """Play, as soon as it is this chair's turn, until it is the other seat's."""
    while chair.view["actor"] != chair.seat:
        chair.hear("changed")
    while chair.view["actor"] != seat:
        assert chair.play(chair.choices[0])["type"] == "done"


def test_turn_is_notified_once_by_push_and_email(database_url: str, mail: MailServer, service: PushService) -> None:
    with serving(database_url, **soon(mail)) as server:
        host, guest = account(server, "Anna"), account(server, "Bob")
        device = Device(service)
        guest.ask("POST", "/api/push", device.subscription)
        with_mail(guest, mail)
        guest.ask("PUT", "/api/notifications/turns", {**DEFAULTS, "mail_slow": True})
        table, host_chair, guest_chair = two_at_a_table(host, guest)
        guest_chair.close()
        name = host_chair.welcome["table"]["seats"][0]["name"]
        until_turn(host_chair, 1)
        got = service.next()
        content = device.read(got)
        assert (content["title"], content["path"]) == (f"Your turn: Babylonia, with {name}", f"/table/{table}")
        assert content["body"].startswith("It is your turn. You have until ")
        claims = check_vapid(got, guest.ask("GET", "/api/push")["key"], service.url)
        assert claims["sub"] == "mailto:turns@example.org"
        assert time.time() < claims["exp"] < time.time() + 86_400
        to, email = mail.next()
        assert (to, email["Subject"]) == ("anna@example.org", f"Jouw beurt: Babylonia, met {name}")
        assert f"{SITE}/table/{table}" in email.get_content()
        guest_chair = guest.join(table)
        until_turn(guest_chair, 0)  # several decisions, all in one turn
        guest_chair.close()
        until_turn(host_chair, 1)
        assert device.read(service.next())["path"] == f"/table/{table}"
        assert mail.next()[0] == "anna@example.org"
        assert service.got.empty()
        assert mail.emails.empty()


@pytest.mark.long
def test_undo_and_redo_is_the_same_turn(postgres_url: str, mail: MailServer, service: PushService) -> None:
    with serving(postgres_url, **soon(mail)) as one, serving(postgres_url, **soon(mail)) as two:
        host, guest = account(one, "Anna"), account(two, "Bob")
        device, last = Device(service), Device(service, "last")
        guest.ask("POST", "/api/push", device.subscription)
        table, host_chair, guest_chair = two_at_a_table(host, guest, game="babylonia")
        guest_chair.close()
        until_turn(host_chair, 1)
        assert device.read(service.next())["path"] == f"/table/{table}"
        for _ in range(3):
            if not host_chair.heard[-1].get("undoable"):
                break
            assert host_chair.ask("undo", version=host_chair.version)["type"] == "done"
            host_chair.hear("changed")
            until_turn(host_chair, 1)
        other = account(two, "Cleo")
        other.ask("POST", "/api/push", last.subscription)
        _, again, _ = two_at_a_table(host, other)
        until_turn(again, 1)
        assert service.next().path == "/last"  # nothing was pushed before it
        assert service.got.empty()


def test_no_notification_while_the_table_is_open(database_url: str, mail: MailServer, service: PushService) -> None:
    with serving(database_url, **{**soon(mail), "notice_seconds": 1}) as server:
        host, guest, other = account(server, "Anna"), account(server, "Bob"), account(server, "Cleo")
        seen, last = Device(service, "seen"), Device(service, "last")
        guest.ask("POST", "/api/push", seen.subscription)
        other.ask("POST", "/api/push", last.subscription)
        _, host_chair, guest_chair = two_at_a_table(host, guest)
        assert guest_chair.ask("attend", here=True)["type"] == "done"
        until_turn(host_chair, 1)
        table, again, away = two_at_a_table(host, other)
        assert away.ask("attend", here=True)["type"] == "done"
        assert away.ask("attend", here=False)["type"] == "done"  # the tab is in the background
        until_turn(again, 1)
        got = service.next()
        assert (got.path, last.read(got)["path"]) == ("/last", f"/table/{table}")
        assert service.got.empty()


@pytest.mark.long
def test_live_tables_are_notified_only_if_wanted(database_url: str, mail: MailServer, service: PushService) -> None:
    with serving(database_url, **soon(mail)) as server:
        host, guest = account(server, "Anna"), account(server, "Bob")
        device = Device(service)
        guest.ask("POST", "/api/push", device.subscription)
        for pace, choices in ((LIVE, DEFAULTS), (DAYS, DEFAULTS), (LIVE, {**DEFAULTS, "push_live": True})):
            guest.ask("PUT", "/api/notifications/turns", choices)
            table, host_chair, guest_chair = two_at_a_table(host, guest, pace=pace)
            guest_chair.close()
            until_turn(host_chair, 1)
            if pace is DAYS or choices["push_live"]:
                assert device.read(service.next())["path"] == f"/table/{table}"


@pytest.mark.long
def test_another_process_sends_after_a_crash(postgres_url: str, mail: MailServer, service: PushService) -> None:
    service.status = 503
    with serving(postgres_url, **soon(mail)) as server:
        host, guest = account(server, "Anna"), account(server, "Bob")
        device = Device(service)
        guest.ask("POST", "/api/push", device.subscription)
        table, host_chair, guest_chair = two_at_a_table(host, guest)
        guest_chair.close()
        until_turn(host_chair, 1)
        service.next()
        service.next()  # tried again
        server.kill()
    service.status = 201
    with serving(postgres_url, **soon(mail)):
        assert device.read(service.next())["path"] == f"/table/{table}"


@pytest.mark.parametrize("status", first(404, 410, 301))
def test_dead_subscription_is_removed(tmp_path: Any, mail: MailServer, service: PushService, status: int) -> None:
    service.status = status
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", **soon(mail)) as server:
        host, guest = account(server, "Anna"), account(server, "Bob")
        guest.ask("POST", "/api/push", Device(service).subscription)
        assert guest.ask("GET", "/api/notifications")["devices"] == 1
        _, host_chair, guest_chair = two_at_a_table(host, guest)
        guest_chair.close()
        until_turn(host_chair, 1)
        assert service.next().path == "/device"
        end = time.monotonic() + PATIENCE
        while guest.ask("GET", "/api/notifications")["devices"]:
            assert time.monotonic() < end
        assert service.got.empty()  # redirects are not followed


def test_slow_push_service_is_backed_off(tmp_path: Any, service: PushService) -> None:
    """Otherwise one hostile subscription could delay everybody's notifications."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    with socket.create_server(("127.0.0.1", 0)) as deaf:  # accepts connections and never answers
        slow, quick = Device(service).subscription, Device(service, "quick").subscription
        slow["endpoint"] = f"http://127.0.0.1:{deaf.getsockname()[1]}/device"
        ids = {}
        with engine.begin() as connection:
            notification_push.make_key(connection)
            for name, given in (("slow", slow), ("quick", quick)):
                identity.keep(connection, name, 1)
                notification_settings.subscribe(connection, name, msgspec.convert(given, Subscription), 1)
                query = select(schema.subscriptions.c.id).where(schema.subscriptions.c.player == name)
                ids[name] = connection.execute(query).scalar_one()

        async def push() -> list[DeliveryOutcome]:
            pusher = notification_push.Pusher(cast(Any, FakeServer(engine, Settings(push_local=True))), 0.2)
            try:
                return [await pusher.send(ids[name], "{}") for name in ("slow", "slow", "quick")]
            finally:
                await pusher.close()

        assert looping.run(push()) == [DeliveryOutcome.LATER, DeliveryOutcome.LATER, DeliveryOutcome.SENT]
        deaf.setblocking(False)
        deaf.accept()
        with pytest.raises(BlockingIOError):
            deaf.accept()  # it was contacted only once
    engine.dispose()


def test_silent_push_services_do_not_delay_others(tmp_path: Any, service: PushService) -> None:
    """Sixty notifications wait for a service that never answers; one that is queued after them is sent at once."""
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    with ExitStack() as stack:
        deaf = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=100))
        deaf.settimeout(PATIENCE)
        with engine.begin() as connection:
            notification_push.make_key(connection)
            for number in range(6):
                for device in range(10):
                    given = Device(f"http://127.0.0.1:{deaf.getsockname()[1]}", f"{number}-{device}").subscription
                    _queue_push(connection, f"silent-{number}", given)

        async def push() -> None:
            sending = outbox.Outbox(cast(Any, FakeServer(engine, Settings(push_local=True))))
            sending._pusher._timeout = 2 * PATIENCE  # nothing is given up meanwhile
            sending.open()
            try:
                for _ in range(notification_push.MAX_PER_SITE):
                    stack.enter_context((await asyncio.to_thread(deaf.accept))[0])
                with engine.begin() as connection:
                    _queue_push(connection, "quick", Device(service, "quick").subscription)
                sending.wake()
                got = await asyncio.to_thread(service.got.get, timeout=PATIENCE)
                assert got.path == "/quick"
            finally:
                await sending.close()

        looping.run(push())
        deaf.setblocking(False)
        with pytest.raises(BlockingIOError):
            deaf.accept()  # no more of them were contacted
    engine.dispose()


def _queue_push(connection: Connection, player: str, given: dict[str, str]) -> None:
    identity.keep(connection, player, 1)
    notification_settings.subscribe(connection, player, msgspec.convert(given, Subscription), 1)
    newest = select(schema.subscriptions.c.id).where(schema.subscriptions.c.endpoint == given["endpoint"])
    outbox.put(connection, outbox.PUSH, player, connection.execute(newest).scalar_one(), {})


@pytest.mark.parametrize("flooders", [1, 200], ids=["one player", "guests of one address"])
def test_batch_of_messages_is_fair(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, flooders: int) -> None:
    """Somebody's message is in the next batch, whatever waits before it."""
    if flooders == 1:
        monkeypatch.setattr(outbox, "LOOK_AHEAD", 50)  # one player's messages cannot fill it
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    with engine.begin() as connection:
        for number in range(200):
            identity.keep(connection, f"flooder-{number % flooders}", 1)
            outbox.put(connection, outbox.MAIL, f"flooder-{number % flooders}", f"{number}@example.org", {})
        identity.keep(connection, "honest", 1)
        outbox.put(connection, outbox.MAIL, "honest", "honest@example.org", {})
    server = FakeServer(engine, Settings())
    for number in range(flooders):
        server.quotas.saw(f"flooder-{number}", "192.0.2.1")
    server.quotas.saw("honest", "192.0.2.2")
    sent: list[list[str]] = []

    async def send(batch: list[outbox.Queued]) -> None:
        sent.append([message.target for message in batch])

    async def all_batches() -> None:
        sending = outbox.Outbox(cast(Any, server))
        while await sending._send_batch(outbox.MAIL, send):
            pass

    looping.run(all_batches())
    assert "honest@example.org" in sent[0]
    assert sorted(len(batch) for batch in sent) == [1] + 10 * [outbox.BATCH]
    assert len({target for batch in sent for target in batch}) == 201
    engine.dispose()


def test_requests_are_limited_by_player_and_site() -> None:
    names = ("a.push.example", "b.push.example.", "push.example:443")
    assert {notification_push.site_of(f"https://{name}/x") for name in names} == {"push.example"}

    async def most_at_once(keys: str) -> int:
        limits, running, most = notification_push.Limits(4), 0, 0

        async def request(key: str) -> None:
            nonlocal running, most
            async with limits.slot(key):
                running += 1
                most = max(most, running)
                await asyncio.sleep(0)
                running -= 1

        await asyncio.gather(*(request(key) for key in keys))
        assert not limits._users
        assert not limits._semaphores
        return most

    assert looping.run(most_at_once("a" * 20)) == 4
    assert looping.run(most_at_once("ab" * 10)) == 8


@pytest.mark.parametrize(("players", "devices", "most"), [(1, 10, 4), (26, 1, 20)], ids=["by player", "by site"])
def test_pusher_limits_requests(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, players: int, devices: int, most: int
) -> None:
    """What exceeds the limits is put off without being tried, and loses no attempt."""
    monkeypatch.setattr(notification_push, "MAX_WAIT", 0.5)
    engine = database.connect(f"sqlite:///{tmp_path}/ziggurat.db")
    database.migrate(engine)
    with socket.create_server(("127.0.0.1", 0), backlog=100) as deaf:  # accepts connections and never answers
        with engine.begin() as connection:
            notification_push.make_key(connection)
            for player in range(players):
                for device in range(devices):
                    given = Device(f"http://127.0.0.1:{deaf.getsockname()[1]}", f"{player}-{device}").subscription
                    _queue_push(connection, f"player-{player}", given)
            subscriptions = list(connection.execute(select(schema.subscriptions.c.id)).scalars())

        async def push() -> list[DeliveryOutcome]:
            pusher = notification_push.Pusher(cast(Any, FakeServer(engine, Settings(push_local=True))), 3.0)
            outcomes = await asyncio.gather(*(pusher.send(subscription, "{}") for subscription in subscriptions))
            await pusher.close()
            return outcomes

        outcomes = looping.run(push())
        assert outcomes.count(DeliveryOutcome.LATER) == most  # tried: their service did not answer
        assert outcomes.count(DeliveryOutcome.BUSY) == players * devices - most
        with engine.begin() as connection:
            _, (message, *_) = outbox._take(connection, [_first_message(connection)], 1000)
            outbox._store_outcomes(connection, [(message, DeliveryOutcome.BUSY)], 60_000)
            row = connection.execute(select(schema.outbox).where(schema.outbox.c.id == message.id)).one()
            assert (row.attempts, row.due <= now() + outbox.BUSY_PAUSE) == (0, True)
    engine.dispose()


def _first_message(connection: Connection) -> str:
    return str(connection.execute(select(schema.outbox.c.id).limit(1)).scalar_one())


def test_unsubscribe_link(tmp_path: Any, mail: MailServer) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", **soon(mail)) as server:
        host, guest = account(server, "Anna"), account(server, "Bob")
        with_mail(guest, mail)
        guest.ask("PUT", "/api/notifications/turns", {**DEFAULTS, "mail_slow": True})
        _, host_chair, guest_chair = two_at_a_table(host, guest)
        guest_chair.close()
        until_turn(host_chair, 1)
        email = mail.next()[1]
        address = email["List-Unsubscribe"].strip("<>").removeprefix(SITE)
        program = Person(server)
        looked = program.http.get(address)
        assert (looked.status_code, looked.headers["location"]) == (302, f"/stop#{address.rpartition('/')[2]}")
        assert guest.ask("GET", "/api/notifications")["turns"]["mail_slow"] is True  # GET changes nothing
        asked = program.http.post(address, data={"List-Unsubscribe": "One-Click"})
        assert asked.status_code == 204
        assert guest.ask("GET", "/api/notifications")["turns"]["mail_slow"] is False
        assert program.refused("POST", f"/api/email/unsubscribe/{secrets.token_urlsafe(32)}")[0] == 404


@pytest.mark.parametrize(
    "endpoint",
    ["http://push.example.org/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x", "ftp://example.org/x",
     "https://user@example.org/x", "https://example.org:8080/x", "https://2130706433/x", "https://0x7f.1/x",
     "https://example.org/x\r\nHost: a", "https://exämple.org/x", "https:///nowhere", "https://169.254.169.254/latest",
     "https://127.0.0.1./x", "https://127.1./x", "https://10.0.0.1../x"],
)  # fmt: skip
def test_invalid_endpoints_are_refused(server: Server, service: PushService, endpoint: str) -> None:
    given = {**Device(service).subscription, "endpoint": endpoint}
    assert Person(server).refused("POST", "/api/push", given)[0] == 400


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",  # noqa: S104
     "::1", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1", "255.255.255.255",
     "::127.0.0.1", "64:ff9b:1::7f00:1", "fec0::1"],
)  # fmt: skip
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)
    assert is_public("93.184.215.14")
    assert is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


def test_host_that_resolves_to_a_private_address_is_refused(tmp_path: Any, service: PushService) -> None:
    """Only resolving shows that a name such as `localhost.localdomain` is this machine."""
    from ziggurat.server.notifications.push import PrivateAddress, _resolver

    with pytest.raises(PrivateAddress):
        looping.run(_resolver(local=False).resolve("localhost", 443))


@pytest.mark.parametrize(
    "keys",
    [{"p256dh": encoded(b"\4" + bytes(64))}, {"p256dh": encoded(bytes(65))}, {"auth": encoded(bytes(15))},
     {"p256dh": "=" * 80}, {"auth": "not base64!" * 2}],
)  # fmt: skip
def test_invalid_subscription_keys_are_refused(
    tmp_path: Any, server: Server, keys: dict[str, str], service: PushService
) -> None:
    given = {**Device(service).subscription, "endpoint": "https://push.example.org/x", **keys}
    assert Person(server).refused("POST", "/api/push", given)[0] == 400


@pytest.mark.long
def test_devices_are_limited_and_removed_with_the_password(
    tmp_path: Any, mail: MailServer, service: PushService
) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", **soon(mail)) as server:
        guest = Person(server)
        for number in range(10):
            guest.ask("POST", "/api/push", Device(service, str(number)).subscription)
        status, reason = guest.refused("POST", "/api/push", Device(service, "more").subscription)
        assert (status, reason) == (
            409,
            "You already get notifications on 10 devices. Turn them off on one of those first.",
        )
        guest.ask("POST", "/api/push/unsubscribe", {"endpoint": f"{service.url}/0"})
        login = f"ann-{secrets.token_hex(3)}"
        Person(server).ask("POST", "/api/account", {"login": login, "password": PASSWORD})
        answer = guest.ask("POST", "/api/login", {"login": login, "password": PASSWORD})
        assert answer["login"] == login
        assert guest.ask("GET", "/api/notifications")["devices"] == 0  # a guest's devices may be somebody else's
        for number in range(10):
            guest.ask("POST", "/api/push", Device(service, str(number)).subscription)
        third = Person(server)
        third.ask("POST", "/api/push", Device(service, "third").subscription)
        assert guest.refused("POST", "/api/push", Device(service, "third").subscription)[0] == 409
        guest.ask("POST", "/api/password", {"old": PASSWORD, "new": "battery staple"})
        assert guest.ask("GET", "/api/notifications")["devices"] == 0
        token = guest.ask("POST", "/api/tokens", {"label": "robot"})["token"]
        assert Person(server, token).refused("POST", "/api/push", Device(service).subscription)[0] == 403


@pytest.mark.long
def test_vapid_key_is_made_once(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        keys = {json.dumps(Person(server).ask("GET", "/api/push")) for server in (one, two, one)}
        assert len(keys) == 1
    with serving(postgres_url) as again:
        assert json.dumps(Person(again).ask("GET", "/api/push")) in keys
