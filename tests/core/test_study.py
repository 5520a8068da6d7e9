"""Studies are written as logs with variations, and read back unchanged."""

from __future__ import annotations

import random
import re

import pytest

import ziggurat
from tests.playing import finish
from ziggurat import BadLog, Study, ZigguratError
from ziggurat.core import study
from ziggurat.core.log import Mark, Truth
from ziggurat.core.study import LONGEST_COMMENT, MOST_MARKS, MOST_NODES, Node, StudyRow

COMMENTS = ("", "", "Better.", "Two lines,\nand a { brace } in one.", "# no comment\n\n( or is it )", "0: m d7", "} {")
STRAY = ("(", ")", "truth 0 1", "[ a>>b ]", "{", "0: x")
PLACES = ("hex:d7", "edge:a1-a2", "craft:1:engineer", "done")


def opening() -> Study:
    return Study(ziggurat.new("babylonia", seats=2, seed=8).play("m d7", "end"))


def grown(game: str, draw: random.Random, steps: int = 60) -> Study:
    """A study of random decisions and truths, with something said here and there."""
    seats = ziggurat.game(game).seat_counts[0]
    study = Study(ziggurat.new(game, seats=seats, seed=draw.randrange(2**64)))
    nodes: list[Node] = [study.root]
    for _ in range(steps):
        node = nodes[-1] if draw.random() < 0.6 else draw.choice(nodes)
        match = study.at(node)
        if match.over:
            continue
        truth = draw.random() < 0.1
        step = Truth(draw.randrange(-1, 2), draw.randrange(2**64)) if truth else draw.choice(match.legal())
        nodes.append(study.add(node, step))
        study.comment(nodes[-1], draw.choice(COMMENTS))
        marks = [Mark(draw.choice(PLACES), draw.choice(("", *PLACES))) for _ in range(draw.randrange(3))]
        study.mark(nodes[-1], *marks)
        if draw.random() < 0.2:
            study.promote(draw.choice([one for one in nodes if one.parent is not None]))
    return study


def test_variations_comments_and_arrows_can_be_read_by_people() -> None:
    study = opening()
    first = study.root.children[0]
    study.comment(study.root, "Where to begin?")
    other = study.add(study.root, "p d7")
    study.comment(other, "A priest.\nWhy not?")
    study.mark(other, "hex:d7", "hex:d7>hex:e6")
    study.add(first, Truth(0, 11))
    match = study.main_line()
    assert study.to_text() == (
        "ziggurat match 1\n"
        "game babylonia\n"
        "rules 1\n"
        "seats 2\n"
        "variant no\n"
        "seed 8\n"
        "\n"
        "{ Where to begin? }\n"
        "(\n"
        "  0: p d7\n"
        "  { A priest. }\n"
        "  { Why not? }\n"
        "  [ hex:d7 hex:d7>hex:e6 ]\n"
        ")\n"
        "0: m d7\n"
        "(\n"
        "  truth 0 11\n"
        ")\n"
        "0: end\n"
        "\n"
        f"decisions 2, scores 0 0, digest {match.digest()}\n"
    )
    assert ziggurat.read(study.to_text()).to_text() == match.to_text()


def test_a_match_without_variations_is_written_as_its_own_log() -> None:
    match = finish(ziggurat.new("babylonia", seats=2, seed=21, variant=True), random.Random(1))
    assert Study(match).to_text() == match.to_text()
    assert Study.read(match.to_text()).main_line().actions == match.actions


@pytest.mark.parametrize("game", ziggurat.game_names())
@pytest.mark.parametrize("seed", range(4))
def test_written_study_is_read_back(game: str, seed: int) -> None:
    study = grown(game, random.Random(seed))
    text = study.to_text()
    again = Study.read(text)
    assert again.lines() == study.lines()
    assert again.to_text() == text
    assert len(again) == len(study)
    assert ziggurat.read(text).actions == study.main_line().actions
    assert [again.at(node).digest() for node in again] == [study.at(node).digest() for node in study]
    assert Study.grown(study.start, study.lines()).to_text() == text


def test_a_study_can_begin_from_a_position() -> None:
    position = ziggurat.new("ur", seats=2, seed=3).position()
    study = Study(ziggurat.load("ur", position))
    study.add(study.root, study.start.legal()[0])
    study.add(study.root, study.start.legal()[1])
    assert Study.read(study.to_text()).to_text() == study.to_text()


