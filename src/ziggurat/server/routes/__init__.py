"""The HTTP interface, by subject. Every answer is typed; every refusal is one sentence."""

from __future__ import annotations

from typing import Any

from ziggurat.server.routes import (
    analysis,
    games,
    operations,
    people,
    pictures,
    puzzles,
    replays,
    statistics,
    tables,
    tokens,
)

ROUTES: list[Any] = [
    *(people.get_me, people.patch_me, people.post_account, people.post_login, people.post_logout),
    *(people.post_logout_everywhere, people.post_password),
    *(statistics.get_mine, statistics.get_bot),
    *(tokens.get_tokens, tokens.post_token, tokens.delete_token),
    *(games.get_games, games.get_rules, games.get_examples, games.get_lessons, games.post_lesson),
    *(puzzles.get_puzzles, puzzles.get_next, puzzles.get_puzzle, puzzles.post_puzzle, puzzles.patch_consent),
    *(tables.get_tables, tables.post_table, tables.get_table, tables.post_sit, tables.post_leave, tables.post_rematch),
    *(tables.post_hide, tables.post_unhide),
    *(replays.get_replay, replays.get_moment, replays.get_log, replays.get_log_json),
    *(replays.get_review, replays.post_review),
    *(pictures.get_picture, pictures.get_film, pictures.get_card, pictures.get_game_card),
    *(replays.post_fork, replays.post_import),
    *(analysis.post_analysis, analysis.post_text, analysis.post_log, analysis.post_position, analysis.post_lines),
    analysis.post_setup,
    *(analysis.get_studies, analysis.post_study, analysis.put_study, analysis.delete_study, analysis.get_study),
    *(operations.healthz, operations.readyz, operations.get_metrics, operations.get_protocol),
]
