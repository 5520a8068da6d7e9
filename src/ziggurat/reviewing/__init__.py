"""Reviews of matches: what each decision cost, what was luck, what would have been better, and why.

Every decision is judged by what its seat knew, with the search of the strongest bots. See `docs/review.md`.

evaluation   what each seat can expect at a position
searches     what an evaluation is asked, and what it answers
judgement    which evaluations a review needs, and what follows from them
plan         how the time budget is divided
lines        engine lines in words, and reasons
report       the review as typed structs
verdicts     what actions lose: a reward for each decision
folder       reviews of a folder of logs
"""

from __future__ import annotations

from collections.abc import Callable

from ziggurat.core.errors import BadOption
from ziggurat.core.match import Match, read
from ziggurat.core.sentence import quoted
from ziggurat.reviewing.evaluation import evaluate
from ziggurat.reviewing.judgement import Judging
from ziggurat.reviewing.report import Better, Grade, Judged, Reason, Review, SeatReview, Why
from ziggurat.reviewing.verdicts import Verdict, judge

__all__ = [
    "Better",
    "Grade",
    "Judged",
    "Judging",
    "Reason",
    "Review",
    "SeatReview",
    "Verdict",
    "Why",
    "judge",
    "review",
]

SECONDS = 60.0
Progress = Callable[[float], None]


def review(
    match: Match | str, seconds: float = SECONDS, *, everything: bool = False, progress: Progress | None = None
) -> Review:
    """Judge every decision of a match, or of its log, in at most `seconds` of processor time.

    Each seat is judged by what it knew; with `everything`, by the whole position, hidden hands included. The same log
    and budget give the same review. `progress` gets the part that is done.

    >>> import ziggurat
    >>> match = ziggurat.new("babel", seed=7).play("pawn A", "deploy P")
    >>> review = ziggurat.review(match, seconds=0.1)
    >>> [judged.text for judged in review.judged]
    ['pawn A', 'deploy P']
    """
    if isinstance(match, str):
        match = read(match)
    if not isinstance(match, Match):
        raise BadOption(f"A review is of a match or of its log, not of {quoted(match)}.")
    judging = Judging(match, seconds, openly=everything)
    evaluations = judging.evaluations()
    done = 0
    try:
        request = next(evaluations)
        while True:
            evaluation = evaluate(request)
            done += 1
            if progress is not None:
                progress(min(1.0, done / judging.steps))
            request = evaluations.send(evaluation)
    except StopIteration as ended:
        result: Review = ended.value
        return result