@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_text_is_refused_with_a_sentence_or_is_another_study(seed: int) -> None:
    draw = random.Random(seed)
    text = grown("ur", draw, 30).to_text()
    lines, refused = text.splitlines(), []
    for _ in range(150):
        damaged = lines.copy()
        match draw.randrange(4):
            case 0:
                damaged = damaged[: draw.randrange(len(damaged))]
            case 1:
                del damaged[draw.randrange(len(damaged))]
            case 2:
                damaged.insert(
                    draw.randrange(len(damaged)), draw.choice(("(", ")", "truth 0 1", "[ a>>b ]", "{", "0: x"))
                )
            case _:
                at = draw.randrange(len(damaged))
                damaged[at] = damaged[at][: draw.randrange(len(damaged[at]) + 1)] + draw.choice("({[)]};:>x")
        try:
            study = Study.read("\n".join(damaged))
        except ZigguratError as problem:
            refused.append(problem.sentence)
        else:
            assert Study.read(study.to_text()).lines() == study.lines()
    assert len(refused) > 100
    assert all(reason.endswith(".") for reason in refused)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("(", "a '(' that is never closed"),
        (")", "a ')' that closes nothing"),
        ("{ so }\ntruth 0 1", "at the start of a variation"),
        ("(\n0: end\n)", "Decision 1, 'end', cannot be played"),
        ("(\n1: m d7\n)", "is seat 0's"),
        ("(\n0: m d7\n0: end\n0: end\n)", "is seat 1's"),
        ("(\ntruth 7 1\n)", "needs a seat and a seed"),
        ("(\ntruth 0 99999999999999999999\n)", "needs a seat and a seed"),
        ("[ hex:d7> ]", "cannot be marked"),
        ("[ <script> ]", "cannot be marked"),
        (f"[ {' '.join(f'hex:d{at}' for at in range(MOST_MARKS + 1))} ]", f"up to {MOST_MARKS} marks"),
        (f"{{ {'x' * (LONGEST_COMMENT + 1)} }}", f"up to {LONGEST_COMMENT} characters"),
        ("{ a\x07bell }", "cannot contain the character U+0007"),
    ],
)
def test_bad_variations_are_refused_with_a_sentence(said: str, sentence: str) -> None:
    text = opening().to_text()
    with pytest.raises(BadLog, match=re.escape(sentence)):
        Study.read(text.replace("0: m d7; end", f"{said}\n0: m d7; end"))


def test_a_study_has_a_limited_number_of_decisions() -> None:
    study = Study(ziggurat.new("babylonia", seats=2, seed=8))
    study._count = MOST_NODES
    with pytest.raises(BadLog, match=f"up to {MOST_NODES} moves"):
        study.add(study.root, "m d7")


def test_variations_are_promoted_and_deleted() -> None:
    study = opening()
    other = study.add(study.root, "p d7")
    assert study.add(study.root, "p d7") is other
    study.promote(other)
    assert study.main_line().history() == ["p d7"]
    study.delete(other)
    assert study.main_line().history() == ["m d7", "end"]
    assert len(study) == 2
    with pytest.raises(ZigguratError, match="nothing before the start"):
        study.delete(study.root)
    with pytest.raises(ZigguratError, match="nothing before the start"):
        study.promote(study.root)


def test_resampled_truth_keeps_what_the_seat_knows() -> None:
    study = Study(ziggurat.new("babel", seats=2, seed=5))
    knows, drawn = study.start, study.add(study.root, Truth(0, 9))
    other = study.at(drawn)
    assert other.record(0).tobytes() == knows.record(0).tobytes()
    assert other.digest() != knows.digest()
    assert other.actions == ()
    assert study.main_line().actions == ()  # it is no decision
    decision = study.add(study.root, knows.legal()[0])
    assert study.root.children == [decision, drawn]


def test_a_list_that_does_not_fit_together_is_refused() -> None:
    start = opening().start
    for lines, sentence in (
        ([StudyRow(-1, None), StudyRow(3, 1)], "Entry 1 of the study comes before"),
        ([StudyRow(0, None)], "Entry 0 of the study comes before"),
        ([StudyRow(-1, None), StudyRow(0, 10**9)], "Entry 1 of the study cannot be played"),
        ([StudyRow(-1, None), StudyRow(0, None)], "only one start"),
    ):
        with pytest.raises(ZigguratError, match=sentence):
            Study.grown(start, lines)


def test_many_variations_of_one_position_are_added_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is looked up by its step: comparing it with all that are there made a long study take seconds."""
    compared = 0

    class Counted(Truth):
        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return super().__eq__(other)

        __hash__ = Truth.__hash__

    monkeypatch.setattr(study, "MOST_TRUTHS", 1000)
    tree = Study(ziggurat.new("babel", seed=1))
    for seed in range(1000):
        tree._put(tree.root, Counted(0, seed), -1)
    assert compared < 50
    assert len(tree.root.children) == 1000


def test_a_position_has_a_limited_number_of_other_truths() -> None:
    tree = Study(ziggurat.new("babel", seed=1))
    for seed in range(study.MOST_TRUTHS):
        tree.add(tree.root, Truth(0, seed))
    tree.add(tree.root, Truth(0, 3))  # it is there already
    with pytest.raises(BadLog, match="up to 64 variations"):
        tree.add(tree.root, Truth(0, study.MOST_TRUTHS))
    tree.delete(tree.root.children[0])
    tree.add(tree.root, Truth(0, study.MOST_TRUTHS))
