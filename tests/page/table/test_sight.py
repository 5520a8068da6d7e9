"""Always visible at a table: the own score, what happened since the last turn, where to act."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import ziggurat
from tests.page.browsing import DESKTOP, DRAWN, PHONE, QUIET, Player, Visitor, resign, until

Visit = Callable[..., Visitor]
DESKS = ((1280, 800), (1366, 768), (1920, 1080))
COACHED = {**QUIET, "coached": []}
TABLES = [
    pytest.param(game, seats, marks=() if (game, seats) == ("babylonia", 4) else pytest.mark.long)
    for game in ziggurat.game_names()
    for seats in ziggurat.game(game).seat_counts
]
# Whether an element lies in the window as a whole, and nothing lies over its middle.
SEEN = """(selector) => {
  const one = document.querySelector(selector), box = one?.getBoundingClientRect();
  if (!box || box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) return false;
  return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
HEIGHT = "(selector) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0"
# The questions and names that do not fit their place.
CUT = """() => [...document.querySelectorAll("[data-decisions] h2, .strip .name")]
    .filter((one) => one.scrollHeight > one.clientHeight + 8 || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim())"""
LINE = 31  # pixels: an entry of the log


def joined(visitor: Visitor, game: str, seats: int) -> Player:
    visitor.open(f"/table/{visitor.new_table(game, *['random'] * (seats - 1))}")
    player = Player(visitor)
    player.wait("deciding")
    return player


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_own_score_and_six_lines_of_the_log_are_always_in_sight(visit: Visit, game: str, seats: int) -> None:
    visitor = visit(settings=COACHED)
    page = joined(visitor, game, seats).page
    for coached in (True, False):
        expect(page.locator(".coach")).to_be_visible(visible=coached)
        for width, height in DESKS:
            resize(page, width, height)
            assert page.evaluate(SEEN, ".own .score"), f"own score at {width}x{height}, coach: {coached}"
            for seat in range(seats - 1):
                assert page.evaluate(SEEN, f".side .seat-{seat + 1} .score"), f"seat {seat + 1} at {width}x{height}"
            lines = 6 if height >= 800 else 5
            assert page.evaluate(HEIGHT, ".panel .inside") >= lines * LINE, f"log at {width}x{height}: {coached}"
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), f"scrolls at {width}x{height}"
        if coached:
            page.get_by_role("button", name="Turn the coach off").click()
            resize(page, *DESKS[0])


@pytest.mark.long
def test_another_window_size_ends_no_step_of_the_coach(visit: Visit) -> None:
    player = joined(visit(settings=COACHED), "babylonia", 2)
    player.decide()
    player.wait("deciding")
    coach = player.page.locator(".coach p")
    said = coach.inner_text()
    for width, height in ((1920, 1080), (390, 844), (1280, 800)):
        resize(player.page, width, height)
        expect(coach).to_have_text(said)


@pytest.mark.long
def test_the_log_follows_the_match_while_the_coach_comes_and_goes(visit: Visit) -> None:
    player = joined(visit(settings=COACHED), "babel", 2)
    for _ in range(30):
        if player.wait("deciding", "over") == "over":
            break
        until(
            player.page,
            """(() => {
              const [log, last] = [".log", ".log li:last-child"].map((one) =>
                document.querySelector(one)?.getBoundingClientRect());
              return !last || last.bottom <= log.bottom + 2;
            })()""",
            "the end of the log to be in sight",
        )
        player.decide()


@pytest.mark.long
def test_a_seat_that_does_not_fit_is_one_line_and_opens_on_demand(visit: Visit) -> None:
    page = joined(visit(settings=COACHED), "babylonia", 4).page
    folded = page.locator(".seat-1.folded")
    expect(folded).to_be_visible()
    assert abs(page.evaluate(HEIGHT, ".seat-1.folded") - 44) <= 1
    folded.get_by_role("button", name=re.compile("Show details")).click()
    expect(page.locator(".seat-1:not(.folded) > .belongings")).to_be_visible()
    expect(page.locator(".seat-2.folded")).to_be_visible()
    assert page.evaluate(SEEN, ".own .score")


