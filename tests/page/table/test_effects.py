"""Animations of others' moves; none with reduced motion."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import ziggurat
from tests.cases import every_game, first
from tests.page.browsing import DESKTOP, PHONE, QUIET, SIZES, VERSION, Player, Visitor, others, until

Visit = Callable[..., Visitor]
ROOMS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESKTOP, "locale": "nl-NL"},  # in Dutch everything is longer
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "nl-NL"},
}
DECISIONS = 25
STILL = 0.01  # the sum of all layout shifts

# Every effect that was drawn, by kind; every property that any of them animated; and everything that moved or changed
# its size though it should have stayed where it was, with what the decision bar said at that moment.
WATCH = """() => {
  window.effects = {};
  window.animated = new Set();
  window.shifts = 0;
  window.moved = [];
  const name = (node) => (node.nodeType === 1 ? `${node.tagName} ${node.className}` : `in ${name(node.parentNode)}`);
  const says = () => document.querySelector("[data-decisions]").innerText.replace(/\\s+/g, " ");
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      // What the question says changes; and a phone's bar grows upwards, over the board, for buttons of two lines.
      const bar = (node) => node?.matches?.(".phone[data-decisions]");
      const words = ({ node }) => node?.parentNode?.closest("[data-decisions]") ?? bar(node);
      if (hadRecentInput || sources.every(words)) continue;
      window.shifts += value;
      window.moved.push(`${value.toFixed(4)}: ${sources.map(({ node }) => node && name(node)).join(", ")}; ${says()}`);
    }
  }).observe({ type: "layout-shift" });
  const boxes = new Map();
  // On a phone it grows over what lies below for as long as its buttons need a second line.
  const lines = (bar) => new Set([...bar.querySelectorAll(".choice, .all")].map((one) => one.offsetTop)).size;
  const measured = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      const { width, height } = target.getBoundingClientRect();
      if (target.matches(".phone[data-decisions]") && lines(target) > 1) continue;
      const now = [width, height].map(Math.round).join(" x ");
      if (boxes.has(target) && boxes.get(target) !== now)
        window.moved.push(`${name(target)} was ${boxes.get(target)}, is ${now}; ${says()}`);
      boxes.set(target, now);
    }
  });
  for (const part of document.querySelectorAll("[data-decisions], section.board, section.hand")) measured.observe(part);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        const kind = node.dataset?.effect;
        if (kind) window.effects[kind] = (window.effects[kind] ?? 0) + 1;
      }
    for (const animation of document.querySelector(".layer").getAnimations({ subtree: true }))
      for (const frame of animation.effect.getKeyframes())
        Object.keys(frame).forEach((name) => window.animated.add(name));
  }).observe(document.querySelector(".layer"), { childList: true });
}"""
# Choose something, but not with the mouse: what moves within half a second of a real click does not count as a shift.
CHOOSE = """(share) => {
  const places = [...document.querySelectorAll(".target.alive, [data-decisions] .choice")];
  places[Math.floor(share * places.length)]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
# What is given once and stays (see paths.ts) is listed by the browser as well.
MOVING = {"transform", "opacity", "transformOrigin", "width", "height"}
MOVING |= {"offset", "computedOffset", "easing", "composite"}
SETTLED = "document.querySelectorAll('[data-effect]').length === 0"


def watching(visit: Visit, motion: str, game: str, seed: int = 5, **more: Any) -> Visitor:
    """Somebody at a table with bots, whose effects are counted."""
    visitor = visit(settings={**QUIET, "motion": motion}, **more)
    visitor.open(f"/table/{visitor.new_table(game, *others(game), seed=seed)}")
    until(visitor.page, "document.querySelector('.layer') !== null")
    visitor.page.evaluate(WATCH)
    return visitor


def decide(visitor: Visitor, player: Player) -> None:
    """Make one decision without pointing: what a pointer rests on, on a slow machine, opens a card of its own."""
    before = visitor.page.evaluate(VERSION)
    while visitor.page.evaluate(VERSION) == before:
        visitor.page.evaluate(CHOOSE, player.chance.random())
        player.wait("deciding", "waiting", "over")


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_moves_of_others_are_animated(visit: Visit, game: str) -> None:
    visitor = watching(visit, "full", game)
    player = Player(visitor)
    for _ in range(6):
        if player.wait("deciding", "over") == "deciding":
            player.decide()
    player.wait("deciding", "over")
    until(visitor.page, SETTLED)
    assert "fly" in visitor.page.evaluate("window.effects")
    assert set(visitor.page.evaluate("[...window.animated]")) <= MOVING


@pytest.mark.long
@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("game", every_game())
def test_question_board_and_hand_stay_where_they_are(visit: Visit, game: str, room: str) -> None:
    """Questions, messages and choices do not move the board under the pointer."""
    visitor = watching(visit, "none", game, seed=3, **ROOMS[room])
    player = Player(visitor, 3)
    for _ in range(DECISIONS):
        if player.wait("deciding", "over") == "over":
            break
        decide(visitor, player)
    moved = visitor.page.evaluate("window.moved")
    assert visitor.page.evaluate("window.shifts") < STILL, moved
    assert [line for line in moved if " was " in line] == []


def won_ziggurat() -> tuple[ziggurat.Match, int]:
    """A finished match of Babylonia, and the last decision of a turn that wins somebody a ziggurat."""
    chance, match = random.Random(2), ziggurat.new("babylonia", seats=2, seed=2)
    decision = 0
    while not match.over:
        if match.game.notation.write(match.legal()[0]).startswith("card"):
            decision = len(match) - 1
        match.play(chance.choice(match.legal()))
    assert decision
    return match, decision


@pytest.mark.long
@pytest.mark.parametrize("room", ["small phone", "phone", "phone on its side", "tablet"])
def test_the_cards_of_a_ziggurat_take_no_room_from_the_board(visit: Visit, room: str) -> None:
    """For fingers they lie where the stand was; all of them can be reached, and read whole."""
    width, height = SIZES[room]
    visitor = visit(
        settings=QUIET, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale="nl-NL"
    )
    page, player = visitor.page, Player(visitor, 3)
    visitor.open(f"/table/{visitor.new_fork(*won_ziggurat())}")
    player.wait("deciding")
    until(page, "document.querySelector('.layer') !== null")
    page.evaluate(WATCH)
    page.evaluate(CHOOSE, 0.0)  # once: there is nothing to do but to end the turn
    until(page, "document.querySelectorAll('.ziggurat-card.alive').length === 7", "seven cards to choose from")
    page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    assert [line for line in page.evaluate("window.moved") if " was " in line] == []
    assert page.evaluate("window.shifts") < STILL, page.evaluate("window.moved")
    cut_off = """[...document.querySelectorAll(".ziggurat-card")].filter(
      (card) => card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1
    ).length"""
    assert page.evaluate(cut_off) == 0
    page.locator(".ziggurat-card").last.tap()
    player.wait("waiting", "deciding")


@pytest.mark.parametrize("room", first("phone", "desk", "wide"))
def test_messages_about_others_do_not_shift_the_layout(visit: Visit, room: str) -> None:
    """Moves of others are described beside the question, with a button to skip, while they are animated."""
    visitor = watching(visit, "full", "amyitis", seed=3, **ROOMS[room])
    player = Player(visitor, 3)
    for _ in range(8):
        if player.wait("deciding", "over") == "deciding":
            decide(visitor, player)
    until(visitor.page, SETTLED)
    moved = visitor.page.evaluate("window.moved")
    assert visitor.page.evaluate("window.shifts") < STILL, moved
    assert [line for line in moved if " was " in line] == []


@pytest.mark.long
def test_reduced_motion_disables_animations(visit: Visit) -> None:
    visitor = watching(visit, "auto", "babylonia")  # its browser asks for reduced motion
    player = Player(visitor)
    player.play(4)
    assert visitor.page.evaluate("window.effects") == {}
