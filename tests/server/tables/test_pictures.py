"""Pictures for sharing and link previews; those of a running match show what spectators see."""

from __future__ import annotations

import asyncio
import io
import random
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from PIL import Image

import ziggurat
from tests.looping import run
from tests.playing import finish
from tests.server.serving import Person, Server, serving
from ziggurat.pictures import card, png
from ziggurat.server.refusals import TooMuch
from ziggurat.server.runtime.fair_queue import Asker
from ziggurat.server.settings import Settings
from ziggurat.server.study import replays
from ziggurat.server.study.replay_worker import ReplayMatch
from ziggurat.server.tables.pictures import PictureCache


def shown(person: Person, path: str) -> Any:
    answer = person.http.get(path)
    assert answer.status_code == 200, answer.text
    return Image.open(io.BytesIO(answer.content))


def brought(person: Person, name: str, decisions: int = 30) -> tuple[str, ziggurat.Match]:
    match = finish(ziggurat.new(name, seats=2, seed=3), random.Random(3)).at(decisions)
    return str(person.ask("POST", "/api/import", {"log": match.to_text()})["id"]), match


def test_picture_equals_the_librarys(server: Server) -> None:
    person = Person(server)
    table, match = brought(person, "babel")
    path = f"/api/tables/{table}/picture.png"
    answer = person.http.get(path)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "public, max-age=86400"
    assert answer.content == png(match.picture())
    assert person.http.get(f"{path}?decision=12&seat=1").content == png(match.at(12).picture(1))
    assert person.refused("GET", f"{path}?decision=31")[0] == 404
    assert person.refused("GET", f"{path}?seat=5") == (403, "The table has no such seat.")
    assert person.refused("GET", f"{path}?decision=many")[0] == 400
    assert person.refused("GET", "/api/tables/nowhere/picture.png") == (404, "There is no such table.")


def test_thumbnail_of_a_running_match_shows_what_spectators_see(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", game="babel")
    path = f"/api/tables/{table}/thumbnail.png"
    assert host.refused("GET", path) == (403, "The match has not started yet.")
    guest.sit(table)
    chairs = [host.join(table), guest.join(table)]
    before = host.http.get(path).content
    assert Image.open(io.BytesIO(before)).width == 240
    assert guest.http.get(path).content == before  # everybody sees the same
    chairs[0].ask("resign")
    match = ziggurat.read(host.http.get(f"/api/tables/{table}/log").text)
    assert before == png(match.at(0).picture(-1), 240)
    assert host.http.get(path).content == png(match.picture(-1), 240)


def test_film_is_made_once(server: Server) -> None:
    person = Person(server)
    table, _ = brought(person, "ur")
    with ThreadPoolExecutor(3) as threads:
        answers = list(threads.map(person.http.get, [f"/api/tables/{table}/film.webp"] * 3))
    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.content for answer in answers}) == 1
    film: Any = Image.open(io.BytesIO(answers[0].content))
    assert (film.format, film.is_animated) == ("WEBP", True)


