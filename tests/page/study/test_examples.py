"""The rules page shows worked examples on the table's own boards, and plays them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import ziggurat
from tests.cases import every_game
from tests.page.browsing import Visitor
from ziggurat.core.lessons.example import examples

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("name", every_game(now="babylonia"))
def test_an_example_plays_when_pressed(visit: Visit, name: str) -> None:
    visitor = visit()
    page = visitor.open(f"/rules/{name}")
    section = page.locator("#examples")
    expect(section.get_by_role("heading", name="Worked examples")).to_be_visible()
    all_examples = examples(ziggurat.game(name))
    expect(section.locator("details")).to_have_count(len(all_examples))
    number = next(at for at, example in enumerate(all_examples) if example.moves and any(example.gains))
    box = section.locator("details").nth(number)
    box.locator("summary").click()
    expect(box.locator("svg").first).to_be_visible()
    box.get_by_role("button", name="Play").click()
    expect(box.get_by_role("button", name="Again")).to_be_enabled()
    expect(box.locator("li.done")).to_have_count(len(all_examples[number].moves))
    after = ziggurat.load(name, all_examples[number].position).play(*all_examples[number].moves).scores
    for seat, score in enumerate(after):
        expect(box.get_by_role("status").locator("span").nth(seat)).to_contain_text(str(score))
    box.get_by_role("button", name="Clause").click()
    expect(page.locator(f"#clause-{all_examples[number].clause}")).to_be_focused()


@pytest.mark.long
def test_examples_are_told_in_dutch(visit: Visit) -> None:
    page = visit(locale="nl-NL").open("/rules/ur")
    expect(page.locator("#examples").get_by_role("heading", name="Voorbeelden")).to_be_visible()
    box = page.locator("#examples details").first
    box.locator("summary").click()
    text = examples(ziggurat.game("ur"))[0].text["nl"]
    first, _, rest = text.partition(": ")
    expect(box.locator("summary")).to_contain_text(first)
    expect(box.locator(".example > p")).to_have_text(rest)  # nothing is told twice
