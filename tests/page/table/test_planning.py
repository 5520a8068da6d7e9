"""Premoves on the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cases import first
from tests.page.browsing import PHONE, Player, Visitor, sees
from tests.page.table.test_requests import named, table_for_two

Visit = Callable[..., Visitor]
PHONES = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def planner(visit: Visit, **how: object) -> Visitor:
    visitor = named(visit(**how), "Nabu")
    visitor.open("/settings")
    visitor.page.get_by_label("Plan ahead").check()
    return visitor


@pytest.mark.parametrize("how", first(PHONES, {}), ids=["phone", "desk"])
def test_premove_is_played_on_the_turn(visit: Visit, how: dict[str, object]) -> None:
    host, guest = named(visit(), "Enki"), planner(visit, **how)
    table_for_two(host, guest, "ur")
    Player(guest).wait("waiting")
    sees(guest.page, "is thinking")
    guest.page.locator('[data-place="field:c3"].alive').click()
    sees(guest.page, "Planned:")
    host.page.locator('[data-place="field:a1"].alive').click()
    Player(host).wait("deciding")  # the guest has decided, too
    host.page.get_by_role("tab", name="Log").click()
    sees(host.page, "Nabu puts 1 stone on c3")


@pytest.mark.long
def test_impossible_premove_is_dropped(visit: Visit) -> None:
    host, guest = named(visit(), "Enki"), planner(visit)
    table_for_two(host, guest, "ur")
    Player(guest).wait("waiting")
    field = guest.page.locator('[data-place="field:c3"].alive')
    field.click()
    guest.page.get_by_role("button", name="Back").click()  # freely taken back …
    field.click()  # … and planned again
    sees(guest.page, "Planned:")
    host.page.locator('[data-place="field:c3"].alive').click()
    Player(guest).wait("deciding")
    sees(guest.page, "Your planned move, c3, is no longer possible.")
