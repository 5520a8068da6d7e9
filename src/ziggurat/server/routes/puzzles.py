"""Puzzles: the overview, the next one, solving one, and consent to make puzzles from matches."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import Response, get, patch, post
from litestar.params import Parameter

from ziggurat.puzzles import Puzzle
from ziggurat.server.protocol import PuzzleConsent, PuzzleMove, PuzzleName, PuzzlePlayed, Puzzles
from ziggurat.server.routes.common import PROBLEMS, Asked, answer, player_of, server_of
from ziggurat.server.runtime import machine
from ziggurat.server.runtime.clock import now
from ziggurat.server.study import puzzle_attempts, puzzles
from ziggurat.server.transport import middleware

GameOf = Annotated[str, Parameter(max_length=40)]
PuzzleId = Annotated[str, Parameter(max_length=20)]


@get("/api/puzzles", summary="Puzzles and my results", responses=PROBLEMS)
async def get_puzzles(request: Asked) -> Response[Puzzles]:
    """The number of puzzles by game and theme, your ratings and streaks, and the daily puzzle."""
    player = await player_of(request)
    return answer(await server_of(request).read(puzzle_attempts.overview, player, _today()), request)


@get("/api/puzzles/next", summary="The next puzzle", responses=PROBLEMS)
async def get_next(
    request: Asked,
    game: GameOf = "",
    theme: Annotated[str, Parameter(max_length=40)] = "",
) -> Response[PuzzleName]:
    """A puzzle near your rating that you have not tried, optionally of one game or theme."""
    among = puzzles.all_puzzles(game, theme)
    player = await player_of(request)
    draw = machine.source.random
    puzzle = await server_of(request).read(puzzle_attempts.choose_next, player, among, _today(), draw)
    return answer(PuzzleName(puzzle.game, puzzle.id), request)


@get("/api/puzzles/{game:str}/{puzzle:str}", summary="A puzzle", responses=PROBLEMS)
async def get_puzzle(request: Asked, game: GameOf, puzzle: PuzzleId) -> Response[PuzzlePlayed]:
    """The puzzle's position, without the answer."""
    return await _opened(request, puzzles.puzzle_of(game, puzzle), await player_of(request), "")


@post(
    "/api/puzzles/{game:str}/{puzzle:str}",
    summary="Answer a puzzle",
    status_code=200,
    responses=PROBLEMS,
    opt={"cost": 2},
)
async def post_puzzle(request: Asked, game: GameOf, puzzle: PuzzleId, data: PuzzleMove) -> Response[PuzzlePlayed]:
    """Answer a puzzle. Only your first answer counts for your rating.

    Without a move, `why` asks why nothing can be done with a piece or place.
    """
    task, player, server = puzzles.puzzle_of(game, puzzle), await player_of(request), server_of(request)
    if data.move is None:
        return await _opened(request, task, player, data.why)
    await server.games.require(game)
    given = await server.work(puzzles.read_answer, task, data.move)
    counted = await server.writer.write(
        partial(puzzle_attempts.attempt, player=player, puzzle=task, answer=given, at=now())
    )
    return answer(await server.work(puzzles.show_verdict, task, given, _is_todays(task), counted), request)


@patch("/api/puzzles/consent", summary="May my matches become puzzles?", responses=PROBLEMS)
async def patch_consent(request: Asked, data: PuzzleConsent) -> Response[Puzzles]:
    """Choose whether your finished matches may become puzzles. Everybody at the table must agree."""
    middleware.check_cookie(request)
    player, server = await player_of(request), server_of(request)
    await server.writer.write(partial(puzzle_attempts.set_consent, player=player, consent=data.consent, at=now()))
    return answer(await server.read(puzzle_attempts.overview, player, _today()), request)


async def _opened(request: Asked, puzzle: Puzzle, player: str, why: str) -> Response[Any]:
    server = server_of(request)
    await server.games.require(puzzle.game)
    tried = await server.read(puzzle_attempts.was_tried, player, puzzle)
    return answer(await server.work(puzzles.show_puzzle, puzzle, _is_todays(puzzle), tried, why), request)


def _today() -> Any:
    return puzzle_attempts.day_of(now())


def _is_todays(puzzle: Puzzle) -> bool:
    daily = puzzles.daily(_today())
    return daily is not None and (daily.game, daily.id) == (puzzle.game, puzzle.id)
