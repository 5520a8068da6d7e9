"""The ladder: frozen tasks, isolated agents, and results that can be verified."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import ziggurat
from tests.cases import first
from tests.ladder import wicked
from tests.patience import PATIENCE, until
from ziggurat import BadOption, ZigguratError, ladder
from ziggurat.bots import Bot, GreedyBot, LearnedBot
from ziggurat.bots.network import NetworkBot
from ziggurat.bots.own import FunctionBot
from ziggurat.cli import app
from ziggurat.ladder import agents, rating
from ziggurat.ladder.evaluation import summary
from ziggurat.ladder.faults import FAULTS
from ziggurat.ladder.files import read_result, write_result
from ziggurat.ladder.table import findings_of, table
from ziggurat.ladder.tasks import Rung, Task, fingerprint, from_json

FROZEN = {
    "amyitis-2-v0": "ec2393335581e982",
    "amyitis-2-v1": "7f8eb5f90592462b",
    "babel-2-v0": "63667859e4de8e4f",
    "babel-2-v1": "71c7438bdc84d5b4",
    "babylonia-2-v0": "37109c7d900ee7a9",
    "ur-3-v0": "f70b9fd99b905029",
}

BABEL = ladder.task("babel-2-v0")
WEAK = replace(BABEL, rungs=BABEL.rungs[:2])  # random and greedy: quick


@pytest.fixture
def weak(monkeypatch: pytest.MonkeyPatch) -> Task:
    """A task of two rungs, known by the name of the whole one."""
    monkeypatch.setattr("ziggurat.ladder.verification.find_task", lambda _: WEAK)
    return WEAK


def test_tasks_never_change() -> None:
    """Whoever changes one makes all results on it meaningless: make another version."""
    for name in ladder.task_names():
        task = ladder.task(name)
        text = json.dumps(task.as_json(), sort_keys=True)
        assert FROZEN[name] == hashlib.blake2b(text.encode(), digest_size=8).hexdigest(), name
        assert from_json(json.loads(text)) == task
        assert task.rungs[0] == ("random", 0)
        assert [rung.rating for rung in task.rungs] == sorted(rung.rating for rung in task.rungs)
        assert re.fullmatch(rf"{task.game}-{task.seats}-v\d+", name)
        match = task.new_match(3)
        assert (match.seats, match.rules) == (task.seats, task.rules)


def test_a_task_keeps_the_network_it_was_made_with() -> None:
    """Whichever network its game has meanwhile, the rung of a task is the one that was rated."""
    for name in ladder.task_names():
        task = ladder.task(name)
        assert task.as_frozen, name
        bot = rung_of(task, "network")
        assert isinstance(bot, NetworkBot)
        assert bot.network is not None
        assert bot.network.story["fingerprint"] == task.network
    searching = replace(BABEL, rungs=(*BABEL.rungs, Rung("search:5i", 0)))
    bot = rung_of(searching, "search:5i")
    assert isinstance(bot, LearnedBot)
    assert bot.network is not None
    assert bot.network.story["fingerprint"] == BABEL.network != fingerprint(BABEL.card)
    lost = replace(BABEL, network="0" * 20)  # a fingerprint of nothing that is kept
    assert not lost.as_frozen
    assert isinstance(rung_of(lost, "network"), NetworkBot)


def rung_of(task: Task, name: str) -> Bot:
    """A bot of the ladder by its name."""
    return task.rung([rung.bot for rung in task.rungs].index(name))(task.card, 1)


def test_result_of_an_evaluation_can_be_verified(weak: Task) -> None:
    result = ladder.evaluate("greedy", weak, deals=3)
    summary = result["summary"]
    assert summary["games"] == 12
    assert [rung["games"] for rung in summary["rungs"]] == [6, 6]
    assert summary["rungs"][0]["share"] > summary["rungs"][1]["share"]
    assert summary["rating_low"] < summary["rating"] < summary["rating_high"]
    assert summary["decisions_per_second"] > 0
    assert summary["faults"] == {}
    assert ladder.verify(json.loads(json.dumps(result)), opponents_too=True) is weak
    again = ladder.evaluate(GreedyBot, weak, deals=3)  # here, and not in a process of its own
    assert [game["log"] for game in again["games"]] == [game["log"] for game in result["games"]]


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        (wicked.illegal, "illegal"),
        (wicked.beyond, "illegal"),
        (wicked.words, "no number"),
        (wicked.fraction, "no number"),
        (wicked.nothing, "no action"),
        (wicked.raising, "raised"),
        (wicked.leaving, "raised"),
    ],
)
def test_evaluation_continues_after_any_fault(weak: Task, agent: Any, kind: str) -> None:
    result = ladder.evaluate(agent, weak, deals=1)
    assert result["summary"]["faults"] == {kind: 4}
    assert all(game["points"] == 0 for game in result["games"])
    assert ladder.verify(result) is weak


@pytest.mark.parametrize(("agent", "kind"), first(("hanging", "hung"), ("dying", "died")))
def test_faulty_agent_processes_are_ended(weak: Task, agent: str, kind: str) -> None:
    one = replace(weak, rungs=weak.rungs[:1])
    limit = 0.05 if kind == "hung" else PATIENCE
    result = ladder.evaluate(f"tests.ladder.wicked:{agent}", one, deals=1, limit=limit)
    assert result["summary"]["faults"] == {kind: 2}
    assert kind in FAULTS


@pytest.mark.long
def test_agent_above_its_memory_limit_is_killed(weak: Task) -> None:
    one = replace(weak, rungs=weak.rungs[:1])
    result = ladder.evaluate("tests.ladder.wicked:hoarding", one, deals=1, limit=PATIENCE, memory=0.8)
    assert result["summary"]["faults"] == {"memory": 2}
    assert {game["fault"]["text"] for game in result["games"]} == {"more than 0.8 GB"}
    assert all(game["fault"]["decision"] > 1 for game in result["games"])  # it played until then


@pytest.mark.long
def test_agent_that_cannot_be_created_again_loses_its_games(
    weak: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WICKED", str(tmp_path / "made"))
    result = ladder.evaluate("tests.ladder.wicked:Once", weak, deals=1, limit=PATIENCE)
    assert result["summary"]["faults"] == {"raised": 3, "died": 1}
    assert result["games"][-1]["fault"]["text"] == "tests.ladder.wicked:Once cannot be made: RuntimeError: made before"
    assert ladder.verify(result) is weak


def test_children_of_an_agent_are_killed_with_it(weak: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WICKED", str(tmp_path / "number"))
    one = replace(weak, rungs=weak.rungs[:1])
    result = ladder.evaluate("tests.ladder.wicked:Busy", one, deals=1, limit=PATIENCE)
    assert result["summary"]["faults"] == {"raised": 2}
    worker = Path("/proc") / (tmp_path / "number").read_text("utf-8") / "stat"

    def gone() -> bool:
        try:
            return worker.read_text("utf-8").rpartition(")")[2].split()[0] == "Z"  # ended, if nobody has asked how
        except OSError:
            return True

    assert until(gone)


@pytest.mark.parametrize(
    ("agent", "expected"), [("greedy", ["looked", "decided", ""]), ("tests.ladder.wicked:first", ["looked", ""])]
)
def test_kernels_are_loaded_before_decisions_are_timed(
    monkeypatch: pytest.MonkeyPatch, agent: str, expected: list[str]
) -> None:
    """On a busy machine that took 20 seconds: honest agents lost their first game. Foreign ones are not asked."""
    done: list[str] = []

    class Line:
        send = staticmethod(done.append)

        def recv(self) -> None:
            raise EOFError

    def noted(kind: type[Any], name: str, word: str) -> None:
        real = getattr(kind, name)

        def note(*given: Any) -> Any:
            done.append(word)
            return real(*given)

        monkeypatch.setattr(kind, name, note)

    noted(FunctionBot, "looks_at", "looked")
    noted(GreedyBot, "choose", "decided")
    with monkeypatch.context() as here:
        here.setattr("os.dup2", lambda *_: None)
        here.setattr("os.setsid", lambda: None)
        agents._serve(Line(), "babel", agent)
    assert done == expected


def test_an_answer_that_comes_too_late_does_not_count(weak: Task) -> None:
    one = replace(weak, rungs=weak.rungs[:1])
    result = ladder.evaluate("tests.ladder.wicked:first", one, deals=1, limit=1e-9, grace=PATIENCE)
    assert result["summary"]["faults"] == {"late": 2}


def test_agent_that_cannot_be_created_is_refused_with_the_reason(weak: Task) -> None:
    with pytest.raises(ZigguratError, match="cannot be made: RuntimeError: no weights"):
        ladder.evaluate("tests.ladder.wicked:Unmade", weak, deals=1)
    with pytest.raises(ZigguratError, match="Gone cannot be made: its process ended"):
        ladder.evaluate("tests.ladder.wicked:Gone", weak, deals=1)
    with pytest.raises(ZigguratError, match="There is no bot and no module called 'nowhere'"):
        ladder.evaluate("nowhere:agent", weak, deals=1)
    with pytest.raises(BadOption, match="There is no task called 'chess-2-v0'; there is "):
        ladder.task("chess-2-v0")


def test_settings_that_make_no_sense_are_refused(weak: Task) -> None:
    for settings, sentence in (
        ({"deals": 0}, "The number of deals of babel-2-v0 is 1 to 20, not 0"),
        ({"deals": 21}, "is 1 to 20, not 21"),
        ({"limit": float("nan")}, "at most 86,400 seconds for a decision, not nan"),
        ({"limit": float("inf")}, "not inf"),
        ({"memory": 0}, "An agent has more than 0 gigabytes of memory, not 0"),
    ):
        with pytest.raises(BadOption, match=sentence):
            ladder.evaluate("random", weak, **settings)


def test_changed_results_are_rejected(weak: Task) -> None:
    result = ladder.evaluate(wicked.first, weak, deals=2)
    assert ladder.verify(result) is weak

    def changed(change: Any) -> Any:
        other = copy.deepcopy(result)
        change(other)
        return other

    better = 1.0 - result["games"][0]["points"]
    for change, sentence in (
        (lambda r: r.update(format="x"), "This is not a result"),
        (lambda r: r["task"].update(seed=3), "is another one than the result says"),
        (lambda r: r["games"].pop(), "There are 7 games, and 8 are played"),
        (lambda r: r["games"][0].update(points=better), "points, which do not follow from its log"),
        (lambda r: r["games"][0].update(log=r["games"][2]["log"]), "was not dealt as the task says"),
        (lambda r: r["summary"].update(rating=3000), "The summary does not follow from its games."),
        (lambda r: r["games"][0].pop("fault"), "cannot be read: KeyError"),
        (lambda r: r["games"][0].update(decisions=9999), "claims 9999 decisions of the agent"),
        (lambda r: r["games"][0].update(seconds=-1.0), "claims that it took -1.0 seconds"),
        (lambda r: r.update(agent="two\nlines"), "An agent has a name"),
        (lambda r: r["games"][0].update(log=5), "has no log"),
        (lambda r: r.update(deals=10**9), "^A result has 1 to"),
        (lambda r: r["games"][0].update(fault={"kind": "late", "decision": 3, "text": ""}), "not where its log ends"),
    ):
        with pytest.raises(ladder.BadResult, match=sentence):
            ladder.verify(changed(change))


def test_replaced_opponents_are_detected(weak: Task) -> None:
    result = ladder.evaluate(wicked.first, replace(weak, rungs=weak.rungs[:1] * 2), deals=1)
    for game in result["games"][2:]:
        game["rung"] = "greedy"  # in truth it was random that played
    result["task"] = weak.as_json()
    result["summary"] = summary(weak, result["games"])
    assert ladder.verify(result, opponents_too=False) is weak
    with pytest.raises(ladder.BadResult, match="is not what the bot of the ladder plays there"):
        ladder.verify(result)


def timeless(result: dict[str, Any], task: Task) -> dict[str, Any]:
    """The result as if playing took no time: its digest, and the deals that are drawn from it, are always the same."""
    for game in result["games"]:
        game["seconds"] = 0.0
    return {**result, "summary": summary(task, result["games"])}


def kinds(confirmed: dict[str, Any]) -> list[str]:
    return [finding["kind"] for finding in confirmed["confirmation"]["findings"]]


def test_a_result_is_confirmed_on_deals_drawn_from_its_digest(weak: Task) -> None:
    result = ladder.evaluate(GreedyBot, weak, deals=1)
    one, again, other = (ladder.confirm(result, GreedyBot, deals=1, salt=salt) for salt in (5, 5, None))
    assert kinds(one) == kinds(other) == []
    assert [game["log"] for game in one["confirmation"]["games"]] == [
        game["log"] for game in again["confirmation"]["games"]
    ]
    played = (result, one["confirmation"], other["confirmation"])
    seeds = [{ziggurat.read(game["log"]).seed for game in of["games"]} for of in played]
    assert [len(each) for each in seeds] == [1, 1, 1]
    assert len(set.union(*seeds)) == 3  # without a salt, one is drawn
    assert ladder.verify(json.loads(json.dumps(one))) is weak


def test_agent_that_read_the_deals_is_found_out(weak: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the published deals and the ladder's bots, and tries at home until it has won."""
    weak = replace(weak, rungs=weak.rungs[:1])
    monkeypatch.setattr("ziggurat.ladder.verification.find_task", lambda _: weak)
    reader = wicked.Reader(weak, 12)
    result = timeless(ladder.evaluate(reader, weak, deals=12), weak)
    assert result["summary"]["rungs"][0]["share"] == 1
    confirmed = ladder.confirm(result, reader, deals=12, salt=1)
    assert kinds(confirmed) == ["prepared"]
    assert "100% of the points on the published deals, " in findings_of(confirmed)[0]
    result = timeless(ladder.evaluate(wicked.first, weak, deals=12), weak)
    honest = ladder.confirm(result, wicked.first, deals=12, salt=1)
    assert kinds(honest) == []


