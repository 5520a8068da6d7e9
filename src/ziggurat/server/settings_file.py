"""Where settings come from: an option of the command, the environment, a file, or the default.

The file is `ziggurat.toml`: one section for each subject, one line for each setting. The environment variable of
`max_sockets` is `ZIGGURAT_MAX_SOCKETS`, and has precedence over the file.
"""

from __future__ import annotations

import difflib
import json
import math
import os
import re
import textwrap
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field
from pathlib import Path
from typing import Any, NamedTuple

from ziggurat.core.errors import BadOption

FILE = "ziggurat.toml"
SYSTEM_FILE = Path("/etc/ziggurat") / FILE
WHICH = "ZIGGURAT_SETTINGS"
PREFIX = "ZIGGURAT_"
# Variables that begin like ours and are no settings of the server.
OTHER_VARIABLES = {
    *(WHICH, "ZIGGURAT_BACKEND", "ZIGGURAT_CACHE", "ZIGGURAT_CLUSTER_VERBOSE", "ZIGGURAT_COMPLETE"),
    *("ZIGGURAT_IMAGE", "ZIGGURAT_NAME", "ZIGGURAT_NETWORKS", "ZIGGURAT_QUICK", "ZIGGURAT_REPOSITORY"),
    *("ZIGGURAT_SERVER", "ZIGGURAT_SIGN", "ZIGGURAT_VENV", "ZIGGURAT_BENCH_DATABASE", "ZIGGURAT_DOCS_URL"),
    "ZIGGURAT_WITHOUT_PAGE",
}
TEST_VARIABLES = "ZIGGURAT_TEST_"
SECRETS = ("secret", "smtp_password")
_PASSWORD = re.compile(r"(://[^/@:]*:)[^@]*(@)")  # in the address of a database
_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "text in quotes"}
OPTION, ENVIRONMENT, DEFAULT = "option", "environment", "default"


class Chosen(NamedTuple):
    """The value of a setting, and where it comes from: an option, a variable, a file, or the default."""

    value: Any
    source: str


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def find_file() -> Path | None:
    """The file with settings: the one that `ZIGGURAT_SETTINGS` names, or one in this folder, or the machine's."""
    if named := os.environ.get(WHICH):
        return Path(named)
    readable = (path for path in (Path(FILE), SYSTEM_FILE) if os.path.isfile(path) and os.access(path, os.R_OK))
    return next(readable, None)


def choose(entries: Iterable[Field[Any]], given: Mapping[str, Any], file: Path | None) -> dict[str, Chosen]:
    """The value of every setting, by name."""
    entries = list(entries)
    written = read_file(entries, file) if file is not None else {}
    chosen = {}
    for entry in entries:
        text = os.environ.get(variable(entry.name))
        if given.get(entry.name) is not None:
            chosen[entry.name] = Chosen(given[entry.name], OPTION)
        elif text is not None:
            chosen[entry.name] = Chosen(_from_text(variable(entry.name), text, entry.default), ENVIRONMENT)
        elif entry.name in written:
            chosen[entry.name] = Chosen(written[entry.name], str(file))
        else:
            chosen[entry.name] = Chosen(entry.default, DEFAULT)
    return chosen


def check_variables(entries: Iterable[Field[Any]]) -> None:
    """Refuse an environment variable that looks like a setting and is none: a misspelt one would do nothing."""
    known = {variable(entry.name) for entry in entries}
    for name in sorted(os.environ):
        ours = name.startswith(PREFIX) and not name.startswith(TEST_VARIABLES)
        if ours and name not in known | OTHER_VARIABLES:
            raise BadOption(f"There is no setting {name}{_meant(name, known)}")


def read_file(entries: list[Field[Any]], file: Path) -> dict[str, Any]:
    """The settings in a file; refuses unknown ones, and values of the wrong kind."""
    try:
        sections = tomllib.loads(file.read_text("utf-8"))
    except OSError as problem:
        raise BadOption(f"The settings in {file} cannot be read: {problem.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadOption(f"{file} is not a TOML file: {problem}.") from None
    by_name = {entry.name: entry for entry in entries}
    names = list(dict.fromkeys(entry.metadata["section"] for entry in entries))
    values = {}
    for section, lines in sections.items():
        if not isinstance(lines, dict):
            home = f"; it belongs into [{by_name[section].metadata['section']}]" if section in by_name else ""
            raise BadOption(f"{file} has {section} outside of a section{home}.")
        if section not in names:
            raise BadOption(f"{file} has a section [{section}], which does not exist{_meant(section, names)}")
        for name, value in lines.items():
            if name not in by_name:
                raise BadOption(f"{file} has {name} in [{section}], which is no setting{_meant(name, by_name)}")
            right = by_name[name].metadata["section"]
            if right != section:
                raise BadOption(f"{file} has {name} in [{section}]; it belongs into [{right}].")
            values[name] = _from_toml(f"{name} in {file}", value, by_name[name].default)
    return values


def _meant(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {close[0]}?" if close else "."


def _from_text(name: str, text: str, default: Any) -> Any:
    """A value in an environment variable."""
    if default is MISSING or isinstance(default, str):
        return text
    try:
        if isinstance(default, bool):
            return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}[text.lower()]
        value = type(default)(text)
    except (KeyError, ValueError):
        kind = "yes or no" if isinstance(default, bool) else _KINDS[type(default)]
        raise BadOption(f"{name} must be {kind}, not {text!r}.") from None
    return _number(name, value)


def _from_toml(name: str, value: Any, default: Any) -> Any:
    """A value in a file."""
    if isinstance(default, str) and isinstance(value, list) and all(isinstance(part, str) for part in value):
        return ",".join(value)
    if isinstance(default, float) and type(value) is int:
        value = float(value)
    if type(value) is not type(default):
        shown = str(value).lower() if isinstance(value, bool) else repr(value)
        raise BadOption(f"{name} must be {_KINDS[type(default)]}, not {shown}.")
    return _number(name, value)


def _number(name: str, value: Any) -> Any:
    if isinstance(value, (int, float)) and not (math.isfinite(value) and value >= 0):
        raise BadOption(f"{name} must not be negative or infinite, as {value} is.")
    return value


# --------------------------------------------------------------------------------------------------------- for people


def shown(name: str, value: Any) -> str:
    """A value as the file has it, without what nobody else should read."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return repr(value)
    if name in SECRETS and value:
        return "(hidden)"
    return json.dumps(_PASSWORD.sub(r"\1***\2", value) if name == "database" else value, ensure_ascii=False)


def example(entries: Iterable[Field[Any]]) -> str:
    """A file with every setting, its meaning and its default, all of them commented out."""
    lines = ["# The settings of a Ziggurat server, with their defaults. Remove the # before those you change.", "#"]
    lines += ["# `ziggurat settings` shows what is in force. An environment variable has precedence: max_sockets is"]
    lines += ["# ZIGGURAT_MAX_SOCKETS there. Written by `ziggurat settings --example`."]
    section = ""
    for entry in entries:
        if entry.metadata["section"] != section:
            section = entry.metadata["section"]
            lines += ["", f"[{section}]"]
        lines += ["", *textwrap.wrap(entry.metadata["text"], 118, initial_indent="# ", subsequent_indent="# ")]
        lines.append(f"#{entry.name} = {shown(entry.name, entry.default)}")
    return "\n".join(lines) + "\n"
