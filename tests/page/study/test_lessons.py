"""Lessons on the page, by mouse and keyboard; progress is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import ziggurat
from tests.cases import every_game
from tests.page.browsing import PHONE, QUIET, Player, Visitor
from ziggurat.core.lessons.lesson import Lesson, begin, lessons, texts

Visit = Callable[..., Visitor]


def walk(player: Player, game: str, lesson: Lesson, moves: list[str]) -> None:
    """Click through moves, as the engine says they are clicked."""
    match = begin(ziggurat.game(game), lesson)
    for number, move in enumerate(moves, 1):
        choice = next(one for one in match.view(lesson.seat).choices if one.text == move)
        player.wait("deciding")
        preselected = choice.clicks[0] not in player.alive()  # the only piece that can be chosen
        for place in choice.clicks[1 if preselected else 0 :]:
            player.click(place)
        expect(player.page.locator("[data-decisions]")).to_have_attribute("data-decisions", str(number))
        match.play(move)


def verdict(page: Page, state: str) -> None:
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", state)


@pytest.mark.parametrize("name", every_game(now="amyitis"))
def test_a_lesson_is_missed_taken_back_and_done(visit: Visit, name: str) -> None:
    visitor = visit()
    page = visitor.open(f"/learn/{name}")
    all_lessons = lessons(ziggurat.game(name))
    lesson_texts = texts(ziggurat.game(name))
    expect(page.get_by_role("list", name="Lessons").get_by_role("listitem")).to_have_count(len(all_lessons))
    page.get_by_role("link", name="Start").click()
    lesson = all_lessons[0]
    expect(page.get_by_role("heading", name=lesson_texts[lesson.name].title)).to_be_visible()
    expect(page.get_by_text(lesson_texts[lesson.name].task)).to_be_visible()
    player = Player(visitor)
    wrong = lesson.wrong[0]
    walk(player, name, lesson, wrong.moves)
    verdict(page, "missed")
    expect(page.get_by_text(lesson_texts[lesson.name].wrong[wrong.name])).to_be_visible()
    for left in reversed(range(len(wrong.moves))):
        page.get_by_role("button", name="Take back" if left == len(wrong.moves) - 1 else "Undo").click()
        expect(page.locator("[data-decisions]")).to_have_attribute("data-decisions", str(left))
    verdict(page, "open")
    walk(player, name, lesson, lesson.solution)
    verdict(page, "done")
    expect(page.get_by_text(lesson_texts[lesson.name].shows)).to_be_visible()
    page.get_by_role("button", name=f"Clause {lesson.clause}").click()
    expect(page.locator(f"dialog #clause-{lesson.clause}")).to_be_focused()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Next lesson").click()
    expect(page.get_by_role("heading", name=lesson_texts[all_lessons[1].name].title)).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_text(f"1 of {len(all_lessons)} done").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name=f"Continue: {lesson_texts[all_lessons[1].name].title}")).to_be_visible()
    assert visitor.complaints == []


@pytest.mark.long
def test_first_match_after_the_last_lesson_has_the_coach(visit: Visit) -> None:
    visitor = visit()
    all_lessons = lessons(ziggurat.game("ur"))
    page = visitor.open("/learn/ur")
    names = [lesson.name for lesson in all_lessons[:-1]]
    keep = "(names) => localStorage.setItem('ziggurat:lessons', JSON.stringify({ ur: names, chess: ['x'] }))"
    page.evaluate(keep, names)
    visitor.open(f"/learn/ur/{all_lessons[-1].name}")
    walk(Player(visitor), "ur", all_lessons[-1], all_lessons[-1].solution)
    verdict(page, "done")
    kept = page.evaluate("JSON.parse(localStorage.getItem('ziggurat:lessons'))")
    assert kept == {"ur": [*names, all_lessons[-1].name], "chess": ["x"]}  # what is not known here is not lost
    page.get_by_role("button", name="Play your first match with the coach").click()
    expect(page.get_by_role("complementary", name="Coach")).to_be_visible()
    expect(page.get_by_role("group", name="Apprentice 1")).to_be_visible()


@pytest.mark.long
def test_a_lesson_is_taken_by_keyboard_alone_on_a_phone_in_dutch(visit: Visit) -> None:
    visitor = visit(locale="nl-NL", viewport=PHONE)
    lesson = next(one for one in lessons(ziggurat.game("ur")) if one.name == "build-a-ziggurat")
    page = visitor.open(f"/learn/ur/{lesson.name}")
    expect(page.get_by_role("heading", name="Bouw een ziggurat", level=1)).to_be_visible()
    Player(visitor).wait("deciding")
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("combobox").fill(lesson.solution[0])
    page.keyboard.press("Enter")
    verdict(page, "done")
    expect(page.get_by_text(texts(ziggurat.game("ur"), "nl")[lesson.name].shows)).to_be_visible()


@pytest.mark.long
def test_unknown_lesson_shows_a_message(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/learn/ur/chess")
    expect(page.get_by_text("Ur has no lesson called 'chess'.")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("heading", name="Learn Ur")).to_be_visible()
    visitor.complaints.clear()  # the browser itself notes the status 404


@pytest.mark.long
def test_lessons_are_found_from_the_front_page_the_rules_and_the_empty_list(visit: Visit) -> None:
    visitor = visit(settings=QUIET)
    page = visitor.open("/")
    page.get_by_role("article").filter(has_text="Babel").get_by_role("link", name="Lessons").click()
    expect(page.get_by_role("heading", name="Learn Babel")).to_be_visible()
    visitor.open("/rules/ur").get_by_role("link", name="Lessons").click()
    expect(page.get_by_role("heading", name="Learn Ur")).to_be_visible()
    visitor.open("/mine").get_by_role("link", name="Learn a game").click()
    expect(page.get_by_role("heading", name="Learn")).to_be_visible()
