"""Turn notifications on the page: service worker, installed app, e-mail links, feeds, vacations."""

from __future__ import annotations

import base64
import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.page.browsing import DESKTOP, PHONE, QUIET, Visitor, becomes, looked, until
from tests.page.conftest import until_ready
from tests.page.test_access import Look, axe
from tests.patience import PATIENCE
from tests.server.mail_server import MailServer, mail_server, settings
from tests.server.push_service import PushService, push_service
from tests.server.serving import Person, Server, serving

PASSWORD = "correct horse"  # noqa: S105 - nobody's
DAYS = {"kind": "turn", "base": 86_400_000}
# Chromium subscribes at its maker's service, which tests cannot reach: the subscription is a real pair of keys, with an
# endpoint of ours. Everything else is the browser's own.
SUBSCRIBES = """(() => {
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_")
    .replaceAll("=", "");
  let made = null;
  PushManager.prototype.subscribe = async () => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const secret = crypto.getRandomValues(new Uint8Array(16));
    window.secrets = { key: await crypto.subtle.exportKey("jwk", pair.privateKey), auth: text(secret) };
    const keys = { p256dh: text(await crypto.subtle.exportKey("raw", pair.publicKey)), auth: text(secret) };
    made = { endpoint: "ENDPOINT", toJSON: () => ({ endpoint: "ENDPOINT", keys }), unsubscribe: async () => {
      made = null;
      return true;
    } };
    return made;
  };
  PushManager.prototype.getSubscription = async () => made;
})()"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory, mail: MailServer) -> Iterator[Server]:
    """A server that writes and pushes."""
    folder = tmp_path_factory.mktemp("turns")
    chosen = settings(mail, push_local="yes", notice_seconds=0)
    with serving(f"sqlite:///{folder}/ziggurat.db", **chosen) as running:
        until_ready(running.url)
        yield running


@pytest.fixture
def come(whole_browser: Browser, telling: Server) -> Iterator[Callable[..., Visitor]]:
    """Visitors of that server."""
    visitors: list[Visitor] = []

    def come(**wanted: Any) -> Visitor:
        visitors.append(Visitor(whole_browser, telling.url, service_workers="allow", **wanted))
        return visitors[-1]

    yield come
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    assert not complaints


def register(visitor: Visitor, login: str) -> None:
    visitor.api("GET", "/me")
    visitor.api("POST", "/account", {"login": login, "password": PASSWORD})


def worker(visitor: Visitor) -> tuple[CDPSession, str]:
    """The service worker's registration, once it runs the page."""
    session = visitor.context.new_cdp_session(visitor.page)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(
            one["registrationId"] for one in told["registrations"] if not one["isDeleted"]
        ),
    )
    session.send("ServiceWorker.enable")
    until(visitor.page, "navigator.serviceWorker.ready.then((one) => one.active?.state === 'activated')")
    becomes(visitor.page, lambda: bool(registrations), wanted=True)
    return session, registrations[-1]


NOTICES = """navigator.serviceWorker.ready.then(async (one) =>
  (await one.getNotifications()).map((notice) => [notice.title, notice.body, notice.lang, notice.tag]))"""


def test_push_notification_reaches_the_browser(
    come: Callable[..., Visitor], telling: Server, service: PushService
) -> None:
    """The page subscribes, the server pushes, what it pushed is delivered to the real worker, which shows it."""
    visitor = come(settings={**QUIET, "language": "nl"}, permissions=["notifications"])
    visitor.context.add_init_script(SUBSCRIBES.replace("ENDPOINT", f"{service.url}/chromium"))
    register(visitor, "reader")
    page = visitor.open("/settings")
    session, registration = worker(visitor)
    page.get_by_role("button", name="Meldingen aanzetten").click()
    expect(page.get_by_text("Meldingen staan aan op dit apparaat. (1 apparaat in totaal)")).to_be_visible()
    host = Person(telling)
    table = host.open_table("open", "me", pace=DAYS)
    visitor.api("POST", f"/tables/{table}/sit", {"seat": 0})
    got = service.next()
    text = _decrypt(got.body, page.evaluate("window.secrets"))
    content = json.loads(text)
    assert content["path"] == f"/table/{table}"
    pushed = {"origin": telling.url, "registrationId": registration, "data": text}
    end = time.monotonic() + PATIENCE
    # A busy Chromium may lose a notice that is looked for before it is drawn: pushed again, it takes its own place.
    session.send("ServiceWorker.deliverPushMessage", pushed)
    while not looked(page, f"{NOTICES}.then((all) => all.length === 1)"):
        assert time.monotonic() < end, "the notice was never shown"
        session.send("ServiceWorker.deliverPushMessage", pushed)
    ((title, body, language, tag),) = page.evaluate(NOTICES)
    assert title.startswith("Jouw beurt: Babylonia, met ")
    assert body.startswith("Je bent aan de beurt. Je hebt tot ")
    assert (language, tag) == ("nl", f"/table/{table}")
    page.get_by_role("button", name="Meldingen uitzetten").click()
    expect(page.get_by_text("Meldingen staan uit op dit apparaat.")).to_be_visible()
    assert visitor.api("GET", "/notifications")["devices"] == 0


