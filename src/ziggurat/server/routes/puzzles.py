"""Puzzles: what there is, the next one, a try, and whose matches may become some."""

from __future__ import annotations

import random
from functools import partial
from typing import Annotated, Any

from litestar import Response, get, patch, post
from litestar.params import Parameter

from ziggurat.puzzles import Puzzle
from ziggurat.server import guards, puzzling, solving
from ziggurat.server.live import now
from ziggurat.server.protocol import PuzzleConsent, PuzzleMove, PuzzleName, PuzzlePlayed, Puzzles
from ziggurat.server.routes.asking import PROBLEMS, Asked, answer, hall_of, player_of

GameOf = Annotated[str, Parameter(max_length=40)]
PuzzleId = Annotated[str, Parameter(max_length=20)]


@get("/api/puzzles", summary="The puzzles, and how I do with them", responses=PROBLEMS)
async def get_puzzles(request: Asked) -> Response[Puzzles]:
    """How many there are and about what, your ratings and streaks, and the puzzle of the day."""
    player = await player_of(request)
    return answer(await hall_of(request).read(puzzling.overview, player, _today()), request)


@get("/api/puzzles/next", summary="A puzzle to try", responses=PROBLEMS)
async def get_next(
    request: Asked,
    game: GameOf = "",
    theme: Annotated[str, Parameter(max_length=40)] = "",
) -> Response[PuzzleName]:
    """One near your rating that you have not tried: of a game and about a theme, if you name them."""
    among = solving.all_puzzles(game, theme)
    player = await player_of(request)
    draw = random.SystemRandom()
    found = await hall_of(request).read(puzzling.choose, player, among, _today(), draw)
    return answer(PuzzleName(found.game, found.id), request)


@get("/api/puzzles/{game:str}/{puzzle:str}", summary="A puzzle", responses=PROBLEMS)
async def get_puzzle(request: Asked, game: GameOf, puzzle: PuzzleId) -> Response[PuzzlePlayed]:
    """The position, as the seat to decide knows it, and nothing of the answer."""
    return await _opened(request, solving.puzzle_of(game, puzzle), await player_of(request), "")


@post("/api/puzzles/{game:str}/{puzzle:str}", summary="Try a puzzle", status_code=200, responses=PROBLEMS)
async def post_puzzle(request: Asked, game: GameOf, puzzle: PuzzleId, data: PuzzleMove) -> Response[PuzzlePlayed]:
    """Answer a puzzle and hear what it is worth. The first answer counts; later ones are practice.

    Without a move, `why` asks why nothing can be done with a thing.
    """
    found, player, hall = solving.puzzle_of(game, puzzle), await player_of(request), hall_of(request)
    if data.move is None:
        return await _opened(request, found, player, data.why)
    await hall.games.require(game)
    given = await hall.work(solving.answered, found, data.move)
    counted = await hall.writer.write(partial(puzzling.attempt, player=player, puzzle=found, answer=given, at=now()))
    return answer(await hall.work(solving.judged, found, given, _is_todays(found), counted), request)


@patch("/api/puzzles/consent", summary="May my matches become puzzles?", responses=PROBLEMS)
async def patch_consent(request: Asked, data: PuzzleConsent) -> Response[Puzzles]:
    """Say whether your finished matches may be searched for puzzles; they are if everybody at the table agrees."""
    guards.check_cookie(request)
    player, hall = await player_of(request), hall_of(request)
    await hall.writer.write(partial(puzzling.agree, player=player, consent=data.consent, at=now()))
    return answer(await hall.read(puzzling.overview, player, _today()), request)


async def _opened(request: Asked, puzzle: Puzzle, player: str, why: str) -> Response[Any]:
    hall = hall_of(request)
    await hall.games.require(puzzle.game)
    known = await hall.read(puzzling.was_tried, player, puzzle)
    return answer(await hall.work(solving.opened, puzzle, _is_todays(puzzle), known, why), request)


def _today() -> Any:
    return puzzling.day_of(now())


def _is_todays(puzzle: Puzzle) -> bool:
    one = solving.daily(_today())
    return one is not None and (one.game, one.id) == (puzzle.game, puzzle.id)
