"""Reviews on a device, and moves that are tried again: the server's own judging, whose searches workers share.

`begin` starts a job, `answered` takes what a search has found. Both return what is to be done next, as texts of JSON:
searches for bots' workers (`ask`), how far it is (`progress`), and in the end the answer (`done`) or a refusal
(`refused`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import msgspec

import ziggurat
from ziggurat.core.errors import ZigguratError
from ziggurat.core.match import Match
from ziggurat.reviewing.evaluation import Evaluation, EvaluationRequest
from ziggurat.reviewing.judgement import Judging, Part
from ziggurat.reviewing.report import Judged
from ziggurat.server.protocol.replays import Reviewed, ReviewStatus
from ziggurat.server.refusals import Refused, as_problem
from ziggurat.server.study import tries

SECONDS = 15.0  # of a server: one core of a browser takes about four times as long

_JOBS: dict[str, Job] = {}


class ReviewRequest(msgspec.Struct, frozen=True):
    """A match to review: its log, and the seconds that a server would take."""

    log: str
    seconds: float = SECONDS


class TryRequest(msgspec.Struct, frozen=True):
    """A decision to try again; without a move it is only shown."""

    log: str
    decision: int
    judged: Judged | None = None  # by the review
    move: int | str | None = None
    why: str = ""


class Job:
    """Searches under way. Those of one stage need nothing of each other; `finish` makes the result."""

    def __init__(self, stages: Iterator[list[Part]], finish: Callable[[], Any], steps: Callable[[], int]) -> None:
        self._stages, self._finish, self._steps = stages, finish, steps
        self._asking: dict[int, Part] = {}  # by the number of a search
        self._count = self._done = 0

    def answered(self, number: int, evaluation: Evaluation) -> list[str]:
        """Take what a search has found. How long it took does not count: nobody else waits for this processor."""
        self._done += 1
        searches = self._step(self._asking.pop(number), msgspec.structs.replace(evaluation, seconds=0.0))
        progress = _encoded({"is": "progress", "progress": round(min(1.0, self._done / self._steps()), 3)})
        return [progress, *(searches if searches or self._asking else self.go_on())]

    def go_on(self) -> list[str]:
        """The searches of the next stage; after the last, the answer."""
        for stage in self._stages:
            searches = [text for part in stage for text in self._step(part)]
            if searches:
                return searches
        return [_encoded({"is": "done", "body": self._finish()})]

    def _step(self, part: Part, evaluation: Evaluation | None = None) -> list[str]:
        """The next search of a part, if it needs another."""
        try:
            request = next(part) if evaluation is None else part.send(evaluation)
        except StopIteration:
            return []
        self._count += 1
        self._asking[self._count] = part
        heading = _encoded({"is": "ask", "number": self._count})
        return [heading + "\n" + _encoded(request)]


def begin(job: str, kind: str, text: str) -> list[str]:
    """Start a `review`, or a `try`."""

    def work() -> list[str]:
        if kind == "try":
            attempt = msgspec.json.decode(text, type=TryRequest)
            match = ziggurat.read(attempt.log).at(attempt.decision)
            if attempt.move is None:
                return [_encoded({"is": "done", "body": tries.shown(match, attempt.decision, attempt.why)})]
            if attempt.judged is None:
                raise Refused(tries.NO_CHOICE)
            _JOBS[job] = _trying(match, attempt.judged, attempt.move)
        else:
            review = msgspec.json.decode(text, type=ReviewRequest)
            _JOBS[job] = _reviewing(ziggurat.read(review.log), review.seconds)
        return _JOBS[job].go_on()

    return _guarded(job, work)


def answered(job: str, number: str, evaluation: str) -> list[str]:
    """Go on with what a search has found."""
    return _guarded(job, lambda: _JOBS[job].answered(int(number), msgspec.json.decode(evaluation, type=Evaluation)))


def forget(job: str) -> list[str]:
    """Nobody waits for a job any more."""
    _JOBS.pop(job, None)
    return []


def _reviewing(match: Match, seconds: float) -> Job:
    ways = (False, True) if match.game.secrets else (False,)
    judgings = [Judging(match, seconds / len(ways), openly=openly) for openly in ways]

    def stages() -> Iterator[list[Part]]:
        for judging in judgings:
            yield from judging.stages()

    def finish() -> Reviewed:
        known, *openly = [judging.review() for judging in judgings]
        return Reviewed(ReviewStatus.DONE, 0, 1.0, known, openly[0] if openly else None)

    return Job(stages(), finish, lambda: sum(judging.steps for judging in judgings))


def _trying(match: Match, judged: Judged, move: int | str) -> Job:
    tried: list[Any] = []

    def part() -> Generator[EvaluationRequest, Evaluation, None]:
        tried.append((yield from tries.try_move(match, judged, move)))

    return Job(iter([[part()]]), lambda: tried[0], lambda: 2)


def _guarded(job: str, act: Callable[[], list[str]]) -> list[str]:
    try:
        return act()
    except (ZigguratError, msgspec.MsgspecError) as problem:
        forget(job)
        status = problem.status if isinstance(problem, Refused) else 400
        reason = problem.sentence if isinstance(problem, ZigguratError) else str(problem)
        return [_encoded({"is": "refused", "status": status, "body": as_problem(reason)})]


def _encoded(message: Any) -> str:
    return msgspec.json.encode(message).decode()
