"""What others do is seen moving: the things themselves, on a layer of their own; never for those who want no motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.page.browsing import QUIET, Player, Visitor, until

# Every effect that was drawn, by kind; and every property that any of them animated.
WATCH = """() => {
  window.effects = {};
  window.animated = new Set();
  window.shifts = 0;
  const unasked = (entry) => (entry.hadRecentInput ? 0 : entry.value);
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifts += unasked(entry))))
    .observe({ type: "layout-shift" });
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
# What is given once and stays (see paths.ts) is listed by the browser as well.
MOVING = {"transform", "opacity", "transformOrigin", "width", "height"}
MOVING |= {"offset", "computedOffset", "easing", "composite"}
SETTLED = "document.querySelectorAll('[data-effect]').length === 0"


def watching(visit: Callable[..., Visitor], motion: str, game: str) -> Visitor:
    """Somebody at a table with bots, whose effects are counted."""
    wanted: dict[str, Any] = {"settings": {**QUIET, "motion": motion}}
    visitor = visit(**wanted)
    visitor.open(f"/table/{visitor.new_table(game, 'random', seed=5)}")
    until(visitor.page, "document.querySelector('.layer') !== null")
    visitor.page.evaluate(WATCH)
    return visitor


@pytest.mark.parametrize("game", ["babylonia", "babel", "ur", "amyitis"])
def test_what_others_do_is_seen_moving_and_goes_away(visit: Callable[..., Visitor], game: str) -> None:
    visitor = watching(visit, "full", game)
    player = Player(visitor)
    for _ in range(6):
        if player.wait("deciding", "over") == "deciding":
            player.decide()
    player.wait("deciding", "over")
    until(visitor.page, SETTLED)
    assert "fly" in visitor.page.evaluate("window.effects")
    assert set(visitor.page.evaluate("[...window.animated]")) <= MOVING
    assert visitor.page.evaluate("window.shifts") < 0.01


def test_nothing_moves_for_those_who_want_no_motion(visit: Callable[..., Visitor]) -> None:
    visitor = watching(visit, "auto", "babylonia")  # its browser asks for reduced motion
    player = Player(visitor)
    player.play(4)
    assert visitor.page.evaluate("window.effects") == {}
