"""Whether verdicts stand: `python benchmarks/verdicts.py GAME --games 4 --seconds 10 --times 50`.

Levels play each other, every match is reviewed, and each mistake and blunder is searched again with many times the
iterations of the review's first comparison, in other truths. Printed: how many of them still cost at least as much as a
mistake does, how many at least as much as a slip, and in how many the move played turned out to be no worse; and for
how many mistakes the review had no better reason than that they pay off later.
"""

from __future__ import annotations

import argparse
import json

import ziggurat
from ziggurat import bots
from ziggurat.reviewing import Grade, Review, Why
from ziggurat.reviewing.evaluation import EvaluationRequest, combine_seed, evaluate
from ziggurat.reviewing.judgement import MISTAKE, SLIP, JudgedChoice, Judging


def played(name: str, seats: int, levels: list[str], seed: int) -> ziggurat.Match:
    """A match of several levels."""
    match = ziggurat.new(name, seats=seats, seed=seed)
    players = [bots.find(levels[seat % len(levels)])(match.game, 100 * seed + seat) for seat in range(seats)]
    while not match.over:
        match.play(int(players[match.actor].choose(match.record(match.actor))))
    return match


def judge(judging: Judging) -> Review:
    """Make a review."""
    evaluations = judging.evaluations()
    request = next(evaluations)
    try:
        while True:
            request = evaluations.send(evaluate(request))
    except StopIteration as ended:
        review: Review = ended.value
        return review


def main() -> None:
    """Play, review, and search the verdicts again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(ziggurat.game_names()))
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--first", type=int, default=0, help="number of the first match, for several processes")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a processor, for each review")
    parser.add_argument("--times", type=int, default=50, help="the iterations of the review's comparison")
    parser.add_argument("--levels", default="mayor,scribe")
    parser.add_argument("--most", type=int, default=25, help="verdicts of a game")
    given = parser.parse_args()
    for name in given.game:
        counts = {"verdicts": 0, "mistake": 0, "slip": 0, "no worse": 0, "unclear": 0, "without a reason": 0}
        costs: list[tuple[float, float]] = []
        for seed in range(given.first, given.first + given.games):
            seats = ziggurat.game(name).seat_counts[seed % len(ziggurat.game(name).seat_counts)]
            judging = Judging(played(name, seats, given.levels.split(","), seed), given.seconds, openly=False)
            review = judge(judging)
            counts["unclear"] += sum(one.grade is Grade.UNCLEAR for one in review.judged)
            for choice, one in zip(judging.choices, review.judged, strict=True):
                if one.grade not in (Grade.MISTAKE, Grade.BLUNDER) or counts["verdicts"] >= given.most:
                    continue
                cost = again(judging, choice, given.times * judging.plan.compare)
                costs.append((one.cost, round(cost, 3)))
                counts["verdicts"] += 1
                counts["mistake"] += cost >= MISTAKE
                counts["slip"] += cost >= SLIP
                counts["no worse"] += cost <= 0
                counts["without a reason"] += bool(one.better and one.better.reasons[0].kind is Why.LATER)
            print(json.dumps({"game": name, "seed": seed, "so far": counts}), flush=True)
        print(json.dumps({"game": name, "matches": given.games, "compare": judging.plan.compare, **counts}))
        print(sorted(costs, key=lambda pair: pair[1])[:8], flush=True)


def again(judging: Judging, choice: JudgedChoice, iterations: int) -> float:
    """What a decision costs by a deeper search in other truths."""
    chances = []
    for action in (choice.best, choice.action):
        seed = combine_seed(judging.seed, choice.decision, 99)
        request = EvaluationRequest(
            judging.match.game.name,
            choice.records.tobytes(),
            choice.seat,
            False,
            action,
            seed,
            iterations,
        )
        chances.append(evaluate(request).expected[choice.seat])
    return chances[0] - chances[1]


if __name__ == "__main__":
    main()
