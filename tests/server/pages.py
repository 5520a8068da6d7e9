"""All database queries of the pages and background jobs."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date
from typing import Any

from sqlalchemy import Connection, Engine, event

from tests.server.large_database import NOW
from ziggurat.puzzles import shipped
from ziggurat.server.accounts import identity, passkeys, player_store
from ziggurat.server.notifications import feeds, outbox, settings, vacations
from ziggurat.server.protocol import PaceKind
from ziggurat.server.ratings import leaderboard, records, statistics
from ziggurat.server.runtime import coordinator
from ziggurat.server.social import friends, matchmaking, moderation, mute_block, reports
from ziggurat.server.study import puzzle_attempts, replays, reviews, studies
from ziggurat.server.tables import chat_store, lobby_query, table_store, turns
from ziggurat.server.tables.lobby_query import Filter
from ziggurat.server.tournaments import storage, summary

Asking = Callable[[Connection], Any]
ME = "p0"  # who plays most
MIDDLE = "p1"  # whose rating is sure, and neither good nor bad
PAGE = 51
DAY = 86_400_000  # milliseconds
BY_MATCH = {"tables", "seats", "journal", "rating_changes", "reviews", "chat", "turns_told"}


def all_of_them(last: int) -> dict[str, Asking]:
    """By name; `last` is the number of the last finished match."""
    table, running = f"m{last}", f"m{last + 1}"
    quality = [f"m{number}" for number in range(last, max(0, last - 1000), -1)]

    def lobby(show: str, before: tuple[int, str] | None = None, wanted: Filter = lobby_query.ANY) -> Asking:
        return lambda connection: lobby_query.list_tables(connection, show, ME, before, PAGE, 0, wanted)

    return {
        **{f"lobby: {show}": lobby(show) for show in ("open", "running", "finished", "mine", "unfinished", "hidden")},
        "lobby: finished, page 2": lobby("finished", (NOW - 2_000_000, "m5")),
        "lobby: of one game": lobby("finished", wanted=Filter(game="ur", seats=3, rated=True)),
        "lobby: at a pace": lobby("finished", wanted=Filter(pace=PaceKind.UNTIMED)),
        "lobby: near me": lobby("open", wanted=Filter(near=ME)),
        "mine, page 2": lobby("mine", (NOW - 500_000_000, "m5")),
        "a table": lambda c: table_store.load_table(c, table),
        "a journal": lambda c: table_store.load_journal(c, table),
        "a chat": lambda c: chat_store.load_chat(c, table, ME, players_room=True, both=True),
        "a note": lambda c: chat_store.load_note(c, table, ME),
        "a replay": lambda c: replays.load(c, table),
        "me": lambda c: (
            player_store.find_player(c, ME),
            identity.name_of(c, ME),
            player_store.is_signed_in(c, ME, 0, "x"),
        ),
        "a name": lambda c: player_store.find_named(c, "Player 7"),
        "logging in": lambda c: player_store.find_login(c, "login7"),
        "a token": lambda c: player_store.find_token(c, "h3"),
        "passkeys": lambda c: passkeys.listed(c, ME),
        "opening a table": lambda c: table_store.count_unfinished(c, ME, NOW - DAY),
        "a profile": lambda c: statistics._load_player(c, ME, public=True),
        "a profile's ratings": lambda c: leaderboard.of_player(c, ME),
        "statistics": lambda c: statistics._load_player(c, ME),
        "statistics: quality": lambda c: statistics._load_quality(c, quality),
        "a bot's statistics": statistics._load_latest,
        "the leaderboard": lambda c: leaderboard.load(c, "ur", ME, 100),
        "the leaderboard, provisional": lambda c: leaderboard.load(c, "ur", ME, 100, provisional=True),
        "the leaderboard, from the middle": lambda c: leaderboard.load(c, "ur", MIDDLE, 100),
        "puzzles": lambda c: puzzle_attempts.overview(c, ME, date(2026, 1, 3)),
        "a puzzle": _choose_puzzle,
        "tournaments": lambda c: summary.overview(c, ME),
        "a tournament": lambda c: summary.describe(c, "c7", ME, NOW),
        "tournaments that are due": lambda c: storage.due(c, NOW, NOW),
        "a review": lambda c: reviews._state(c, table),
        "a review that waits": lambda c: reviews._state(c, "m40"),
        "the next review": lambda c: (reviews._next(c), reviews._pending(c)),
        "studies": lambda c: studies.list_own(c, ME),
        "friends": lambda c: friends.load_friends(c, ME, NOW),
        "invitations": lambda c: friends.load_invitations(c, ME),
        "whom somebody has muted": lambda c: (mute_block.load_lists(c, ME), mute_block.blocked_with(c, ME)),
        "one's standing": lambda c: reports.load_moderation_status(c, ME, NOW),
        "reports": lambda c: moderation.list_reports(c, ME, dealt=False, before=None),
        "reports that were dealt with": lambda c: moderation.list_reports(c, ME, dealt=True, before=None),
        "a report": lambda c: moderation.load_report(c, ME, "r3"),
        "what moderators did": lambda c: moderation.list_audit(c, None),
        "how somebody is told": lambda c: settings.summary(c, ME, NOW),
        "a feed": lambda c: feeds.load(c, "k0", ""),
        "turns": lambda c: turns.of_player(c, ME),
        "turns to notify": lambda c: turns.unnotified(c, NOW - DAY, NOW),
        "messages to send": lambda c: outbox._find_due(c, outbox.MAIL),
        "looking for a match": lambda c: matchmaking.load_waiting(c, NOW),
        "positions of running matches": lambda c: table_store.running_seats(c, ME, "ur", 200),
        "leaving": lambda c: table_store.unfinished_seats(c, ME),
        "vacations": lambda c: (vacations.current(c, ME, NOW), vacations._wrong_clocks(c, NOW)),
        "tables that need bots or clocks": lambda c: table_store.needing_bots_or_clocks(c, NOW - DAY),
        "what others wrote": lambda c: coordinator._newest(c, [table, running]),
        "matches that were not rated": records.missed,
    }


def _choose_puzzle(connection: Connection) -> Any:
    import ziggurat

    among = shipped.puzzles(ziggurat.game("ur"))
    return puzzle_attempts.choose_next(connection, ME, among, date(2026, 1, 3), random.Random(1))


def statements(engine: Engine, asking: Asking) -> list[tuple[str, Any]]:
    """The SQL statements of a query function, with their values."""
    queries: list[tuple[str, Any]] = []

    def note(statement: str, values: Any) -> None:
        if statement.lstrip().startswith("SELECT"):
            queries.append((statement, values))

    def heard(_c: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool) -> None:
        note(statement, values)

    with engine.connect() as connection:
        event.listen(connection, "before_cursor_execute", heard)
        asking(connection)
    return queries


def scans(plan: dict[str, Any], *, again: bool = False) -> list[str]:
    """The tables that a query plan scans.

    `again`: for every row of another table. There even reading along an index is too much of what grows with matches.
    """
    kind, name = str(plan["Node Type"]), str(plan.get("Relation Name"))
    again = again or plan.get("Parent Relationship") == "SubPlan"
    along = kind in ("Index Scan", "Index Only Scan") and "Index Cond" not in plan
    own = [name] if kind == "Seq Scan" or (again and along and name in BY_MATCH) else []
    return own + [name for part in plan.get("Plans", []) for name in scans(part, again=again)]
