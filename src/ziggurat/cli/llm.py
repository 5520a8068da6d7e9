"""The benchmark of language models: `bench-llm` asks, `verify-llm` plays a result again."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ziggurat.cli.common import AsJson, Panel, app, compile_games, progress_bar, split_names
from ziggurat.core.errors import BadOption
from ziggurat.core.outputs import check_output_files


@app.command("bench-llm", rich_help_panel=Panel.RESEARCH)
def bench_llm(
    model: Annotated[
        str,
        typer.Option(
            metavar="MODEL", help="`openai:NAME`, `anthropic:NAME`, `cmd:COMMAND`, or `bot:NAME` for comparison."
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The result; a run that stopped goes on with its file.")],
    tasks: Annotated[str, typer.Option(metavar="NAME", help="The set of tasks.")] = "v0",
    only: Annotated[str, typer.Option(metavar="TASK,…", help="Some of its tasks, such as `puzzles,rules/babel`.")] = "",
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many games or questions of each task.")] = None,
    moves: Annotated[str, typer.Option(help="How legal moves are listed: grouped, all or none.")] = "grouped",
    history: Annotated[str, typer.Option(help="What is told of the past: news, full or none.")] = "news",
    answer_tokens: Annotated[int, typer.Option(min=1, help="The most tokens of an answer.")] = 4_000,
    temperature: Annotated[float | None, typer.Option(min=0.0, max=2.0, help="The provider's own by default.")] = None,
    parallel: Annotated[int, typer.Option(min=1, max=64, help="Games and questions at once.")] = 4,
    tokens: Annotated[int | None, typer.Option(min=1, help="Stop after so many tokens in all.")] = None,
    money: Annotated[float | None, typer.Option(min=0.0, help="Stop after so much money in all.")] = None,
    price: Annotated[
        str, typer.Option(metavar="READ,WRITTEN", help="What a million tokens cost, read and written.")
    ] = "0,0",
    timeout: Annotated[float, typer.Option(min=0.1, max=3_600.0, help="Seconds for an answer.")] = 120.0,
    tries: Annotated[int, typer.Option(min=1, max=100, help="Tries for a question that nobody answers.")] = 6,
    address: Annotated[
        str | None, typer.Option(metavar="URL", help="Another server that speaks the same, such as one of your own.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let a language model play and answer.

    Whole games against bots, all puzzles, and questions about the rules (docs/llm-bench.md). Keys are read from
    OPENAI_API_KEY and ANTHROPIC_API_KEY. Every prompt and answer is stored as it comes, so nothing is paid for twice:
    the same command goes on where a run stopped. The status is 1 if something is left.

    Example: `ziggurat bench-llm --model openai:gpt-5 --only puzzles --out result.jsonl`
    """
    from ziggurat.llm import providers
    from ziggurat.llm.bench import Bench, Effort
    from ziggurat.llm.result import ResultFile, Settings
    from ziggurat.llm.summary import running_score, summary, table

    names = tuple(split_names(only)) if only.strip() else ()
    settings = Settings(model, tasks, names, sample, moves, history, answer_tokens, temperature)
    settings.check()
    effort = Effort(parallel=parallel, tries=tries, tokens=tokens, money=money, price=_prices(price))
    effort.check()
    check_output_files(out)
    asked = providers.find(settings, address=address, seconds=timeout)
    file = ResultFile(out, settings)
    try:
        compile_games([game for game, _ in settings.set.games], "people", "bots", quiet=as_json)
        with progress_bar(quiet=as_json) as progress:
            bar = progress.add_task(model, total=sum(map(asked.answers, settings.items())))

            def advance(done: int) -> None:
                progress.update(bar, advance=done, description=f"{model}: {running_score(file.result)}")

            why = Bench(settings, asked, file, effort).run(advance)
    finally:
        asked.close()
        file.close()
    scores = summary(file.result)
    cost = round(effort.cost(file.result.tokens), 4)
    if as_json:
        print(json.dumps({"model": model, "tasks": tasks, "out": str(out), "stopped": why, "cost": cost, **scores}))
    else:
        Console().print(table(file.result, scores))
        if cost:
            print(f"cost {cost:g}")
    if why:
        print(f"ziggurat: Stopped: {why.rstrip('.')}. The same command goes on from here.", file=sys.stderr)
        raise typer.Exit(1)


@app.command("verify-llm", rich_help_panel=Panel.RESEARCH)
def verify_llm(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `ziggurat bench-llm` wrote.")],
    short: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write it here with digests of the prompts; packed if the name ends in .xz."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a result of `bench-llm` by playing it again.

    Prompts, moves, the opponents' decisions, what is right and all scores have to follow from the stored answers.

    Example: `ziggurat verify-llm result.jsonl`
    """
    from ziggurat.llm.result import read, write_short
    from ziggurat.llm.verification import verify

    if short is not None:
        check_output_files(short)
    result = read(file)
    with progress_bar(quiet=as_json) as progress:
        bar = progress.add_task("Verifying", total=None)
        scores = verify(result, lambda done: progress.advance(bar, done))
    if short is not None:
        write_short(file, short)
    if as_json:
        print(json.dumps({"model": result.header["model"], "tasks": result.header["tasks"], **scores}))
    else:
        print(
            f"{result.header['model']} on {result.header['tasks']}: {scores['done']} of {scores['items']} items, "
            f"all {scores['answers']:,} answers, prompts and scores are correct."
        )


def _prices(text: str) -> Any:
    """Two prices of a million tokens."""
    try:
        read, written = map(float, text.split(","))
    except ValueError:
        read = written = -1.0
    if not (0 <= read < float("inf") and 0 <= written < float("inf")):
        raise BadOption(f"A price is two numbers, for a million tokens read and written, such as 2.5,10, not {text!r}.")
    return read, written
