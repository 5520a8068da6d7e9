"""Our Python in a browser says what CPython says: views, refusals, events, previews, logs, digests, bots' decisions.

In Node for every set-up, and in a real Chromium as the page runs it: in workers, under the page's content policy.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import random
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import numpy as np
import pytest
from playwright.sync_api import Browser

import ziggurat
from tests.browser import script
from tests.browser.chromium import Device, device
from tests.browser.node import NODE, Node
from tests.browser.tables import DECISIONS, check_bots, check_in_browser, seed_of
from tests.cases import every_game, one_setup_a_game
from tests.example_game.conftest import environment, installed  # noqa: F401 - fixtures
from tests.playing import Setup, setups
from ziggurat.bots import LEVELS
from ziggurat.browser import bundle, requests, thinker
from ziggurat.core.game import Claim
from ziggurat.core.lessons.lesson import lessons
from ziggurat.puzzles import puzzles as puzzles_of
from ziggurat.reviewing.evaluation import evaluate
from ziggurat.reviewing.judgement import Judging
from ziggurat.reviewing.report import Judged
from ziggurat.server.bots import worker as bots
from ziggurat.server.protocol import PuzzleMove
from ziggurat.server.study import puzzles, tries
from ziggurat.server.tables import frames

MANY = 250
WORKER = "ziggurat.browser.worker"
BY_ITERATIONS = ("random", "greedy", "apprentice", "scribe", "steward", "mayor", "governor")


@pytest.fixture(scope="module")
def built() -> Path:
    """What `make page` has built, or would build."""
    if not bundle.is_fresh():
        bundle.build()
    return bundle.BUILT


@pytest.fixture(scope="module")
def node(built: Path) -> Iterator[Node]:
    with Node(built) as running:
        yield running


@pytest.fixture(scope="module")
def chromium(browser: Browser, built: Path) -> Iterator[Device]:
    with device(browser, built) as running:
        running.start()
        running.until("ready")
        running.heard()
        yield running


def check_in_node(node: Node, setup: Setup, decisions: int) -> None:
    """Play a random match here and there."""
    node.load(setup.game)
    for message, expected in script.play(setup, seed_of(setup), decisions):
        assert script.parsed(node.call(WORKER, "handle", json.dumps(message))) == expected, message


@pytest.mark.parametrize("game", every_game())
def test_constants_of_a_board_are_written_as_they_are(game: str) -> None:
    name = f"{ziggurat.game(game).package}.board"
    if importlib.util.find_spec(name) is None:
        pytest.skip("the game has no board")
    module, text = importlib.import_module(name), bundle.with_constants(name, bundle._text(name))
    assert "HEX_NAMES = ('" in text or game != "babylonia"  # written, not computed
    made = types.ModuleType(name)
    made.__package__ = name.rpartition(".")[0]
    with patch.dict(sys.modules, {name: made}):
        exec(text, vars(made))  # noqa: S102 - our own source
    for constant in filter(str.isupper, vars(module)):
        one, other = getattr(made, constant), getattr(module, constant)
        assert type(one) is type(other), constant
        if isinstance(other, np.ndarray):
            assert (one.dtype, one.tolist()) == (other.dtype, other.tolist()), constant
        else:
            assert str(one) == str(other), constant


# ----------------------------------------------------------------------------------------------------------- tables


@pytest.mark.parametrize("setup", one_setup_a_game())
def test_a_table_in_node_says_what_cpython_says(node: Node, setup: Setup) -> None:
    check_in_node(node, setup, DECISIONS)


@pytest.mark.long
@pytest.mark.parametrize("setup", [pytest.param(setup, id=str(setup)) for setup in setups()])
def test_long_matches_in_node_say_what_cpython_says(node: Node, setup: Setup) -> None:
    check_in_node(node, setup, MANY)


def check_views_of_records(node: Node, setup: Setup, decisions: int) -> None:
    """Every seat, and a spectator, gets the view from its record that a server would send."""
    node.load(setup.game)
    match, stream = setup.new(seed_of(setup)), random.Random(seed_of(setup))
    while True:
        for seat in range(-1, setup.seats):
            record = base64.b64encode(match.record(seat).tobytes()).decode()
            [view] = node.call(WORKER, "view", json.dumps({"game": setup.game, "seat": seat, "record": record}))
            assert json.loads(view) == json.loads(frames.encode(match.view(seat)))
        if match.over or len(match) >= decisions:
            return
        match.play(stream.choice(match.legal()))


@pytest.mark.parametrize("setup", one_setup_a_game())
def test_records_of_a_server_give_its_views(node: Node, setup: Setup) -> None:
    check_views_of_records(node, setup, DECISIONS)


@pytest.mark.long
@pytest.mark.parametrize("setup", [pytest.param(setup, id=str(setup)) for setup in setups()])
def test_records_of_a_whole_match_give_its_views(node: Node, setup: Setup) -> None:
    check_views_of_records(node, setup, MANY)


@pytest.mark.parametrize("setup", one_setup_a_game())
def test_a_table_in_chromium_says_what_cpython_says(chromium: Device, setup: Setup) -> None:
    check_in_browser(chromium, setup, DECISIONS)


def test_a_prepared_game_has_loaded_everything_that_a_table_needs(browser: Browser, built: Path) -> None:
    setup = Setup("ur", 2, {})
    with device(browser, built) as running:
        running.start()
        running.post({"do": "prepare", "game": "ur"}, {"do": "prepare", "game": "none"})
        assert [one["is"] for one in running.heard()] == ["ready"]
        loaded: list[str] = []
        running.page.on("request", lambda request: loaded.append(request.url))
        check_in_browser(running, setup, 1)
        assert [url for url in loaded if "/games-" not in url] == []  # which `heard` asks for


@pytest.mark.long
@pytest.mark.parametrize("setup", [pytest.param(setup, id=str(setup)) for setup in setups()])
def test_long_matches_in_chromium_say_what_cpython_says(chromium: Device, setup: Setup) -> None:
    check_in_browser(chromium, setup, MANY)


@pytest.mark.usefixtures("installed")
def test_a_strangers_game_plays_without_a_module_of_its_own(tmp_path: Path) -> None:
    bundle.build(["wells"], tmp_path / "device")
    with Node(tmp_path / "device") as node:
        check_in_node(node, Setup("wells", 3, {}), DECISIONS)


def test_a_match_goes_on_from_its_journal(node: Node) -> None:
    setup = Setup("babel", 2, ziggurat.game("babel").read_options({}))
    node.load("babel")
    opening, journal = script.open_table(setup, 7), []
    for message, expected in [*script.play(setup, 7, 10)]:
        opening = message if message["do"] == "open" else opening
        node.call(WORKER, "handle", json.dumps(message))
        journal += [answer[0]["entry"] for answer in expected if answer[0]["is"] == "entry"]
    restored = {**opening, "journal": journal}
    sit = {"do": "sit", "table": script.TABLE, "seat": 1}
    assert script.parsed(node.call(WORKER, "handle", json.dumps(restored))) == script.answers(restored)
    assert script.parsed(node.call(WORKER, "handle", json.dumps(sit))) == script.answers(sit)


def test_a_plan_that_cannot_be_played_is_refused_in_a_sentence(node: Node) -> None:
    node.load("babel")
    opening = script.open_table(Setup("babel", 2, {"hands": "3/5"}), 1)
    damage: list[dict[str, Any]] = [{"rules": 99}, {"game": "chess"}, {"options": {"hands": "9/9"}}, {"seed": "x"}]
    for wrong in (*damage, {"seats": []}):
        message = {**opening, "plan": {**opening["plan"], **wrong}}
        (answer,) = script.parsed(node.call(WORKER, "handle", json.dumps(message)))
        assert (answer[0]["is"], answer[0]["kind"]) == ("failed", "plan")
        assert answer[0]["reason"].endswith(".")


def test_a_damaged_journal_is_refused_in_a_sentence(node: Node) -> None:
    setup = Setup("babel", 2, ziggurat.game("babel").read_options({}))
    played = [*script.play(setup, 7, 20)]
    journal = [told[0]["entry"] for _, answers in played for told in answers if told[0]["is"] == "entry"]
    node.load("babel")
    for damaged in (
        journal[1:],
        [*journal[:3], {**journal[3], "value": 98}, *journal[4:]],
        [{**journal[0], "digest": "0"}],
    ):
        message = {**played[0][0], "journal": damaged}
        (answer,) = script.parsed(node.call(WORKER, "handle", json.dumps(message)))
        assert (answer[0]["is"], answer[0]["kind"]) == ("failed", "plan")
        assert answer == script.answers(message)[0]


FAULTS = """
class Number(int):
    pass