def test_summary_of_others_moves_stays_until_the_reader_acts(visit: Visit) -> None:
    player = joined(visit(), "ur", 3)
    page = player.page
    player.decide()
    player.wait("deciding")
    chips = page.get_by_role("list", name="Since your last turn").get_by_role("button")
    expect(chips).to_have_count(2)
    expect(chips.first).to_contain_text(re.compile(r"Random 1 \+\d, \d stone"))
    version = page.evaluate("document.querySelector('[data-decisions]').dataset.version")
    chips.first.click()
    expect(chips).to_have_count(0)  # while it is shown again nothing can be chosen
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    player.wait("deciding")
    expect(chips).to_have_count(2)
    assert page.evaluate("document.querySelector('[data-decisions]').dataset.version") == version
    player.decide()
    player.wait("deciding")


@pytest.mark.long
@pytest.mark.parametrize("game", ziggurat.game_names())
def test_chips_summarise_every_seat_in_every_game_and_language(visit: Visit, game: str) -> None:
    visitor = visit(settings={**QUIET, "language": "nl"})
    player = joined(visitor, game, min(ziggurat.game(game).seat_counts))
    chips = player.page.get_by_role("list", name="Sinds je vorige beurt")
    seen = 0
    for _ in range(12):
        if player.wait("deciding", "over") == "over":
            break
        player.page.evaluate(DRAWN)
        seen += chips.count()
        if chips.count():
            expect(chips).not_to_contain_text(re.compile(r"deed:|\{\w+\}"))
        player.decide()
    assert seen


def test_the_only_piece_to_begin_with_is_chosen_already(visit: Visit) -> None:
    player = joined(visit(viewport=PHONE, has_touch=True, is_mobile=True), "babel", 2)
    page = player.page
    expect(page.locator("[data-place='pawn'].chosen")).to_have_count(1)
    place = next(one for one in player.alive() if one.startswith("site:"))
    player.click(place)
    expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", "1")


@pytest.mark.parametrize("width", [390, pytest.param(320, marks=pytest.mark.long)])
@pytest.mark.parametrize("settings", [COACHED, pytest.param(QUIET, marks=pytest.mark.long)], ids=["coach", "alone"])
def test_amyitis_scrolls_to_the_playable_part_on_a_phone(visit: Visit, width: int, settings: dict[str, object]) -> None:
    visitor = visit(viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True, settings=settings)
    page = joined(visitor, "amyitis", 3).page
    in_sight = """(() => {
      const board = document.querySelector(".amyitis").getBoundingClientRect();
      return [...document.querySelectorAll("[data-place^='craft:'].alive")].filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= board.top && bottom <= board.bottom;
      }).length >= 3;
    })()"""
    until(page, in_sight, "craft cards to come into sight")
    expect(page.locator(".choice[data-place='pass']")).to_have_class(re.compile("passes"))


@pytest.mark.long
def test_pass_is_an_ordinary_button_when_nothing_else_is_possible(visit: Visit) -> None:
    player = joined(visit(), "amyitis", 2)
    for _ in range(80):
        if player.wait("deciding", "over") == "over":
            break
        places = player.alive()
        button = player.page.locator(".choice[data-place='pass']")
        if "pass" in places:
            expect(button).to_have_class(re.compile("passes") if len(places) > 1 else re.compile(r"^(?!.*passes)"))
        player.decide()


def test_a_score_explains_its_sum(visit: Visit) -> None:
    player = joined(visit(), "ur", 2)
    page = player.page
    player.decide()
    player.wait("deciding")
    page.locator(".own .score").click()
    dialog = page.get_by_role("dialog", name="Where the points came from")
    expect(dialog).to_contain_text("A set of 1, 2, 3, 4, 5 or 6 different emblems scores 1, 3, 6, 10, 15 or 21.")
    expect(dialog.locator(".sum")).to_contain_text(re.compile(r"Sets of [\d +]+ here: [\d +]+ = \d+\."))