def _decrypt(body: bytes, secrets: Any) -> str:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    def number(name: str) -> int:
        text = secrets["key"][name]
        return int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))

    key = ec.derive_private_key(number("d"), ec.SECP256R1())
    auth = secrets["auth"]
    opened = http_ece.decrypt(
        body, private_key=key, auth_secret=base64.urlsafe_b64decode(auth + "=" * (-len(auth) % 4)), version="aes128gcm"
    )
    return bytes(opened).decode()


def test_the_page_installs_as_an_app(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.open("/")
    session, _ = worker(visitor)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["display"] == "standalone"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []
    for icon in json.loads(manifest["data"])["icons"]:
        assert visitor.context.request.get(f"{visitor.url}/{icon['src']}").ok
    headers = visitor.context.request.get(f"{visitor.url}/sw.js").headers
    assert headers["content-type"].startswith("text/javascript")
    assert headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in headers["content-security-policy"]


@pytest.mark.long
def test_email_address_is_confirmed_and_used_for_a_password_reset(
    come: Callable[..., Visitor], mail: MailServer, look: Look
) -> None:
    visitor = come()
    login, address = f"forgetful-{look}", f"anna-{look}@example.org"
    register(visitor, login)
    page = visitor.open("/settings")
    page.get_by_label("E-mail address").fill(address)
    page.get_by_label("Your password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_text(f"We sent an e-mail to {address}")).to_be_visible()
    page.goto(f"/confirm#{mail.key(address)}")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Your e-mail address is confirmed.")).to_be_visible()
    page.get_by_role("link", name="Go to your settings").click()
    expect(page.get_by_text(f"Your address is {address}.")).to_be_visible()
    page.get_by_role("checkbox", name="E-mail: Correspondence").check()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert visitor.api("GET", "/notifications")["turns"]["mail_slow"] is True
    assert axe(visitor, look) == []

    elsewhere = come()
    page = elsewhere.open("/profile")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Login or e-mail address").fill(login)
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_text("If this account exists")).to_be_visible()
    assert axe(elsewhere, look) == []
    page.goto(f"/reset#{mail.key(address)}")
    page.get_by_label("New password").fill("battery staple")
    assert axe(elsewhere, look) == []
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_text(f"Logged in as {login}")).to_be_visible()


@pytest.mark.long
def test_page_hides_email_without_a_mail_server(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.open("/profile")
    visitor.settle()
    expect(page.get_by_role("link", name="Forgot your password?")).to_have_count(0)
    visitor.open("/settings")
    visitor.settle()
    expect(page.get_by_role("heading", name="Turn notifications")).to_be_visible()
    for role, name in (("heading", "E-mail"), ("columnheader", "E-mail")):
        expect(page.get_by_role(role, name=name)).to_have_count(0)  # type: ignore[arg-type]


@pytest.mark.long
def test_feeds_and_vacations_are_in_the_settings(come: Callable[..., Visitor], telling: Server, look: Look) -> None:
    visitor = come()
    register(visitor, f"traveller-{look}")
    host = Person(telling)
    table = host.open_table("open", "me", pace=DAYS)
    visitor.api("POST", f"/tables/{table}/sit", {"seat": 0})
    page = visitor.open("/settings")
    page.get_by_role("button", name="Create the links").click()
    address = page.get_by_label("Feed link").input_value()
    assert "Your turn: Babylonia" in visitor.context.request.get(address).text()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    until(page, "document.querySelector('link[rel=icon]').getAttribute('href') === '/icon-turn.svg'")
    page.get_by_label("Number of days, starting now").fill("3")
    page.get_by_role("button", name="Start vacation").click()
    expect(page.get_by_text("You are on vacation until")).to_be_visible()
    assert axe(visitor, look) == []
    page.goto("/mine")
    expect(page.locator("li", has_text="Babylonia").get_by_text("on vacation")).to_be_visible()
    page.goto(f"/table/{table}")
    expect(page.locator("[role=group].seat").get_by_text("on vacation").first).to_be_visible()
    page.goto("/settings")
    page.get_by_role("button", name="I’m back").click()
    expect(page.get_by_text("You have 29 days left this year.")).to_be_visible()
    page.goto("/mine")
    expect(page.locator("li", has_text="Babylonia").get_by_text(re.compile("^until "))).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_settings_and_confirmation_pages_fit(come: Callable[..., Visitor], size: Any, tmp_path: Path) -> None:
    visitor = come(viewport=size, settings={**QUIET, "language": "nl"})
    register(visitor, f"fits-{size['width']}")
    visitor.api("POST", "/feeds", {"language": "nl"})
    for path in ("/profile", "/settings", "/reset", f"/confirm#{'k' * 30}", f"/stop#{'k' * 30}", "/stop"):
        visitor.open(path)
        visitor.settle()
        wide = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path
        visitor.page.screenshot(path=tmp_path / f"{path.strip('/').partition('#')[0]}.png", full_page=True)