class Both:
    def __bytes__(self):
        return b"xy"

    def __iter__(self):
        return iter([300])


def found():
    return [
        str(len({(i << 55, j): 1 for i in range(30) for j in range(30)})),
        str((2**63 + 5, 1) in {(2**63 + 5, 1)}),
        "abc"[Number(1)],
        "x" * Number(2),
        str(bytes(Both())),
        str([round(number, 4) for number in (0.37545, 0.36735, 0.28125, -0.37545, 2.5)]),
        str([round(0.125, 2), round(0.375, 2), round(2.675, 2)]),
    ]
"""


def test_faults_of_brython_are_mended(node: Node, tmp_path: Path) -> None:
    (tmp_path / "sources.json").write_text(json.dumps({"faults": {"faults": [FAULTS, 0]}}), "utf-8")
    subprocess.run([NODE, bundle.SCRIPT, tmp_path / "sources.json", tmp_path], check=True)
    node.run(tmp_path / "faults.js")
    assert node.call("faults", "found") == [
        *("900", "True", "b", "xx", "b'xy'"),
        str([round(number, 4) for number in (0.37545, 0.36735, 0.28125, -0.37545, 2.5)]),
        str([round(0.125, 2), round(0.375, 2), round(2.675, 2)]),
    ]


# ------------------------------------------------------------------------------------------------------------- bots


@pytest.mark.parametrize("game", every_game())
def test_bots_decide_as_on_a_server(node: Node, game: str) -> None:
    card, draws = ziggurat.game(game), random.Random(seed_of(game))
    node.bundle("bots")
    node.load(game, "network")
    match = ziggurat.new(game, seats=card.seat_counts[-1], seed=3)
    for bot in BY_ITERATIONS:
        for _ in range(draws.randrange(1, 8)):
            match.play(draws.choice(match.legal()))
        record = match.record(match.actor).tobytes()
        question = bots.Question(game, bot, record, match.legal(), draws.getrandbits(53))
        bots._CACHED.clear()
        text = msgspec.json.encode(question).decode()
        assert node.call("ziggurat.browser.thinker", "think", text) == [
            msgspec.json.encode(bots.decide(question)).decode()
        ]


def test_a_bot_in_chromium_plays_its_seat(chromium: Device) -> None:
    check_bots(chromium)


# --------------------------------------------------------------------------------------------------------- requests


def asked(node: Node, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """What a device answers to a request that needs no search."""
    given = (method, path, json.dumps(body))
    node.bundle("bots")
    node.bundle("study")
    for need in node.call("ziggurat.browser.requests", "needs", *given):
        node.load(*need.split())
    status, answer = node.call("ziggurat.browser.requests", "answer", *given)
    return int(status), json.loads(answer)


def expected(method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """What CPython answers."""
    status, answer = requests.answer(method, path, json.dumps(body))
    return int(status), json.loads(answer)


@pytest.mark.parametrize("game", every_game(now="babel", claim=Claim.LESSONS))
def test_lessons_are_solved_and_missed_as_on_a_server(node: Node, game: str) -> None:
    for language in ("en", "nl"):
        path = f"/games/{game}/lessons?language={language}"
        assert asked(node, "GET", path) == expected("GET", path)
    for lesson in lessons(ziggurat.game(game)):
        for moves in ([], lesson.solution, *(wrong.moves for wrong in lesson.wrong)):
            request = ("POST", f"/games/{game}/lessons/{lesson.name}", {"moves": moves})
            assert asked(node, *request) == expected(*request)


@pytest.mark.parametrize("game", every_game(now="babel", claim=Claim.PUZZLES))
def test_puzzles_are_shown_and_judged_as_on_a_server(node: Node, game: str) -> None:
    for puzzle in puzzles_of(ziggurat.game(game))[:3]:
        shown = json.loads(msgspec.json.encode(puzzles.show_puzzle(puzzle, today=False, known=False)))
        assert asked(node, "GET", f"/puzzles/{game}/{puzzle.id}") == (200, shown)
        for move in (puzzle.answers[0], puzzle.tempting):
            verdict = json.loads(msgspec.json.encode(requests._answer_puzzle(puzzle, PuzzleMove(move))))
            assert asked(node, "POST", f"/puzzles/{game}/{puzzle.id}", {"move": move}) == (200, verdict)
    assert asked(node, "GET", f"/puzzles/{game}/nothing")[0] == 404
    status, chosen = asked(node, "GET", f"/puzzles/next?game={game}")
    assert status == 200
    assert chosen["id"] in {puzzle.id for puzzle in puzzles_of(ziggurat.game(game))}


@pytest.mark.parametrize("game", every_game(now="ur"))
def test_the_analysis_board_shows_what_the_servers_shows(node: Node, game: str) -> None:
    match = ziggurat.new(game, seed=9)
    draws = random.Random(seed_of(game))
    path: list[Any] = []
    for _ in range(12):
        path.append(draws.choice(match.legal()))
        match.play(path[-1])
    start = {"game": game, "seed": "9"}
    for eyes in ("actor", "open", "0"):
        request: tuple[str, str, Any] = ("POST", "/analysis/position", {"start": start, "path": path, "eyes": eyes})
        assert asked(node, *request) == expected(*request)
    drawn = [*path, {"seat": 0, "seed": "5"}]
    for request in (
        ("POST", "/analysis", start),
        ("POST", "/analysis/text", {"text": match.to_text()}),
        ("POST", "/analysis/text", {"text": json.dumps(match.position())}),
        ("POST", "/analysis/setup", {"game": game, "position": match.position()}),
        ("POST", "/analysis/position", {"start": start, "path": drawn, "eyes": "open"}),
        ("POST", "/analysis/position", {"start": start, "path": [ziggurat.game(game).actions]}),
        ("POST", "/analysis/text", {"text": "nonsense"}),
    ):
        assert asked(node, *request) == expected(*request)


@pytest.mark.parametrize("game", every_game(now="amyitis"))
def test_engine_lines_are_those_of_a_server(node: Node, game: str) -> None:
    wanted = {"start": {"game": game, "seed": "9"}, "path": [], "iterations": 200, "most": 2}
    node.bundle("bots")
    node.bundle("study")
    node.load(game, "network")
    body = json.dumps(wanted)
    status, question = node.call("ziggurat.browser.requests", "answer", "POST", "/analysis/lines", body)
    assert status == "search"
    (found,) = node.call("ziggurat.browser.thinker", "think", question)
    (here,) = thinker.think(question)
    in_node, here_told = ({**json.loads(text), "seconds": 0} for text in (found, here))
    assert in_node == here_told
    lines = node.call("ziggurat.browser.requests", "found", "POST", "/analysis/lines", body, found)
    # 2.0 is written as 2 in a browser.
    expected_lines = requests.found("POST", "/analysis/lines", body, found)
    assert [json.loads(text) for text in lines] == [json.loads(text) for text in expected_lines]


def judged(call: Callable[..., list[str]], kind: str, body: dict[str, Any]) -> dict[str, Any]:
    """What a review, or a move that is tried again, comes to: searches are answered in another order than asked."""
    told = call("begin", "1", kind, json.dumps(body))
    waiting: list[tuple[str, str]] = []
    while True:
        for text in told:
            heading, _, question = text.partition("\n")
            step = json.loads(heading)
            if step["is"] in ("done", "refused"):
                assert not waiting
                return dict(step)
            if step["is"] == "ask":
                waiting.append((str(step["number"]), question))
        number, question = waiting.pop()
        (found,) = call("think", question)
        told = call("answered", "1", number, found)


def in_node(node: Node) -> Callable[..., list[str]]:
    """Calls of a device's modules for reviews."""

    def call(name: str, *texts: str) -> list[str]:
        module = "thinker" if name == "think" else "reviews"
        return node.call(f"ziggurat.browser.{module}", name, *texts)

    return call


