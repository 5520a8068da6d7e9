"""Fingers on a real browser's screen: touches as the browser gets them from a phone, through Chromium's own protocol.

Playwright's `tap` knows one finger that does not move; scrolling, pinching and dragging need touches that do.
"""

from __future__ import annotations

import math
import time
from typing import Any

from playwright.sync_api import Page

Point = tuple[float, float]
REACH = 22.0  # pixels from the middle of a fingertip to its edge


class Fingers:
    """One hand at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)
        self._down: list[Point] = []

    def _touch(self, kind: str, points: list[Point], **more: float) -> None:
        touches: list[Any] = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches, **more})
        self._down = points

    def press(self, *points: Point) -> None:
        """Put down one finger, or several one after the other."""
        for count in range(1, len(points) + 1):
            self._touch("touchStart", list(points[:count]))

    def move(self, *points: Point, steps: int = 8) -> None:
        """Move the fingers that are down, as smoothly as fingers do."""
        begin = self._down
        for step in range(1, steps + 1):  # the first at once: a finger that rests means something else
            share = step / steps
            now = [
                (x + (to_x - x) * share, y + (to_y - y) * share)
                for (x, y), (to_x, to_y) in zip(begin, points, strict=True)
            ]
            self._touch("touchMove", now)
            if step > 1:
                self.frame()

    def lift(self) -> None:
        self._touch("touchEnd", [])

    def frame(self) -> None:
        """Wait until what has been done is drawn."""
        self.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    def tap(self, at: Point) -> None:
        """Down and up in one message: on a busy machine a finger would rest between two."""
        self.page.touchscreen.tap(*at)
        self.frame()

    def tap_twice(self, at: Point) -> None:
        """Two taps, a tenth of a second after each other by the browser's clock, however slow the machine is."""
        now = time.time()
        for tap in range(2):
            self._touch("touchStart", [at], timestamp=now + tap * 0.1)
            self._touch("touchEnd", [], timestamp=now + tap * 0.1 + 0.02)
        self.frame()

    def swipe(self, begin: Point, end: Point) -> None:
        self.press(begin)
        self.move(end)
        self.lift()
        self.frame()

    def pinch(self, middle: Point, apart: float, to: float) -> None:
        """Two fingers around a point, so far apart, and then so far."""
        x, y = middle
        self.press((x - apart / 2, y), (x + apart / 2, y))
        self.move((x - to / 2, y), (x + to / 2, y))
        self.lift()
        self.frame()


def around(middle: Point, far: float = REACH - 1, count: int = 4) -> list[Point]:
    """Points at a distance around a point."""
    x, y = middle
    turns = (2 * math.pi * at / count for at in range(count))
    return [(x + far * math.cos(turn), y + far * math.sin(turn)) for turn in turns]
