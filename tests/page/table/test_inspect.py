"""The inspector: by mouse, finger and keyboard, in both languages; score previews can be off."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import ziggurat
from tests.cases import every_game, first
from tests.page.browsing import QUIET, VERSION, Player, Visitor, becomes, until
from tests.page.table.fingers import Fingers, Point
from tests.page.test_access import Look, axe
from tests.playing import Setup, finish

Visit = Callable[..., Visitor]
CARD = "document.querySelector('#inspected:not(.unplaced)')"
TEXT = f"{CARD}?.innerText ?? ''"

# Each thing in turn, as a right click on it: what its card says, and whether it lies outside the window.
ASK_ALL = """async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const found = {};
  for (const element of document.querySelectorAll("[data-place], [data-about]")) {
    const name = element.dataset.about ?? element.dataset.place;
    if (name in found || !element.getBoundingClientRect().width) continue;
    element.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    await frame();
    const card = document.querySelector("#inspected");
    const box = card?.getBoundingClientRect();
    found[name] = card && {
      text: card.innerText,
      out: box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight,
    };
  }
  return found;
}"""


def somewhere(visitor: Visitor, game: str, share: float = 0.6, seed: int = 4) -> Page:
    """A table in the middle of a match, with the visitor to decide."""
    counts = ziggurat.game(game).seat_counts
    match = finish(Setup(game, counts[len(counts) // 2], {}).new(seed), random.Random(seed))
    page = visitor.open(f"/table/{visitor.new_fork(match, int(len(match) * share))}")
    Player(visitor).wait("deciding")
    return page


def middle(page: Page, place: str) -> Point:
    box = page.locator(f"[data-place='{place}'], [data-about='{place}']").first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", every_game(now="babel"))
@pytest.mark.parametrize("language", first("nl", "en"))
def test_everything_on_a_table_can_be_inspected(visit: Visit, game: str, language: str) -> None:
    sizes = {"en": {"width": 1280, "height": 800}, "nl": {"width": 360, "height": 740}}
    visitor = visit(settings={**QUIET, "language": language}, viewport=sizes[language])
    page = somewhere(visitor, game)
    page.evaluate(ASK_ALL)  # the first answers come before anything has been counted
    becomes(page, lambda: any(message["type"] == "foreseen" for message in visitor.heard), wanted=True)
    cards = page.evaluate(ASK_ALL)
    assert len(cards) > 20
    assert [name for name, card in cards.items() if card is None] == []
    assert [name for name, card in cards.items() if card["out"]] == []
    assert [card["text"] for card in cards.values() if "about:" in card["text"] or "{" in card["text"]] == []
    assert [name for name, card in cards.items() if "undefined" in card["text"] or "NaN" in card["text"]] == []
    sideways = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(sideways) <= 0


def test_pointing_at_a_city_says_what_it_would_score_and_clicks_go_on(visit: Visit) -> None:
    visitor = visit()
    page = somewhere(visitor, "babylonia")
    [view] = [message["view"] for message in visitor.heard if message["type"] == "welcome"]
    cities = [tile["place"] for tile in view["tiles"] if tile["tile"].isalpha() and tile["tile"] != "C"]
    boxes = (
        "[...document.querySelectorAll('section, .side > *')].map((one) => JSON.stringify(one.getBoundingClientRect()))"
    )
    before = page.evaluate(boxes)
    page.mouse.move(*middle(page, f"hex:{cities[0]}"))
    until(page, f"({TEXT}).includes('If scored now')", "what the city would score")
    [foreseen] = [message for message in visitor.heard if message["type"] == "foreseen"]
    [city] = [city for city in foreseen["prospects"]["cities"] if city["place"] == cities[0]]
    for nobles, points in zip(city["noble_points"], city["city_points"], strict=True):
        assert f"{nobles + points} ({nobles} for nobles, {points} for cities)" in page.evaluate(TEXT)
    assert page.evaluate(boxes) == before
    assert page.evaluate("getComputedStyle(document.querySelector('#inspected')).pointerEvents") == "none"
    page.mouse.move(5, 5)
    until(page, f"{CARD} === null", "the card to be gone")
    Player(visitor).decide()  # with the mouse, over whatever it points at
    assert page.evaluate(VERSION) != "0"


@pytest.mark.long
def test_the_right_button_keeps_a_card_open_and_its_clause_opens_the_rules(visit: Visit) -> None:
    page = somewhere(visit(), "amyitis")
    page.mouse.click(*middle(page, "temple:marduk"), button="right")
    card = page.get_by_role("note")
    expect(card).to_contain_text("2 prestige for the first")
    page.mouse.move(5, 5)
    expect(card).to_be_visible()
    card.get_by_role("button", name="Rules, clause 14").click()
    expect(page.get_by_role("dialog").get_by_text("End of the round.").first).to_be_visible()
    assert page.evaluate(f"{CARD} === null")


def test_a_key_inspects_what_has_the_focus_and_arrows_go_on(visit: Visit) -> None:
    page = somewhere(visit(), "ur")
    page.keyboard.press("ArrowDown")
    focused = page.evaluate("document.activeElement.closest('[data-place]').dataset.place")
    page.keyboard.press("i")
    until(page, "document.querySelector('#inspected.kept') !== null", "the card")
    first = page.evaluate(TEXT)
    page.keyboard.press("ArrowRight")
    until(page, f"{CARD} !== null && ({TEXT}) !== {json.dumps(first)}", "the next thing")
    version = page.evaluate(VERSION)
    page.keyboard.press("Escape")
    until(page, f"{CARD} === null", "the card to be gone")
    becomes(page, lambda: page.evaluate("document.activeElement.closest('[data-place]')?.dataset.place"), focused)
    page.keyboard.press("i")
    page.keyboard.press("Enter")  # its clause has the focus
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(VERSION) == version
    assert page.evaluate("document.querySelectorAll('.chosen').length") == 0


@pytest.mark.parametrize("game", every_game(now="ur"))
def test_a_finger_that_rests_inspects_and_chooses_nothing(visit: Visit, game: str) -> None:
    visitor = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = somewhere(visitor, game)
    fingers = Fingers(page)
    place = page.evaluate(
        """() => [...document.querySelectorAll("section.hand [data-place], [data-board] [data-place]")].find((one) => {
          one.scrollIntoView({ block: "center" });
          const box = one.getBoundingClientRect();
          return box.width && one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
        }).dataset.place"""
    )
    chosen = "document.querySelectorAll('.chosen').length"
    version, before = page.evaluate(VERSION), page.evaluate(chosen)
    fingers.press(middle(page, place))
    until(page, f"{CARD} !== null || document.querySelector('.dragged') !== null", "the card, or what is taken up")
    page.evaluate("new Promise((waited) => setTimeout(waited, 600))")  # the page's own timer, of 500, runs before
    fingers.lift()
    until(page, "document.querySelector('#inspected.kept') !== null", "the card")
    fingers.frame()
    assert (page.evaluate(VERSION), page.evaluate(chosen)) == (version, before)
    box = page.evaluate(f"{CARD}.getBoundingClientRect().toJSON()")
    assert box["left"] >= 0
    assert box["right"] <= 360
    page.touchscreen.tap(4, box["bottom"] + 40 if box["bottom"] < 600 else 100)  # beside everything
    until(page, f"{CARD} === null", "the card to be gone")


@pytest.mark.long
def test_gains_stand_on_the_hexagons(visit: Visit) -> None:
    visitor = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = somewhere(visitor, "babylonia", 0.5)
    kinds = [place for place in Player(visitor).alive() if place.startswith("stand:")]
    page.locator(f"[data-place='{kinds[0]}']").tap()
    view = next(m["view"] for m in reversed(visitor.heard) if m.get("view") is not None)
    until(page, "document.querySelector('.alive .gain') !== null", "what hexagons would bring")
    [gains] = [message["gains"] for message in visitor.heard if message["type"] == "previewed"][-1:]
    expected = {
        choice["clicks"][1]: f"+{gains[str(choice['action'])][view['seat']]}"
        for choice in view["choices"]
        if choice["clicks"][0] == kinds[0] and gains.get(str(choice["action"]), [0] * 4)[view["seat"]] > 0
    }
    shown = """Object.fromEntries([...document.querySelectorAll(".alive .gain")]
      .map((one) => [one.closest("[data-place]").dataset.place, one.textContent.trim()]))"""
    assert page.evaluate(shown) == expected


@pytest.mark.long
def test_without_score_previews_cards_have_no_numbers(visit: Visit) -> None:
    visitor = visit(settings={**QUIET, "prospects": False})
    page = somewhere(visitor, "babylonia", 0.5)
    cards = page.evaluate(ASK_ALL)
    assert not any("If scored now" in card["text"] for card in cards.values() if card)
    assert any("Scores when all land next to it is occupied" in card["text"] for card in cards.values() if card)
    assert not [message for message in visitor.heard if message["type"] == "foreseen"]
    page.locator("[data-place^='stand:']").first.click()
    expect(page.locator("[data-board] .gain")).to_have_count(0)


@pytest.mark.long
def test_table_without_score_previews(visit: Visit) -> None:
    host, guest = visit(), visit()
    table = host.new_table("babylonia", "open", prospects=False)
    page = host.open(f"/table/{table}")
    expect(page.get_by_text("no score previews")).to_be_visible()
    guest.api("GET", "/me")
    guest.api("POST", f"/tables/{table}/sit", {})
    Player(host).wait("deciding")
    page.evaluate(ASK_ALL)
    assert not [message for message in host.heard if message["type"] in ("foreseen", "refused")]
    page.get_by_role("tab", name="More").click()
    expect(page.get_by_text("no score previews")).to_be_visible()


@pytest.mark.long
def test_the_choice_is_made_when_a_table_is_opened(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script("""localStorage.setItem('ziggurat:plan',
      '{"game": "babylonia", "seats": ["me", "open"], "drawn": false}')""")
    page = visitor.open("/new/babylonia")
    page.get_by_text("Off for everybody").click()
    page.locator("button[type=submit]").click()
    page.wait_for_url("**/table/*")
    assert visitor.api("GET", f"/tables/{page.url.rsplit('/', 1)[1]}")["prospects"] is False


@pytest.mark.parametrize(
    ("game", "thing"),
    [
        ("babel", "hand:S"),
        pytest.param("babylonia", "hex:i7", marks=pytest.mark.long),
        pytest.param("amyitis", "city:mari", marks=pytest.mark.long),
    ],
)
@pytest.mark.long
def test_axe_finds_nothing_in_a_card(visit: Visit, game: str, thing: str, look: Look) -> None:
    visitor = visit()
    page = somewhere(visitor, game)
    page.mouse.click(*middle(page, thing), button="right")
    expect(page.get_by_role("note")).to_be_visible()
    assert axe(visitor, look) == []