def test_agent_that_plays_otherwise_is_found_out(weak: Task) -> None:
    result = ladder.evaluate(wicked.first, weak, deals=1)
    for agent, kind in ((wicked.last, "changed"), (wicked.Moody(), "varying"), (wicked.raising, "changed")):
        confirmed = ladder.confirm(result, agent, deals=1, salt=1)
        assert kinds(confirmed) == [kind]
        text = confirmed["confirmation"]["findings"][0]["text"]
        assert "first in game 0 (random, deal 0, seat 0), decision " in text
        assert ladder.verify(confirmed) is weak


def test_changed_confirmations_are_rejected(weak: Task) -> None:
    confirmed = ladder.confirm(ladder.evaluate(wicked.first, weak, deals=2), wicked.Moody(), deals=2, salt=1)
    changes: tuple[tuple[Any, str], ...] = (
        (lambda r: r.update(agent="another"), "was changed after it was confirmed"),
        (lambda r: r["games"][0].update(seconds=9), "was changed after it was confirmed"),
        (lambda r: r["confirmation"].update(salt=2), r"^Drawn game 0 \(random.* was not dealt as the task says"),
        (lambda r: r["confirmation"]["games"].pop(), "There are 7 games, and 8 are played"),
        (lambda r: r["confirmation"]["summary"].update(rating=3000), "The summary does not follow from its games."),
        (lambda r: r["confirmation"].update(findings=[{"kind": "fine", "text": ""}]), "The findings of"),
        (lambda r: r["confirmation"].pop("salt"), "cannot be read: KeyError"),
    )
    for change, sentence in changes:
        other = copy.deepcopy(confirmed)
        change(other)
        with pytest.raises(ladder.BadResult, match=sentence):
            ladder.verify(other)
    for deals, salt, sentence in (
        (21, 1, "drawn deals is 1 to 20, not 21"),
        (1, -1, r"A salt is 0 to 2\*\*64 - 1, not -1"),
    ):
        with pytest.raises(BadOption, match=sentence):
            ladder.confirm(confirmed, deals=deals, salt=salt)


