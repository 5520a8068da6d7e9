"""Generate `src/generated` from the Python source: messages, views, events, refusals and boards.

python web/scripts/generate.py && npm --prefix web run types
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from event_types import event_types
from forms import forms

import ziggurat
from ziggurat.server import protocol
from ziggurat.server.study.game_cards import game_card

GENERATED = Path(__file__).parents[1] / "src" / "generated"


def schemas() -> dict[str, Any]:
    """JSON Schema of the messages, and of each game's view and prospects."""
    http = [
        kind
        for kind in vars(protocol).values()
        if isinstance(kind, type) and issubclass(kind, (protocol.Answer, protocol.Body))
    ]
    schemas = {"protocol": _schema([protocol.FromClient, protocol.FromServer, *http], ("FromClient", "FromServer"))}
    for name in ziggurat.game_names():
        game = ziggurat.game(name)
        kinds = {"View": import_module(f"{game.package}.view").View}
        if game.prospects is not None:
            kinds["Prospects"] = import_module(f"{game.package}.prospects").Prospects
        schemas[name] = _schema(list(kinds.values()), tuple(kinds))
    return schemas


def _schema(kinds: list[Any], names: tuple[str, ...]) -> dict[str, Any]:
    roots, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for name, root in zip(names, roots, strict=False):
        parts.setdefault(name, root)
    return {"$defs": dict(sorted(parts.items()))}


def events() -> dict[str, Any]:
    """By game and kind: how an event is put. The first form whose arguments are all known is the one."""
    forms: dict[str, Any] = {}
    for name in ziggurat.game_names():
        kinds: dict[str, list[str]] = {}
        for form in ziggurat.game(name).event_forms.values():
            texts = kinds.setdefault(form.name, [])
            texts.extend(text for text in (form.text, form.public) if text and text not in texts)
        forms[name] = kinds
    return forms


def write(folder: Path) -> None:
    """Write everything into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {
        "cards": msgspec.to_builtins([game_card(ziggurat.game(name)) for name in ziggurat.game_names()]),
        "schemas": schemas(),
        "events": events(),
        "event_types": {name: event_types(name, ziggurat.game(name).event_forms) for name in ziggurat.game_names()},
        "refusals": forms(),
    }
    parts |= {f"printed.{name}": content for name, content in printed().items()}
    for name, content in parts.items():
        text = json.dumps(
            content, indent=1, ensure_ascii=False, sort_keys=name != "cards" and not name.startswith("printed.")
        )
        (folder / f"{name}.json").write_text(text + "\n", "utf-8")


def printed() -> dict[str, Any]:
    """By game: what is printed on its board and pieces and never changes, where the page needs to know it."""
    printed = {name: ziggurat.game(name).printed() for name in ziggurat.game_names()}
    return {name: parts for name, parts in printed.items() if parts}


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else GENERATED)