def on_server(match: ziggurat.Match, seconds: float, *, openly: bool) -> Any:
    """The server's review, where its processor is fast enough."""
    judging = Judging(match, seconds, openly=openly)
    evaluations = judging.evaluations()
    request = next(evaluations)
    while True:
        try:
            request = evaluations.send(msgspec.structs.replace(evaluate(request), seconds=0.0))
        except StopIteration as ended:
            return json.loads(msgspec.json.encode(ended.value))


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_reviews_say_what_the_servers_say(node: Node, game: str) -> None:
    match = ziggurat.new(game, seed=5)
    draws = random.Random(seed_of(game))
    for _ in range(12):
        match.play(draws.choice(match.legal()))
    seconds = 1200 / ziggurat.game(game).review_rate
    for name in ("bots", "study", "reviews"):
        node.bundle(name)
    node.load(game, "network")
    log = match.to_text()
    review = judged(in_node(node), "review", {"game": game, "log": log, "seconds": seconds})["body"]
    ways = (False, True) if ziggurat.game(game).secrets else (False,)
    expected_reviews = [on_server(match, seconds / len(ways), openly=openly) for openly in ways]
    assert review["status"] == "done"
    assert [one for one in (review["known"], review["open"]) if one] == expected_reviews
    choice = review["known"]["judged"][-1]
    body = {"game": game, "log": log, "decision": choice["decision"], "judged": choice}
    before = match.at(choice["decision"])
    shown = judged(in_node(node), "try", body)["body"]
    assert shown == json.loads(msgspec.json.encode(tries.shown(before, choice["decision"], "")))
    move = before.legal()[0]
    tried = judged(in_node(node), "try", {**body, "move": move})["body"]["tried"]
    asking = tries.try_move(before, msgspec.convert(choice, Judged), move)
    evaluation, played = evaluate(next(asking)), None
    while played is None:
        try:
            evaluation = evaluate(asking.send(evaluation))
        except StopIteration as ended:
            played = ended.value
    assert tried == json.loads(msgspec.json.encode(played.tried))


