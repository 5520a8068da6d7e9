"""Ziggurat's puzzles for `verifiers`: `vf-eval ziggurat-puzzles`. See docs/language-models.md.

One question each. Every legal action has a value already, so the reward is dense and needs no engine: 1 for a right
answer, 0.1 for the worst legal action, the others in between by their winning chance, and 0 for a refused answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ziggurat.core.match import Match
from ziggurat.core.registry import game as find_game
from ziggurat.core.registry import game_names
from ziggurat.llm.dependencies import verifiers as vf
from ziggurat.llm.harness import ChatHarness
from ziggurat.llm.puzzles import judge, prompt_of
from ziggurat.llm.tasks import system_prompt
from ziggurat.puzzles.format import UNIT
from ziggurat.puzzles.shipped import begin, find, puzzles

__all__ = ["ChatHarness", "PuzzlesEnv", "PuzzlesTaskset"]

WORST = 0.1  # for the worst legal action


class PuzzlesConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which puzzles, and how legal moves are listed: `grouped`, `all` or `none`."""

    games: list[str] = list(game_names())  # noqa: RUF012 - pydantic copies it; vf-eval reads no tuple
    moves: str = "grouped"


class PuzzleData(vf.TaskData):  # type: ignore[misc]
    """A puzzle by its name."""

    game: str
    puzzle: str


class PuzzleTask(vf.Task[PuzzleData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """A position with one decision to make."""

    def _judged(self, trace: Any) -> Any:
        return judge(find(find_game(self.data.game), self.data.puzzle), trace.last_reply or "")

    @vf.reward(weight=1.0)  # type: ignore[untyped-decorator]
    async def value(self, trace: Any) -> float:
        """How good the answer is, from 0 to 1."""
        answer = self._judged(trace)
        if answer.refusal:
            return 0.0
        values = [option.value for option in find(find_game(self.data.game), self.data.puzzle).options]
        spread = (max(values) - min(values)) / UNIT
        return 1.0 if answer.right or not spread else 1.0 - (1.0 - WORST) * answer.regret / spread

    @vf.metric  # type: ignore[untyped-decorator]
    async def answered(self, trace: Any) -> dict[str, float]:
        """Whether the answer is right, what it loses, and whether it was refused."""
        answer = self._judged(trace)
        return {"right": float(answer.right), "regret": answer.regret, "refused": float(bool(answer.refusal))}


class PuzzlesTaskset(vf.Taskset[PuzzleTask, PuzzlesConfig]):  # type: ignore[misc]
    """All shipped puzzles."""

    def load(self) -> Iterator[PuzzleTask]:
        """One task for each puzzle."""
        for name in self.config.games:
            game = find_game(name)
            system = system_prompt(game)
            for puzzle in puzzles(game):
                match: Match = begin(puzzle)
                data = PuzzleData(
                    id=f"{name}/{puzzle.id}",
                    prompt=prompt_of(puzzle, match, self.config.moves),
                    system_prompt=system,
                    game=name,
                    puzzle=puzzle.id,
                )
                yield PuzzleTask(data, self.config.task)


class PuzzlesEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """One model, in this process."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class PuzzlesEnv(vf.Env[PuzzlesEnvConfig]):  # type: ignore[misc]
    """A question and an answer."""

    async def run(self, task: Any, agents: Any) -> None:
        """Ask once."""
        await agents.agent.run(task)
