"""Reads the parts of Dockerfiles that ours uses."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

KNOWN = [
    "ARG",
    "CMD",
    "COPY",
    "ENTRYPOINT",
    "ENV",
    "EXPOSE",
    "FROM",
    "HEALTHCHECK",
    "RUN",
    "STOPSIGNAL",
    "USER",
    "VOLUME",
    "WORKDIR",
]
ASSIGNED = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S*)')
NAMED = re.compile(r"\$\{?(\w+)\}?")


@dataclass
class Stage:
    """What is done from one FROM to the next."""

    base: str
    name: str
    steps: list[tuple[str, str]] = field(default_factory=list)


def read(path: Path) -> tuple[dict[str, str], list[Stage]]:
    """The arguments before the first stage, and the stages."""
    text = "".join(line for line in path.read_text("utf-8").splitlines(keepends=True) if not line.startswith("#"))
    arguments: dict[str, str] = {}
    stages: list[Stage] = []
    for line in filter(None, (line.strip() for line in text.replace("\\\n", " ").splitlines())):
        word, _, rest = line.partition(" ")
        assert word in KNOWN, f"{word} is not understood here"
        if word == "FROM":
            base, _, name = filled(rest, arguments).partition(" AS ")
            stages.append(Stage(base, name))
        elif stages:
            stages[-1].steps.append((word, rest.strip()))
        else:
            arguments |= assigned(rest, {})
    return arguments, stages


def filled(text: str, values: dict[str, str]) -> str:
    """A text with the values of its ${NAMES}."""
    return NAMED.sub(lambda found: values.get(found[1], ""), text)


def assigned(text: str, values: dict[str, str]) -> dict[str, str]:
    """What NAME=VALUE… assigns."""
    return {name: filled(value.strip('"'), values) for name, value in ASSIGNED.findall(text)}


@dataclass
class Running:
    """How a container of an image is run."""

    environment: dict[str, str]
    user: int
    folder: str
    volumes: list[str]
    command: list[str]
    health: list[str]


def running(stage: Stage) -> Running:
    """What a stage says of it."""
    steps = dict(stage.steps)
    environment: dict[str, str] = {}
    for word, rest in stage.steps:
        if word in ("ARG", "ENV"):
            environment |= assigned(rest, environment)
    arguments = {name for word, rest in stage.steps if word == "ARG" for name in assigned(rest, {})}
    health = steps["HEALTHCHECK"].partition("CMD ")[2]
    return Running(
        environment={name: value for name, value in environment.items() if name not in arguments},
        user=int(steps["USER"].partition(":")[0]),
        folder=steps["WORKDIR"],
        volumes=[steps["VOLUME"]],
        command=[*json.loads(steps["ENTRYPOINT"]), *json.loads(steps["CMD"])],
        health=json.loads(health),
    )