@pytest.mark.long
@pytest.mark.parametrize("game", ziggurat.game_names())
def test_the_sum_of_every_score_is_right(visit: Visit, game: str) -> None:
    player = joined(visit(), game, max(ziggurat.game(game).seat_counts))
    page = player.page
    player.play(6)
    for seat in range(max(ziggurat.game(game).seat_counts)):
        card = page.locator(f".side .seat-{seat} button.score")
        score = int(card.locator(".unseen").first.inner_text())
        card.click()
        dialog = page.get_by_role("dialog", name="Where the points came from")
        text = dialog.locator(".sum").inner_text()
        if score:
            total_comes_last = game in {"ur", "babel"}  # only these two: what is on the table is counted up
            left, _, right = text.rpartition("=") if total_comes_last else text.partition("=")
            total, parts = (right, left.rpartition(":")[2]) if total_comes_last else (left, right)
            assert int(re.findall(r"\d+", total)[-1]) == score, text
            assert sum(int(one) for one in re.findall(r"(?<![\w.])\d+", parts)) == score, text
        dialog.get_by_role("button", name="Close").click()


@pytest.mark.long
def test_a_refusal_is_said_at_the_pointer(visit: Visit) -> None:
    player = joined(visit(), "ur", 2)
    page = player.page
    dead = page.locator("[data-place^='action:']:not(.alive)").first
    box = dead.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    bubble = page.locator(".refused-here")
    expect(bubble).to_be_visible()
    near = bubble.bounding_box()
    assert near
    assert abs(near["y"] + near["height"] - y) < 60
    assert near["x"] <= x <= near["x"] + near["width"]
    page.keyboard.press("ArrowRight")
    expect(bubble).to_have_count(0)


@pytest.mark.long
def test_a_still_mouse_opens_no_card_after_a_click(visit: Visit) -> None:
    """What slides under it, when pieces move, is not being pointed at."""
    player = joined(visit(viewport=DESKTOP), "babylonia", 2)
    page = player.page
    player.click(next(one for one in player.alive() if one.startswith("stand:")))
    player.click(next(one for one in player.alive() if one.startswith("hex:")))
    page.evaluate("new Promise((later) => setTimeout(later, 900))")  # longer than a card takes to open
    assert page.locator("#inspected").count() == 0
    page.mouse.move(page.viewport_size["width"] / 3 if page.viewport_size else 400, 300)
    page.mouse.move(410, 330, steps=4)
    expect(page.locator("#inspected")).to_be_visible()


@pytest.mark.long
def test_end_of_a_match_shows_the_board_then_the_result(visit: Visit) -> None:
    player = joined(visit(), "babel", 2)
    page = player.page
    player.play_out()
    dialog = page.get_by_role("dialog", name="Result")
    expect(dialog).to_have_count(0)  # the last position is seen first
    expect(dialog).to_be_visible()
    expect(dialog).not_to_contain_text("Loading")
    expect(dialog).to_contain_text(re.compile(r"You (win|lose), \d+ to \d+"))
    decided = re.compile("took the lead for good at move|led from start to finish|on the tie-break")
    expect(dialog).to_contain_text(decided)
    expect(dialog.get_by_role("link", name="Share a picture")).to_be_visible()
    dialog.get_by_role("link", name="Review").click()
    expect(page).to_have_url(re.compile("/replay/"))


def test_a_resignation_opens_the_result_too(visit: Visit) -> None:
    page = joined(visit(), "ur", 2).page
    resign(page)
    dialog = page.get_by_role("dialog", name="Result")
    expect(dialog).to_contain_text("resigned")
    dialog.get_by_role("button", name="Close").click()
    resize(page, *DESKS[0])
    buttons = page.locator(".bar .press", has_text=re.compile("Rematch|Result"))
    tops = {round(box["y"]) for one in buttons.all() if (box := one.bounding_box())}
    assert len(tops) == 1, "Rematch and Result stand in one line"
    resize(page, *PHONE.values())
    reason = page.locator(".bar .line .past").bounding_box()
    assert reason is not None
    assert reason["width"] > 120, "the reason has room on a phone"


