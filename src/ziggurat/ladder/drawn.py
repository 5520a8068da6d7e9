"""Deals that are drawn after a result was handed in, and what comparing them with the published ones shows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ziggurat.ladder.tasks import Task

FINDINGS = {
    "changed": "plays its games differently, the same each time: they were changed afterwards, or are another agent's",
    "varying": "answers differently each time its games are replayed",
    "prepared": "does better on the published deals than on deals drawn later",
}
RARE = 0.001  # how rarely an agent that prepared for nothing is said to have
SHUFFLES = 9_999


def digest(result: Mapping[str, Any]) -> str:
    """The digest of a result as it was handed in, in hexadecimal."""
    handed_in = {key: value for key, value in result.items() if key != "confirmation"}
    text = json.dumps(handed_in, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def drawn_task(task: Task, name: str, salt: int) -> Task:
    """The task with the deals that follow from a result's digest and a salt."""
    seed = hashlib.blake2b(f"{name} {salt}".encode(), digest_size=8).digest()
    return replace(task, seed=int.from_bytes(seed, "little"))


def compare_deals(
    task: Task, published: Sequence[Mapping[str, Any]], drawn: Sequence[Mapping[str, Any]]
) -> list[dict[str, str]]:
    """What is found when the points of published deals are compared with those of drawn ones.

    Deals are shuffled within each rung: a lead that hardly ever comes about so is no luck.
    """
    stream = np.random.default_rng(0)
    leads, lead, before, after = np.zeros(SHUFFLES), 0.0, 0.0, 0.0
    for rung in task.rungs:
        known, new = (_points_by_deal(games, rung.bot) for games in (published, drawn))
        both, cut = np.concatenate([known, new]), len(known)
        shuffled = stream.permuted(np.tile(both, (SHUFFLES, 1)), axis=1)
        leads += shuffled[:, :cut].mean(axis=1) - shuffled[:, cut:].mean(axis=1)
        lead += known.mean() - new.mean()
        before, after = before + known.mean() / len(task.rungs), after + new.mean() / len(task.rungs)
    chance = (1 + int((leads >= lead - 1e-9).sum())) / (1 + SHUFFLES)
    if chance > RARE:
        return []
    text = f"{before:.0%} of the points on the published deals, {after:.0%} on drawn ones (p = {chance:.4f})"
    return [{"kind": "prepared", "text": text}]


def _points_by_deal(games: Sequence[Mapping[str, Any]], bot: str) -> np.ndarray[Any, Any]:
    """The mean points of each deal against one rung."""
    by_deal: dict[int, list[float]] = {}
    for game in games:
        if game["rung"] == bot:
            by_deal.setdefault(game["deal"], []).append(game["points"])
    return np.array([sum(points) / len(points) for points in by_deal.values()])