def test_ratings_of_known_results() -> None:
    even = rating.rate([(100.0, 50.0, 100), (300.0, 50.0, 100)])
    assert even.rating == pytest.approx(200, abs=1)
    assert rating.rate([(0.0, 1000.0, 1100)]).rating == pytest.approx(400, abs=5)
    everything, much = rating.rate([(0.0, 20.0, 20)]), rating.rate([(0.0, 200.0, 200)])
    assert even.rating < everything.rating < much.rating < 2000
    assert everything.high - everything.low > even.high - even.low
    ratings = rating.calibrate(["a", "b", "c"], {("a", "b"): (100.0, 400), ("b", "c"): (100.0, 400)})
    assert ratings["a"] == 0
    assert ratings["b"] == pytest.approx(191, abs=8)
    assert ratings["c"] == pytest.approx(382, abs=16)


def test_the_command_evaluates_and_verifies(tmp_path: Path, weak: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.ladder.task", lambda _: WEAK)
    path = tmp_path / "result.json"
    climb = ("evaluate", "random", "--task", "babel-2-v0", "--deals", "1", "--out", str(path))
    printed = CliRunner().invoke(app, [*climb, "--json"])
    assert printed.exit_code == 0, printed.exception
    answer = json.loads(printed.stdout)
    assert set(answer) >= {"format", "agent", "task", "summary", "deals", "limit", "as_frozen"}
    console = Console(width=120)
    with console.capture() as shown:
        console.print(table(answer))
    assert "random on babel-2-v0" in shown.get()
    assert f"rating {answer['summary']['rating']:.0f} (" in shown.get()
    checked = CliRunner().invoke(app, ["verify-result", str(path)])
    assert checked.stdout == "random on babel-2-v0: all 4 games and the summary are correct.\n"
    hasty = CliRunner().invoke(app, ["verify-result", str(path), "--no-opponents"])
    assert hasty.stdout.endswith("are correct. The decisions of the opponents were not checked.\n")
    again = CliRunner().invoke(app, ["confirm-result", str(path), "--deals", "1", "--out", str(tmp_path / "confirmed")])
    assert again.exit_code == 0, again.exception
    assert again.stdout.endswith("The agent made the same decisions again; nothing suggests that it knew the deals.\n")
    assert ladder.verify(json.loads((tmp_path / "confirmed").read_text("utf-8"))) is weak
    other = CliRunner().invoke(app, ["confirm-result", str(path), "tests.ladder.wicked:first", "--deals", "1"])
    assert other.exit_code == 1
    assert "The agent plays its games differently, the same each time" in other.stdout
    packed = tmp_path / "result.json.gz"
    write_result(packed, read_result(path))
    assert packed.stat().st_size < path.stat().st_size / 3
    assert CliRunner().invoke(app, ["verify-result", str(packed)]).stdout == checked.stdout
    packed.write_bytes(packed.read_bytes()[:100])
    assert "cannot be decompressed" in str(CliRunner().invoke(app, ["verify-result", str(packed)]).exception)
    path.write_text("{}", "utf-8")
    assert isinstance(CliRunner().invoke(app, ["verify-result", str(path)]).exception, ladder.BadResult)
    path.write_text("[" * 100_000, "utf-8")
    assert isinstance(CliRunner().invoke(app, ["verify-result", str(path)]).exception, ladder.BadResult)
