"""Deprecated paths lead to the current routes, at the same cost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.serving import Person, Server
from tests.server.transport.test_rate_limits import APP
from ziggurat.server.transport.deprecated_paths import RENAMED, with_current_path

PAGE = Path(__file__).parents[3] / "docs" / "server" / "protocol.md"
ROUTES = {path for route in APP.routes for path in [route.path]}


@pytest.mark.parametrize("old", RENAMED)
def test_a_deprecated_path_leads_to_a_route(old: str) -> None:
    current = with_current_path({"path": old})["path"]
    assert current == RENAMED[old]
    assert any(route == current or route.startswith(f"{current}/") for route in ROUTES)
    assert not any(route == old or route.startswith(f"{old}/") for route in ROUTES)


def test_the_rest_of_a_path_stays() -> None:
    assert with_current_path({"path": "/api/people/Anna B./follow"})["path"] == "/api/players/Anna B./follow"
    assert with_current_path({"path": "/api/peace/abc"})["path"] == "/api/mutes-and-blocks/abc"
    assert with_current_path({"path": "/api/peaceful"})["path"] == "/api/peaceful"


def test_every_deprecated_path_is_documented() -> None:
    text = PAGE.read_text("utf-8")
    table = text[text.index("| deprecated | now |") :].partition("\n\n")[0]
    documented = re.findall(r"`(/api/[^`]*)`", table)
    assert {path.removesuffix("/NAME") for path in documented} == {*RENAMED, *RENAMED.values()}


def test_programs_can_still_use_the_old_paths(server: Server) -> None:
    person = Person(server)
    assert person.ask("GET", "/api/peace") == person.ask("GET", "/api/mutes-and-blocks")
    settings = person.ask("GET", "/api/reaching")
    assert settings == person.ask("GET", "/api/notifications")
    assert settings["wishes"] == settings["turns"]
    changed = person.ask("PUT", "/api/reaching/wishes", {**settings["wishes"], "push_live": True})
    assert changed["turns"]["push_live"] is True
    assert person.refused("GET", "/api/people/Nobody")[0] == 404