def test_link_preview_of_a_running_match_shows_what_spectators_see(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", game="babel")
    start = shown(host, f"/api/tables/{table}/card.png")
    assert (start.width, start.height) == (1200, 630)
    guest.sit(table)
    over = (403, "The match is not over yet; hidden information is shown afterwards.")
    for path in ("picture.png", "picture.png?seat=0", "picture.png?seat=-1", "film.webp"):
        assert host.refused("GET", f"/api/tables/{table}/{path}") == over
    answer = host.http.get(f"/api/tables/{table}/card.png?decision=0")
    assert answer.headers["cache-control"] == "public, max-age=60"
    # Which cards are held cannot be told from it: with the log that is known afterwards, it is the spectator's picture.
    chair = guest.join(table)
    assert chair.ask("resign")["type"] == "done"
    chair.close()
    match = ziggurat.read(host.http.get(f"/api/tables/{table}/log").text)
    assert answer.content == png(card(match.at(0).picture(-1), "Babel", "2 players"))
    assert answer.content != png(card(match.at(0).picture(), "Babel", "2 players"))


@pytest.mark.long
def test_number_of_films_is_limited(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", films=60) as server:
        person = Person(server)
        tables = [brought(person, "babel", 3 + count)[0] for count in range(7)]
        answers = [person.http.get(f"/api/tables/{table}/film.webp") for table in tables]
        assert [answer.status_code for answer in answers] == [200] * 6 + [429]
        assert answers[-1].json()["reason"] == "Too many films were made from your network; wait a minute."
        assert person.http.get(f"/api/tables/{tables[0]}/film.webp").status_code == 200  # which is there


def test_films_of_one_address_do_not_delay_others() -> None:
    """The painter draws one thing at a time; next is whoever has used it least."""
    drawn: list[str] = []

    class SlowPainter:
        async def replay(self, kind: Any, question: ReplayMatch, *, asker: Asker) -> bytes:
            drawn.append(question.want)
            await asyncio.sleep(0)
            return b"x"

    async def ready(game: str) -> None:
        pass

    async def scene() -> list[Any]:
        server = SimpleNamespace(settings=Settings(), games=SimpleNamespace(require=ready))
        pictures = PictureCache(cast(Any, server))
        pictures._painter = cast(Any, SlowPainter())
        plan = replays.plan_of(ziggurat.new("ur", seed=1))
        flood = [
            asyncio.create_task(pictures._drawn(("film", str(n)), ReplayMatch("film", plan, []), Asker("flooder")))
            for n in range(20)
        ]
        await asyncio.sleep(0)
        question, honest = ReplayMatch("picture", plan, []), Asker("honest")
        for _ in range(5):
            await asyncio.sleep(0)
        await asyncio.gather(*(pictures._drawn(("picture",), question, honest) for _ in range(3)))
        return await asyncio.gather(*flood, return_exceptions=True)

    answers = run(scene())
    assert drawn.index("picture") <= 4  # and not after the eight films that may wait
    assert drawn.count("picture") == 1
    assert sum(isinstance(answer, TooMuch) for answer in answers) == 11


INDEX = "<!doctype html><html><head><title>Ziggurat</title></head><body></body></html>"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text(INDEX, "utf-8")
    return tmp_path / "page"


def tags(client: httpx.Client, path: str, **headers: str) -> dict[str, str]:
    html = client.get(path, headers=headers).text
    assert html.count("<title>") == 1
    return {name: unescape(value) for name, value in re.findall(r'<meta property="og:(\S+?)" content="(.*?)" />', html)}


def test_link_preview_describes_the_page(tmp_path: Path, page: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", page=page, names="games.example.org") as server:
        person = Person(server)
        person.ask("PATCH", "/api/me", {"name": 'Anna "<b>" & co'})
        table = person.open_table("me", "king", "open", game="babylonia")
        preview = tags(person.http, f"/table/{table}", host="games.example.org", **{"x-forwarded-proto": "https"})
        assert preview["title"] == "Babylonia · Ziggurat"
        assert preview["description"] == (
            'A table of Babylonia where one seat is free. Come and play with Anna "<b>" & co and King.'
        )
        assert preview["url"] == f"https://games.example.org/table/{table}"
        assert preview["image"] == f"https://games.example.org/api/tables/{table}/card.png"
        finished, match = brought(person, "ur", 20)
        preview = tags(person.http, f"/replay/{finished}/7")
        assert preview["image"] == f"{server.url}/api/tables/{finished}/card.png?decision=7"
        assert all(str(score) in preview["description"] for score in match.scores)
        assert shown(person, preview["image"]).width == 1200
        assert tags(person.http, "/rules/babel")["image"] == f"{server.url}/api/games/babel/card.png"
        assert shown(person, "/api/games/babel/card.png").height == 630
        wish = {"title": 'Cup "<b>" & more', "game": "babel", "join": True}
        preview = tags(person.http, f"/tournament/{person.ask('POST', '/api/tournaments', wish)['id']}")
        assert preview["title"] == 'Cup "<b>" & more · Ziggurat'
        assert preview["description"] == "A tournament of Babel with one player. Come and join."
        for path in ("/", "/tournament/nowhere", "/table/nowhere", "/replay/x%22%3E%3Cscript%3E", "/new/chess"):
            preview = tags(person.http, path)
            assert (preview["title"], preview["image"]) == ("Ziggurat", f"{server.url}/api/games/babylonia/card.png")
        assert "<script>" not in person.http.get("/replay/x%22%3E%3Cscript%3E").text
        assert person.refused("GET", "/api/games/chess/card.png")[0] == 400