def test_the_first_card_says_what_a_game_is_about(visit: Visit) -> None:
    visitor = visit(settings={**QUIET, "coached": [], "welcomed": []})
    page = joined(visitor, "babel", 2).page
    card = page.get_by_role("dialog", name="Babel")
    expect(card).to_contain_text("About 20 minutes")
    expect(card.locator("li svg")).to_have_count(3)
    card.get_by_role("button", name="Play with the coach").click()
    expect(card).to_have_count(0)
    expect(page.locator(".coach")).to_be_visible()
    page.reload()
    Player(visitor).wait("deciding")
    expect(card).to_have_count(0)


@pytest.mark.long
def test_the_coach_speaks_of_what_is_asked_and_goes_on_in_another_window(visit: Visit) -> None:
    visitor = visit(settings=COACHED)
    player = joined(visitor, "amyitis", 2)
    page, coach = player.page, player.page.locator(".coach")
    says = {"engineer": "An engineer", "priest": "A priest", "peasant": "A peasant takes"}
    place = next(one for one in player.alive() if one.rpartition(":")[2] in says)
    craft = place.rpartition(":")[2]
    player.click(place)
    expect(page.locator("[data-decisions] h2")).to_contain_text(craft)
    expect(coach).to_contain_text(says[craft])
    said = coach.inner_text()
    other = visitor.context.new_page()
    other.goto(page.url)
    expect(other.locator(".coach")).to_contain_text(said.splitlines()[0])


@pytest.mark.parametrize("game", [pytest.param(one, marks=pytest.mark.long) for one in ziggurat.game_names()])
def test_phones_show_question_names_and_board(visit: Visit, game: str) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = joined(visitor, game, max(ziggurat.game(game).seat_counts)).page
    for width, height in ((390, 844), (320, 640)):
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(HEIGHT, "[data-decisions]") <= 112, "the bar is low"
        cut = page.evaluate(CUT)
        assert cut == [], f"cut at {width}: {cut}"
        assert page.evaluate(SEEN, ".strip .seat-0 .score")


@pytest.mark.long
def test_buttons_on_a_phone_stay_where_they_are_pressed(visit: Visit) -> None:
    """What a button would bring is shown while it is pointed at, without moving it."""
    player = joined(visit(viewport={"width": 320, "height": 640}), "ur", 4)
    buttons = player.page.locator(".bar .choice")
    seen = 0
    for _ in range(40):
        if player.wait("deciding", "over") == "over" or seen > 3:
            break
        player.page.evaluate(DRAWN)
        if buttons.count() > 1:
            for button in buttons.all():
                before = button.bounding_box()
                button.hover()
                player.page.evaluate(DRAWN)
                assert button.bounding_box() == before
            seen += 1
        player.decide()
    assert seen


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("game", ziggurat.game_names())
def test_no_question_is_cut_on_the_smallest_phone(visit: Visit, game: str, language: str) -> None:
    smallest = {"width": 320, "height": 640}
    visitor = visit(viewport=smallest, has_touch=True, is_mobile=True, settings={**QUIET, "language": language})
    player = joined(visitor, game, max(ziggurat.game(game).seat_counts))
    for _ in range(25):
        if player.wait("deciding", "over") == "over":
            break
        player.page.evaluate(DRAWN)
        assert player.page.evaluate(CUT) == []
        player.decide()


@pytest.mark.long
def test_a_hint_on_a_phone_leaves_the_board_in_sight(visit: Visit) -> None:
    page = joined(visit(viewport=PHONE, has_touch=True, is_mobile=True), "ur", 2).page
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".panel ol li").first).to_be_visible()
    board, sheet = (page.locator(one).bounding_box() for one in ("section.board [data-board] svg", ".panel"))
    assert board
    assert sheet
    assert board["y"] + board["height"] <= sheet["y"] + 1
