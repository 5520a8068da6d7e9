"""Reviews of matches: what each decision cost, what was luck, what would have been better, and why.

Every decision is judged by what its seat knew, with the search that the strongest bots play by; `docs/review.md` says
how, and what the figures mean.
"""

from __future__ import annotations

from collections.abc import Callable

from ziggurat.core.errors import BadOption
from ziggurat.core.match import Match, read
from ziggurat.core.sentence import quoted
from ziggurat.reviewing.evaluation import evaluate
from ziggurat.reviewing.judgement import Judging
from ziggurat.reviewing.report import Better, Grade, Judged, Reason, Review, SeatReview, Why

__all__ = ["Better", "Grade", "Judged", "Judging", "Reason", "Review", "SeatReview", "Why", "review"]

SECONDS = 60.0
Progress = Callable[[float], None]


def review(
    match: Match | str, seconds: float = SECONDS, *, everything: bool = False, progress: Progress | None = None
) -> Review:
    """Judge every decision of a match, or of its log, with at most so many seconds of one processor.

    Each seat is judged by what it knew; with `everything`, by all that lay on the table, the other hands too. The same
    log and budget give the same review. `progress` is told the part that is done.
    """
    if isinstance(match, str):
        match = read(match)
    if not isinstance(match, Match):
        raise BadOption(f"A review is of a match or of its log, not of {quoted(match)}.")
    judging = Judging(match, seconds, openly=everything)
    looks = judging.looks()
    done = 0
    try:
        question = next(looks)
        while True:
            look = evaluate(question)
            done += 1
            if progress is not None:
                progress(min(1.0, done / judging.steps))
            question = looks.send(look)
    except StopIteration as ended:
        found: Review = ended.value
        return found
