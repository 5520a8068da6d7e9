"""Data and networks in the layout of Hugging Face: `python -m release.hub FOLDER`. Nothing is uploaded.

datasets/ziggurat-champions   games of the networks against themselves, a configuration for each game and seat count
datasets/ziggurat-puzzles     positions with one clearly best move, a configuration for each game
models/ziggurat-GAME          a game's network, what it is for and how it was trained
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import yaml

import ziggurat
from ziggurat.bots import weights

ROOT = Path(__file__).parent.parent
DATA_CARD = ROOT / "docs" / "research" / "data.md"
CHAMPIONS = ROOT / "docs" / "champions"
TAGS = ["board-games", "imperfect-information", "multi-agent", "reinforcement-learning"]
MODEL = """# Ziggurat's network for {title}

{summary}

The network that plays {title} in [Ziggurat](https://pypi.org/project/ziggurat/) {version}: the bot `network` asks it
once a decision, and the levels from `mayor` up search with it. It needs no more than NumPy and Numba.

    pip install ziggurat

```python
import ziggurat
from ziggurat.bots import NetworkBot
from ziggurat.bots.weights import read

game = ziggurat.game("{name}")
bot = NetworkBot(game, network=read("network.npz", game))
match = ziggurat.new(game, seed=7)
match.play(bot.choose(match))
```

- **Made by** `{command}`
- **Fingerprint** `{fingerprint}`: the first digits of a hash of its numbers; `story` in the file says the rest
- **Rules** version {rules} of the game; other versions and other components are refused
- **Input** {observation:,} numbers that a seat may know; **output** a preference for each of {actions:,} actions, and
  what each seat can expect
- **Limits** It learned by playing itself, without people. Opponents that train against it for ten minutes win about
  half of their games. It is no measure of how people play
- **Licence** MIT
"""


def front(matter: dict[str, Any]) -> str:
    """The heading that the hub reads."""
    return f"---\n{yaml.safe_dump(matter, sort_keys=False, allow_unicode=True)}---\n\n"


def without_links(text: str) -> str:
    """A card's text without links into this repository, which lead nowhere on the hub."""
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", lambda link: " ".join(link[1].split()), text)


def write_champions(folder: Path) -> None:
    """The games of champions, with their card."""
    files = sorted(CHAMPIONS.glob("*.parquet"))
    data = folder / "data"
    data.mkdir(parents=True)
    for file in files:
        shutil.copy(file, data)
    matter = {
        "license": "mit",
        "pretty_name": "Ziggurat: games of champions",
        "language": ["en"],
        "size_categories": ["1K<n<10K"],
        "task_categories": ["reinforcement-learning"],
        "tags": TAGS,
        "configs": [
            {"config_name": file.stem, "data_files": [{"split": "train", "path": f"data/{file.name}"}]}
            for file in files
        ],
    }
    card = without_links(DATA_CARD.read_text("utf-8")).replace("docs/champions", "data")
    (folder / "README.md").write_text(front(matter) + card, "utf-8")


def write_puzzles(folder: Path) -> None:
    """The puzzles of all games, with their card."""
    data = folder / "data"
    data.mkdir(parents=True)
    rows, configs = [], []
    for name in ziggurat.game_names():
        source = ROOT / "src" / "ziggurat" / "games" / name / "teaching" / "puzzles.jsonl"
        shutil.copy(source, data / f"{name}.jsonl")
        count = len(source.read_text("utf-8").splitlines())
        rows.append(f"| `{name}.jsonl` | {ziggurat.game(name).title} | {count} |")
        configs.append({"config_name": name, "data_files": [{"split": "test", "path": f"data/{name}.jsonl"}]})
    matter = {
        "license": "mit",
        "pretty_name": "Ziggurat: puzzles",
        "language": ["en"],
        "size_categories": ["n<1K"],
        "task_categories": ["question-answering", "reinforcement-learning"],
        "tags": [*TAGS, "puzzles"],
        "configs": configs,
    }
    text = (
        "# Puzzles of four board games\n\nReal positions of the networks' games with one clearly best move, which "
        "weaker bots miss. Each was confirmed by searches eight and thirty-two times as deep as the one that found "
        "it.\n\n"
        "| file | game | puzzles |\n|---|---|---:|\n" + "\n".join(rows) + "\n\n"
        "A row has the position as `ziggurat.load` takes it (`position`), the seat to decide (`seat`), the line to "
        "find, the move that tempts, and themes. `ziggurat.load(row['game'], row['position'])` is a match. No person "
        "played these games. Licence: MIT.\n"
    )
    (folder / "README.md").write_text(front(matter) + text, "utf-8")


def write_model(folder: Path, game: ziggurat.Game) -> None:
    """A game's network, with its card and its measures."""
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "src" / "ziggurat" / "games" / game.name / "network.npz", folder)
    story = dict(weights.of(game).story)
    about = {
        "game": game.name,
        "rules": game.rules_version,
        "seats": list(game.seat_counts),
        "actions": game.actions,
        "observation": game.observation_size,
        "fingerprint": story["fingerprint"],
    }
    (folder / "config.json").write_text(json.dumps(about, indent=2) + "\n", "utf-8")
    matter = {
        "license": "mit",
        "library_name": "ziggurat",
        "pipeline_tag": "reinforcement-learning",
        "tags": [*TAGS, game.name],
        "datasets": ["ziggurat-champions"],
    }
    text = MODEL.format(
        **{**about, "name": game.name, "title": game.title, "summary": game.summary, "version": ziggurat.__version__},
        command=story.get("command", "ziggurat train"),
    )
    (folder / "README.md").write_text(front(matter) + text, "utf-8")


def write(folder: Path) -> list[Path]:
    """All repositories, in an empty or missing folder; returns theirs."""
    if folder.exists() and any(folder.iterdir()):
        sys.exit(f"{folder} is not empty")
    write_champions(folder / "datasets" / "ziggurat-champions")
    write_puzzles(folder / "datasets" / "ziggurat-puzzles")
    for name in ziggurat.game_names():
        write_model(folder / "models" / f"ziggurat-{name}", ziggurat.game(name))
    return sorted(path.parent for path in folder.rglob("README.md"))


if __name__ == "__main__":
    for repository in write(Path(sys.argv[1])):
        size = sum(file.stat().st_size for file in repository.rglob("*") if file.is_file())
        print(f"{repository}: {size / 1e6:.1f} MB")
