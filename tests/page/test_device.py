"""Playing on the device: without a network, without a server, several people at one device, and then on the server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import ziggurat
from tests.cases import every_game
from tests.page.browsing import PHONE, Player, Visitor, resign, until
from tests.page.static_site import SITE, build_site, file_server
from tests.page.study.test_lessons import verdict, walk
from tests.page.study.test_puzzles import answer, some
from tests.patience import PATIENCE
from ziggurat.core.lessons.lesson import lessons

Visit = Callable[..., Visitor]
HAND_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# Whether the service worker has everything that its build has.
ALL_KEPT = """(async () => {
  const worker = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) return false;
  const files = JSON.parse(/FILES = (\\[[^\\]]*\\])/.exec(await (await fetch(worker.active.scriptURL)).text())[1]);
  const [name] = (await caches.keys()).filter((one) => one.startsWith("ziggurat-"));
  return name !== undefined && (await (await caches.open(name)).keys()).length >= files.length + 1;
})()"""
TOKENS = '[data-place^="stand:"], [data-place^="hand:"], [data-place^="discard:"]'


def start(page: Page, game: str, level: str = "governor") -> None:
    """Play against bots from the front page."""
    title = ziggurat.game(game).title
    page.get_by_label(f"Opponents for {title}").select_option(level)
    page.get_by_role("button", name=f"Play {title}", exact=True).click()


def match_id(page: Page) -> str:
    return page.url.rpartition("/")[2]


# ----------------------------------------------------------------------------------- without a network


@pytest.mark.long
@pytest.mark.parametrize("game", ziggurat.game_names())
def test_lesson_puzzle_hint_and_analysis_without_a_network(visit: Visit, game: str) -> None:
    visitor = visit(**HAND_PHONE, service_workers="allow")
    page = visitor.open("/")
    until(page, ALL_KEPT, "everything to be kept")
    visitor.context.set_offline(True)
    lesson = lessons(ziggurat.game(game))[0]
    page.goto(f"/learn/{game}/{lesson.name}")
    walk(Player(visitor), game, lesson, lesson.solution)
    verdict(page, "done")
    puzzle = some(game)
    page.goto(f"/puzzles/{game}/{puzzle.id}")
    answer(visitor, puzzle, puzzle.answers[0])
    verdict(page, "done")
    page.goto("/")
    start(page, game)
    Player(visitor).wait("deciding")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".panel ol li").first).to_contain_text("%")
    page.goto(f"/analysis/game/{game}/{min(ziggurat.game(game).seat_counts)}")
    page.get_by_role("button", name="Search", exact=True).click()
    until(page, "Number(document.querySelector('.depth')?.dataset.iterations) > 256", "lines of the engine")
    visitor.context.set_offline(False)
    visitor.complaints.clear()  # the browser itself notes that there was no network


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_match_against_governor_without_a_network(visit: Visit, game: str) -> None:
    visitor = visit(service_workers="allow")
    page = visitor.open("/")
    until(page, ALL_KEPT, "everything to be kept")
    visitor.context.set_offline(True)
    page.goto("/")  # also the page itself comes from what is kept
    start(page, game)
    player = Player(visitor)
    if game == "babel":
        player.play(5)
        resign(page)
    else:
        assert player.play_out() > 10
    player.wait("over")
    page.goto(page.url.replace("/table/", "/replay/"))
    expect(page.get_by_role("heading", level=1, name=re.compile("^Next: "))).to_be_visible()
    expect(page.locator(".summary").get_by_role("heading").first).to_be_visible()
    visitor.context.set_offline(False)
    visitor.complaints.clear()  # the browser itself notes that there was no network


def test_pages_that_need_a_server_say_so_and_recover(visit: Visit) -> None:
    visitor = visit(settings={"language": "nl"}, service_workers="allow")
    page = visitor.open("/")
    until(page, ALL_KEPT, "everything to be kept")
    visitor.context.set_offline(True)
    page.goto("/lobby")
    expect(page.get_by_role("heading", name="Hiervoor is een verbinding nodig")).to_be_visible()
    assert page.evaluate("fetch('/api/me').then(() => 'kept', () => 'not kept')") == "not kept"
    page.goto("/mine")
    expect(page.get_by_text("Je partijen op de server komen terug zodra je online bent.")).to_be_visible()
    page.goto("/learn/ur")
    expect(page.get_by_role("heading", level=1, name="Ur leren")).to_be_visible()
    page.goto("/rules/ur")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ur")
    page.goto("/lobby")
    visitor.context.set_offline(False)
    expect(page.get_by_role("heading", level=1, name="Lobby")).to_be_visible()
    visitor.complaints.clear()


MODULE = re.compile(r"/assets/device/babel[^/]*\.wasm$")


def test_a_game_is_loaded_when_somebody_reaches_for_it(visit: Visit) -> None:
    page = visit().open("/")
    with page.expect_request(MODULE):
        page.get_by_role("button", name="Play Babel", exact=True).hover()
    page.goto("/new/ur")
    with page.expect_request(MODULE):
        page.get_by_role("radio", name="Babel").check(force=True)


def test_a_phone_loads_the_game_that_it_shows(visit: Visit) -> None:
    page = visit(**HAND_PHONE).open("/")
    with page.expect_request(MODULE):
        page.get_by_role("button", name="Play Babel", exact=True).scroll_into_view_if_needed()


def test_a_browser_that_saves_data_loads_nothing_before_it_plays(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    page = visitor.open("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Play Ur", exact=True).hover()
    start(page, "babel")
    Player(visitor).wait("deciding")
    modules = [url for url in asked if url.endswith(".wasm")]
    assert len(modules) == 1, modules
    assert MODULE.search(modules[0])


# ------------------------------------------------------------------------------------------- the store


def test_match_survives_a_reload_and_is_in_my_matches(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    start(page, "babel", "apprentice")
    player = Player(visitor)
    player.play(4)
    decisions = page.locator("[data-decisions]").get_attribute("data-decisions")
    page.reload()
    player.wait("deciding")
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", decisions)
    page.goto("/mine")
    expect(page.get_by_role("heading", name="On this device")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the log of this match of Babel").click()
    match = ziggurat.read(Path(download.value.path()).read_text("utf-8"))
    assert len(match) == int(decisions or 0)
    page.get_by_role("link", name="Continue: Babel").click()
    player.wait("deciding")
    page.goto("/mine")
    page.get_by_role("button", name="Delete this match of Babel").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="On this device")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("No matches yet")).to_be_visible()


def test_undo_is_stored(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    start(page, "babel", "apprentice")
    player = Player(visitor)
    player.play(1)
    page.keyboard.press("u")
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", "0")
    page.reload()
    player.wait("deciding")
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", "0")


def test_match_that_ends_by_ones_own_hand_is_finished_in_my_matches(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    start(page, "babel", "apprentice")
    player = Player(visitor)
    player.wait("deciding")
    resign(page)
    player.wait("over")
    page.goto("/mine")
    expect(page.get_by_role("button", name="Delete this match of Babel")).to_be_visible()
    expect(page.get_by_role("link", name="Continue: Babel")).to_have_count(0)


def test_one_tab_plays_a_match(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    start(page, "babel", "apprentice")
    player = Player(visitor)
    player.play(1)
    other = visitor.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("heading", name="Open in another tab")).to_be_visible()
    other.get_by_role("button", name="Play it here").click()
    expect(other.locator("[data-state=deciding]")).to_be_visible()
    expect(page.get_by_role("heading", name="Open in another tab")).to_be_visible()


def test_browser_without_a_store_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script("indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }")
    page = visitor.open("/")
    start(page, "babel", "apprentice")
    player = Player(visitor)
    expect(page.get_by_role("alert").filter(has_text="This browser does not store matches")).to_be_visible()
    player.play(2)


def test_full_store_says_so_and_play_goes_on(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    start(page, "babel", "apprentice")
    player = Player(visitor)
    player.play(1)
    page.evaluate(
        """() => {
          window.add = IDBObjectStore.prototype.add;
          IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError"); };
        }"""
    )
    player.play(1)
    expect(page.get_by_role("alert").filter(has_text="out of storage")).to_be_visible()
    page.evaluate("() => { IDBObjectStore.prototype.add = window.add; }")
    player.play(1)  # there is room again: everything is stored
    expect(page.get_by_role("alert").filter(has_text="out of storage")).to_have_count(0)
    decisions = page.locator("[data-decisions]").get_attribute("data-decisions")
    page.reload()
    player.wait("deciding")
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", decisions)


OTHER_RULES = """() => new Promise((done) => {
  indexedDB.open("ziggurat").onsuccess = ({target: {result: database}}) => {
    const transaction = database.transaction("matches", "readwrite"), matches = transaction.objectStore("matches");
    matches.getAll().onsuccess = ({target: {result: [match]}}) =>
      matches.put({...match, plan: {...match.plan, rules: 99}});
    transaction.oncomplete = () => { database.close(); done(); };
  };
})"""


def test_match_of_other_rules_says_so_and_is_kept(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    start(page, "babel", "apprentice")
    Player(visitor).play(1)
    page.evaluate(OTHER_RULES)
    page.reload()
    expect(page.get_by_text("Babel has rules 1, not 99.")).to_be_visible()
    page.goto("/mine")
    expect(page.get_by_role("link", name="Continue: Babel")).to_be_visible()


def test_device_that_sleeps_while_a_bot_thinks_goes_on(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    start(page, "babel", "king")
    player = Player(visitor)
    while player.wait("deciding", "waiting") == "deciding":
        player.decide()
    session = visitor.context.new_cdp_session(page)
    for state in ("frozen", "active"):
        session.send("Page.setWebLifecycleState", {"state": state})
    assert player.wait("deciding", "over")


# ------------------------------------------------------------------------------- files that do not fit


def broken(page: Page, times: int) -> list[str]:
    """Send half of each WebAssembly module, so many times; the files asked for."""
    asked: list[str] = []

    def half(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > times:
            route.continue_()
        else:
            body = route.fetch().body()
            route.fulfill(body=body[: len(body) // 2], content_type="application/wasm")

    page.context.route("**/*.wasm", half)
    return asked


def test_truncated_file_is_fetched_again(visit: Visit) -> None:
    visitor = visit()
    asked = broken(visitor.page, 1)
    page = visitor.open("/")
    start(page, "babel", "apprentice")
    Player(visitor).wait("deciding")
    assert len(asked) > 1


def test_broken_file_shows_a_message(visit: Visit) -> None:
    visitor = visit()
    broken(visitor.page, 1000)
    page = visitor.open("/")
    start(page, "babel", "apprentice")
    expect(page.get_by_role("alert").filter(has_text="A part of the game could not be loaded")).to_be_visible()


def test_outdated_page_offers_a_reload(visit: Visit) -> None:
    visitor = visit()
    version = {"version": "another"}
    visitor.context.route("**/version.json", lambda route: route.fulfill(json=version))
    page = visitor.open("/")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("There is a new version of this page.")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Reload").click()


# --------------------------------------------------------------------------------- several people here


def held(page: Page) -> list[str]:
    """What lies in the hand that is shown."""
    places = page.locator(TOKENS).evaluate_all("all => all.map((one) => one.getAttribute('data-place'))")
    return sorted(places)


def said(visitor: Visitor) -> str:
    """Everything that a screen reader could read."""
    session = visitor.context.new_cdp_session(visitor.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    values = [node.get(part, {}).get("value", "") for node in nodes for part in ("name", "value", "description")]
    return "\n".join(str(value) for value in values if value)


@pytest.mark.parametrize("game", every_game(now="babel", names=["babel", "babylonia"]))  # only games with hands
def test_hands_are_hidden_while_the_device_is_handed_over(visit: Visit, game: str) -> None:
    visitor = visit(**HAND_PHONE)
    page = visitor.open(f"/new/{game}")
    page.get_by_label("Second", exact=True).select_option("here")
    page.get_by_label("Name: First").fill("Enki")
    page.get_by_label("Name: Second").fill("Inanna")
    page.get_by_label("Random seats").uncheck()
    page.get_by_role("button", name="Play", exact=True).click()
    cover = page.get_by_role("heading", name="Hand the device to Enki")
    expect(cover).to_be_focused()
    nothing_shown(visitor)
    page.get_by_role("button", name="I am Enki").click()
    player = Player(visitor)
    player.wait("deciding")
    first = held(page)
    assert first
    over = page.get_by_role("button", name="Hide my side and hand over")
    while player.wait("deciding", "waiting") == "deciding":
        player.decide()
    expect(over).to_be_visible()
    assert held(page)  # until they hide it
    over.click()
    expect(page.get_by_role("heading", name="Hand the device to Inanna")).to_be_focused()
    nothing_shown(visitor)
    page.reload()
    expect(page.get_by_role("heading", name="Hand the device to Inanna")).to_be_visible()
    nothing_shown(visitor)
    page.get_by_role("button", name="I am Inanna").click()
    player.wait("deciding")
    expect(page.locator("[role=group].seat", has_text="Inanna").get_by_text("you").first).to_be_visible()
    assert held(page)


def nothing_shown(visitor: Visitor) -> None:
    """Neither the page nor what a screen reader reads has anything of a hand or a board."""
    page = visitor.page
    assert held(page) == []
    expect(page.locator("[data-place]")).to_have_count(0)
    html, spoken = page.locator("main").inner_html(), said(visitor)
    for word in ("card", "hand:", "stand", "token", "Sumerian", "Hittite", "Medes", "Persian", "Assyrian"):
        assert word not in html, word
        assert word not in spoken, word


def test_game_without_secrets_needs_no_cover_between_players(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/new/ur")
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_label("Second", exact=True).select_option("here")
    page.get_by_role("button", name="Play", exact=True).click()
    player = Player(visitor)
    player.play(8)
    expect(page.get_by_role("heading", name=re.compile("Hand the device"))).to_have_count(0)


# ------------------------------------------------------------------------------------------ the server


def test_match_begun_here_is_finished_on_the_server(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    visitor.settle()
    start(page, "babel", "apprentice")
    player = Player(visitor)
    player.play(6)
    here, decisions = page.url, page.locator("[data-decisions]").get_attribute("data-decisions")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Keep on the server").click()
    page.wait_for_url(re.compile(r"/table/[a-z0-9]{14}$"))
    player.wait("deciding")
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", decisions)
    player.play_out()
    table = visitor.api("GET", f"/tables/{match_id(page)}")
    assert (table["status"], table["uncounted"], table["rated"]) == ("finished", "device", False)
    page.goto(here)  # both are kept
    player.wait("deciding")
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", decisions)


def test_match_begun_on_the_server_goes_on_here(visit: Visit) -> None:
    visitor = visit()
    table = visitor.new_table("babel", "random")
    page = visitor.open(f"/table/{table}")
    player = Player(visitor)
    player.play(4)
    decisions = page.locator("[data-decisions]").get_attribute("data-decisions") or ""
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Continue on this device").click()
    page.wait_for_url(re.compile("/table/d-"))
    player.wait("deciding")
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", decisions)
    player.play(2)
    page.goto(f"/table/{table}")  # both are kept
    player.wait("deciding")
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", decisions)


# ------------------------------------------------------------------------------------------- reviews


@pytest.mark.long  # a review takes a minute
def test_match_is_reviewed_here_without_a_network(visit: Visit) -> None:
    visitor = visit(service_workers="allow")
    page = visitor.open("/")
    until(page, ALL_KEPT, "everything to be kept")
    visitor.context.set_offline(True)
    page.goto("/")
    start(page, "babel", "apprentice")
    player = Player(visitor)
    player.play(5)
    resign(page)
    player.wait("over")
    page.goto(page.url.replace("/table/", "/replay/") + "#review")
    reviewed(page)
    page.reload()  # it is stored
    reviewed(page)
    page.get_by_role("link", name="Try it yourself").first.click()
    player.wait("deciding")
    player.decide()
    expect(page.get_by_role("status").filter(has_text="%")).to_be_visible()
    visitor.context.set_offline(False)
    visitor.complaints.clear()  # the browser itself notes that there was no network


def reviewed(page: Page) -> None:
    expect(page.get_by_role("list", name="Accuracy")).to_be_visible(timeout=10 * PATIENCE * 1000)
    expect(page.get_by_text("Made on this device")).to_be_visible()


# ------------------------------------------------------------------------------------- the static site


@pytest.mark.long
def test_static_site_in_a_folder(browser: Browser, tmp_path: Path) -> None:
    build_site()
    (tmp_path / "some" / "folder").mkdir(parents=True)
    (tmp_path / "some" / "folder" / "ziggurat").symlink_to(SITE)
    with file_server(tmp_path) as url:
        visitor = Visitor(browser, url, service_workers="allow")
        page = visitor.open("/some/folder/ziggurat/")
        until(page, ALL_KEPT, "everything to be kept")
        expect(page.get_by_role("link", name="Lobby")).to_have_count(0)
        start(page, "ur")
        player = Player(visitor)
        player.play(4)
        assert "/some/folder/ziggurat/#/table/d-" in page.url
        page.reload()
        player.wait("deciding")
        page.get_by_role("link", name="Rules").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Rules of")
        visitor.context.set_offline(True)
        page.goto("/some/folder/ziggurat/#/puzzles")
        expect(page.get_by_role("heading", level=1, name="Puzzles")).to_be_visible()
        page.goto("/some/folder/ziggurat/#/mine")
        expect(page.get_by_text("All your matches on this device.")).to_be_visible()
        page.goto("/some/folder/ziggurat/#/lobby")
        expect(page.get_by_role("heading", name="Not on this site")).to_be_visible()
        visitor.context.set_offline(False)
        assert [one for one in visitor.complaints if "ERR_INTERNET_DISCONNECTED" not in one] == []
