"""`ziggurat bench-llm` and `verify-llm`: all that is asked, everything that goes wrong, and checking it afterwards."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ziggurat
from tests.cases import first
from tests.llm.provider import Provider, providing
from ziggurat.cli import app
from ziggurat.core.errors import BadOption
from ziggurat.llm import providers
from ziggurat.llm.bench import Bench, Effort
from ziggurat.llm.connection import NoAnswer, post
from ziggurat.llm.result import BadResult, Result, ResultFile, Settings, read, write_short
from ziggurat.llm.summary import summary
from ziggurat.llm.tasks import open_item, task_of, task_set
from ziggurat.llm.verification import verify
from ziggurat.puzzles import puzzles

ONE_GAME = ("games/babel-2/apprentice",)
FEW = ("puzzles/babel", "rules/babel")
QUICK = Effort(wait=0.0)


def agent(mode: str = "good") -> str:
    """The scripted agent as a model."""
    return f"cmd:{shlex.quote(sys.executable)} -m tests.llm.agent {mode}"


def ask(
    path: Path, settings: Settings, effort: Effort = QUICK, *, address: str | None = None, seconds: float = 60.0
) -> tuple[str, Result]:
    """Run the bench; returns why it stopped, and what the file has."""
    model, file = providers.find(settings, address=address, seconds=seconds), ResultFile(path, settings)
    try:
        return Bench(settings, model, file, effort).run(), read(path)
    finally:
        model.close()
        file.close()


def test_v0_has_games_puzzles_and_rules() -> None:
    items = task_set("v0").items()
    assert len(set(items)) == len(items)
    counted: dict[str, int] = {}
    for item in items:
        counted[task_of(item)] = counted.get(task_of(item), 0) + 1
    assert set(counted) == set(task_set("v0").tasks())
    for game, seats in task_set("v0").games:
        assert all(counted[f"games/{game}-{seats}/{bot}"] == 4 * seats for bot in ("apprentice", "steward", "mayor"))
        assert counted[f"puzzles/{game}"] == len(puzzles(ziggurat.game(game)))
        assert counted[f"rules/{game}/legal"] + counted[f"rules/{game}/points"] == 1_000


def test_a_command_plays_and_everything_can_be_verified(tmp_path: Path) -> None:
    settings = Settings(agent(), only=(*ONE_GAME, *FEW), sample=2)
    why, result = ask(tmp_path / "result", settings, Effort(parallel=3))
    assert why == ""
    assert set(result.outcomes) == set(settings.items())
    assert verify(result) == result.summary == summary(result)
    answers = sum(map(len, result.exchanges.values()))
    assert result.tokens == (100 * answers, 10 * answers)
    scores = summary(result)
    assert scores["done"] == scores["items"] == 8
    assert scores["games"]["games/babel-2/apprentice"]["forfeits"] == 0
    for item, outcome in result.outcomes.items():
        if item.startswith("games/"):
            assert ziggurat.read(outcome["log"]).over
    # Deals are the same in every seat.
    (one, other) = (ziggurat.read(outcome["log"]) for item, outcome in result.outcomes.items() if "games/" in item)
    assert one.seed == other.seed
    assert one.actions != other.actions


@pytest.mark.parametrize("mode", first("half", "die", "prose", "megabyte", "hang"))
def test_a_command_that_fails_now_and_then(tmp_path: Path, mode: str) -> None:
    settings = Settings(agent(mode), only=ONE_GAME, sample=1)
    why, result = ask(tmp_path / "result", settings, seconds=2.0 if mode == "hang" else 60.0)
    assert why == ""
    verify(result)
    (outcome,) = result.outcomes.values()
    assert (outcome["refused"] > 0) == (mode in ("prose", "megabyte"))
    assert (tmp_path / "result").stat().st_size < 2_000_000
    assert b"\x1b" not in (tmp_path / "result").read_bytes()


def test_a_command_that_never_answers_stops_the_run(tmp_path: Path) -> None:
    settings = Settings("cmd:cat", only=("puzzles/babel",), sample=1)
    assert ask(tmp_path / "1", settings)[0] == "The command's answer has no `text`."
    settings = Settings("cmd:false", only=("puzzles/babel",), sample=1)
    assert ask(tmp_path / "2", settings)[0] == "The command ended without an answer."
    settings = Settings("cmd:/no/such/program", only=("puzzles/babel",), sample=1)
    assert ask(tmp_path / "3", settings)[0] == "The command cannot be started: No such file or directory."
    settings = Settings("cmd:sh -c 'sleep 3600 & wait'", only=("puzzles/babel",), sample=1)
    assert ask(tmp_path / "4", settings, Effort(tries=1), seconds=0.2)[0] == (
        "The command did not answer within 0.2 seconds."
    )


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_providers_are_asked_in_their_own_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setenv(f"{kind.upper()}_API_KEY", "sk-123")
    settings = Settings(f"{kind}:model-1", only=FEW, sample=1, temperature=0.5)
    with providing("429", "html", "half", "503", "cut", "list", "empty", "megabyte") as server:
        why, result = ask(tmp_path / "result", settings, Effort(wait=0.0, tries=8), address=server.address)
    assert why == ""
    verify(result)
    path, headers, body = server.requests[0]
    assert path == ("/chat/completions" if kind == "openai" else "/v1/messages")
    key = headers["authorization" if kind == "openai" else "x-api-key"]
    assert key == ("Bearer sk-123" if kind == "openai" else "sk-123")
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("model-1", 0.5, 4_000)
    assert "sk-123" not in (tmp_path / "result").read_text("utf-8")
    assert len(server.requests) == 7 + 3
    assert result.tokens == (300, 30)
    system = body["messages"][0]["content"] if kind == "openai" else body["system"][0]["text"]
    assert system.startswith(ziggurat.game("babel").rules_text())


@pytest.mark.parametrize(
    ("faults", "said"),
    [
        (["401"], 'The provider answered with status 401: {"error": {"message": "slow  [2J down"}}'),
        (["404"], "The provider answered with status 404"),
        (["redirect"], "The provider answered with status 302"),
        (["429", "429"], "The provider answered with status 429"),
        (["hang", "hang"], "The provider did not answer within 0.3 seconds."),
        (["html", "html"], "The provider answered something that is not JSON: <html>"),
        (["empty", "empty"], "The provider's answer has no `choices[0].message`."),
    ],
)
def test_a_provider_that_does_not_answer_stops_the_run(tmp_path: Path, faults: list[str], said: str) -> None:
    settings = Settings("openai:model-1", only=("puzzles/babel",), sample=2)
    with providing(*faults) as server:
        why, result = ask(tmp_path / "result", settings, Effort(wait=0.0, tries=2), address=server.address, seconds=0.3)
        assert why.startswith(said)
        assert len(server.requests) == len(faults)
        assert not result.exchanges
        assert result.summary is None
        why, result = ask(tmp_path / "result", settings, address=server.address)  # goes on
    assert why == ""
    assert summary(result)["done"] == 2


def test_nobody_listens(tmp_path: Path) -> None:
    with providing() as server:
        address = server.address
    settings = Settings("openai:model-1", only=("puzzles/babel",), sample=1)
    assert ask(tmp_path / "result", settings, Effort(tries=1), address=address)[0].startswith(
        "The provider cannot be reached: "
    )


def test_an_endless_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ziggurat.llm.connection.MOST_BYTES", 1_000)
    question = {"messages": [{"content": "Legal moves:\nend\nAnswer like"}]}
    with providing("megabyte") as server, pytest.raises(NoAnswer, match="more than 1,000 bytes"):
        post(server.address, {}, question, 10.0)


@pytest.mark.parametrize("budget", [{"tokens": 1_000}, {"money": 0.001, "price": (1.0, 1.0)}])
def test_a_budget_ends_in_mid_match_and_the_match_goes_on(tmp_path: Path, budget: dict[str, Any]) -> None:
    settings = Settings(agent(), only=ONE_GAME, sample=1)
    why, result = ask(tmp_path / "result", settings, Effort(**budget))
    assert why.startswith("the budget of ")
    assert sum(result.tokens) == 1_100  # the last answer was the one too many
    assert not result.outcomes
    assert len(result.exchanges["games/babel-2/apprentice/0-0"]) == 10
    verify(result)
    why, result = ask(tmp_path / "result", settings)
    assert why == ""
    whole = ask(tmp_path / "whole", settings)[1]
    assert result.outcomes == whole.outcomes
    assert verify(result) == summary(whole)


def test_a_line_that_was_cut_off_is_asked_again(tmp_path: Path) -> None:
    settings = Settings("bot:first", only=("rules/babel/points",), sample=3)
    path = tmp_path / "result"
    ask(path, settings)
    whole = path.read_bytes()
    lines = whole.split(b"\n")
    path.write_bytes(b"\n".join(lines[:4]) + b"\n" + lines[4][:30])
    assert ask(path, settings)[0] == ""
    assert summary(read(path)) == json.loads(lines[-2])["summary"]
    assert verify(read(path))["done"] == 3


def test_another_models_file_is_not_gone_on_with(tmp_path: Path) -> None:
    settings = Settings("bot:first", only=("rules/babel/points",), sample=1)
    ask(tmp_path / "result", settings)
    for other in (
        Settings("bot:random", only=("rules/babel/points",), sample=1),
        Settings("bot:first", only=("rules/babel/points",), sample=2),
        Settings("bot:first", only=("rules/babel/points",), sample=1, moves="all"),
    ):
        with pytest.raises(BadOption, match=r"was begun with another `(model|sample|text)`"):
            ResultFile(tmp_path / "result", other)
    (tmp_path / "poem").write_text("A lion and a hill\n", "utf-8")
    with pytest.raises(BadResult, match="is not a result of `ziggurat bench-llm`"):
        ResultFile(tmp_path / "poem", settings)
    assert (tmp_path / "poem").read_text("utf-8") == "A lion and a hill\n"


def changed(line: dict[str, Any]) -> dict[str, Any] | None:
    """A line with one thing in it that is not true."""
    if "format" in line or "summary" in line:
        return None
    if "prompt" in line:
        return {**line, "answer": '{"move": "nothing"}'}
    return {**line, "outcome": {**line["outcome"], "right": not line["outcome"].get("right")}}


def test_changed_results_are_found(tmp_path: Path) -> None:
    settings = Settings("bot:greedy", only=(*ONE_GAME, "puzzles/babel"), sample=1)
    ask(tmp_path / "result", settings)
    lines = [json.loads(line) for line in (tmp_path / "result").read_text("utf-8").splitlines()]
    verify(read(tmp_path / "result"))
    tried = 0
    for number, line in enumerate(lines):
        other = changed(line)
        if other is None or 3 < number < len(lines) - 4:  # the first decisions, and the end
            continue
        path = tmp_path / "changed"
        path.write_text("".join(f"{json.dumps(one)}\n" for one in [*lines[:number], other, *lines[number + 1 :]]))
        with pytest.raises(BadResult):
            verify(read(path))
        tried += 1
    assert tried >= 5
    for other in (
        {**lines[0], "digest": "0"},
        {**lines[0], "model": "two\nlines"},
        {**lines[0], "systems": {}},
        {**lines[0], "tasks": "v9"},
        {**lines[0], "only": [3]},
    ):
        path.write_text("".join(f"{json.dumps(one)}\n" for one in [other, *lines[1:]]))
        with pytest.raises(ziggurat.ZigguratError):
            verify(read(path))
    for wrong in ("[", "3", '{"item": "games/chess/0", "prompt": "", "answer": "", "tokens": [0, 0]}', '{"item": 3}'):
        path.write_text("".join(f"{json.dumps(one)}\n" for one in lines) + f"{wrong}\n")
        with pytest.raises(BadResult):
            verify(read(path))


def test_a_forfeited_game_brings_no_points() -> None:
    """The bot that finishes the seat beats an apprentice; who answers nonsense has not."""
    dialogue = open_item("games/babel-2/apprentice/0-0", "grouped", "news")
    while dialogue.question() is not None:
        dialogue.answer("nonsense")
    outcome = dialogue.outcome()
    assert (outcome["points"], outcome["forfeit"], outcome["refused"]) == (0.0, 0, 3)
    assert outcome["score"] > outcome["best_other"]


@pytest.mark.parametrize("name", ["short.jsonl", "short.jsonl.xz"])
def test_a_short_result_says_the_same(tmp_path: Path, name: str) -> None:
    whole, short = tmp_path / "result.jsonl", tmp_path / name
    ask(whole, Settings("bot:greedy", only=(*ONE_GAME, "puzzles/babel"), sample=1))
    write_short(whole, short)
    assert verify(read(short)) == verify(read(whole))
    assert short.stat().st_size < whole.stat().st_size
    result = read(short)
    exchange = result.exchanges["games/babel-2/apprentice/0-0"][0]
    assert "prompt" not in exchange
    exchange["prompt_digest"] = "0" * 16
    with pytest.raises(BadResult, match="prompt 0 is not the one"):
        verify(result)
    if name.endswith(".xz"):
        short.write_bytes(short.read_bytes()[:-100])
        with pytest.raises(BadResult, match="cannot be unpacked"):
            read(short)
        with pytest.raises(BadOption, match="written uncompressed"):
            ResultFile(short, Settings("bot:greedy"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--model", "gpt"], "A model is openai:MODEL"),
        (["--model", "bot:deep blue"], "There is no bot called"),
        (["--model", "openai:gpt"], "There is no key: set the environment variable OPENAI_API_KEY."),
        (["--model", "bot:random", "--tasks", "v9"], "There are no tasks called 'v9'; there is v0."),
        (["--model", "bot:random", "--only", "chess"], "v0 has no task 'chess'"),
        (["--model", "bot:random", "--moves", "some"], "`moves` is one of"),
        (["--model", "bot:random", "--money", "1"], "A budget in money needs prices"),
        (["--model", "bot:random", "--price", "cheap"], "A price is two numbers"),
        (["--model", "openai:gpt", "--address", "file:///etc/passwd"], "A provider's address begins with http://"),
        (["--model", "cmd:'"], "The command cannot be read"),
    ],
)
def test_bad_settings_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: list[str], said: str) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    done = CliRunner().invoke(app, ["bench-llm", *given, "--out", str(tmp_path / "result")])
    assert isinstance(done.exception, BadOption)
    assert str(done.exception).startswith(said)
    assert not (tmp_path / "result").exists()


def test_the_commands(tmp_path: Path) -> None:
    path = str(tmp_path / "result")
    given = ["--model", "bot:first", "--only", "puzzles/babel,rules/babel", "--sample", "2", "--out", path, "--json"]
    done = CliRunner().invoke(app, ["bench-llm", *given, "--tokens", "1"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["model"], told["done"], told["items"], told["stopped"]) == ("bot:first", 6, 6, "")
    assert {"puzzles/babel"} == set(told["puzzles"])
    checked = CliRunner().invoke(app, ["verify-llm", path])
    assert checked.output == "bot:first on v0: 6 of 6 items, all 6 answers, prompts and scores are correct.\n"
    assert json.loads(CliRunner().invoke(app, ["verify-llm", path, "--json"]).output)["done"] == 6
    stopped = ["bench-llm", "--model", agent(), "--only", "puzzles/babel", "--tokens", "100", "--out", f"{path}2"]
    done = CliRunner().invoke(app, [*stopped, "--parallel", "1"])
    assert done.exit_code == 1
    assert "Stopped: the budget of 100 tokens is spent. The same command goes on from here." in done.stderr


def test_a_server_sees_no_key_that_is_not_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A redirect is not followed: the key would go along."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-123")
    server: Provider
    with providing("redirect") as server:
        settings = Settings("openai:model-1", only=("puzzles/babel",), sample=1)
        ask(tmp_path / "result", settings, Effort(tries=1), address=server.address)
        assert [path for path, _, _ in server.requests] == ["/chat/completions"]