def test_reviews_that_cannot_be_made_are_refused_in_a_sentence(node: Node) -> None:
    for name in ("bots", "study", "reviews"):
        node.bundle(name)
    node.load("babel", "network")
    log = ziggurat.new("babel", seed=5).to_text()
    for wrong in (log.replace("rules ", "rules 9"), log[: len(log) // 2] + "!", "nonsense"):
        answer = judged(in_node(node), "review", {"game": "babel", "log": wrong})
        assert (answer["is"], answer["status"]) == ("refused", 400)
        assert answer["body"]["reason"].endswith(".")


def test_longer_budgets_of_a_browser_leave_the_levels_alone() -> None:
    before = dict(LEVELS)
    match = ziggurat.new("babel", seed=7)
    question = bots.Question("babel", "king", match.record(0).tobytes(), match.legal()[:1], 1)
    thinker.think(msgspec.json.encode(question).decode())
    assert before == LEVELS


def test_stored_matches_are_listed_replayed_and_written_as_logs(node: Node) -> None:
    match = ziggurat.new("ur", seats=3, seed=2)
    draws = random.Random(1)
    while len(match) < 40:
        match.play(draws.choice(match.legal()))
    status, imported = asked(node, "POST", "/device/import?at=5", {"log": match.to_text()})
    assert status == 200
    assert [line["value"] for line in imported["journal"][1:]] == list(match.actions)
    assert asked(node, "POST", "/device/log", imported)[1]["text"] == match.to_text()
    for path in ("steps", "table", "moment"):
        request = ("POST", f"/device/{path}", {**imported, "decision": 17})
        assert asked(node, *request) == expected(*request)


def test_requests_that_need_a_server_are_refused(node: Node) -> None:
    assert asked(node, "GET", "/tables")[0] == 404
    status, problem = asked(node, "POST", "/device/plan", {"game": "ur", "seats": [{"who": "king"}] * 2})
    assert (status, problem["reason"]) == (400, "A table needs a seat for a person: 'me' or 'open'.")
