"""with a million matches behind it, no page reads through a table from one end to the other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

WIDENED = (  # table; the index there was, and its columns; the one there is, and its columns: enough without the row
    ("tables", "tables_host", ["host"], "tables_host_id", ["host", "id"]),
    ("seats", "seats_player", ["player"], "seats_player_table_id_seat", ["player", "table_id", "seat"]),
    (
        "ratings",
        "ratings_game_rating",
        ["game", "rating"],
        "ratings_game_rating_deviation_subject",
        ["game", "rating", "deviation", "subject"],
    ),
)


def upgrade() -> None:
    """Go forward: what is to be reviewed, reported or somebody's own is found in the order it is asked for."""
    for table, before, _, after, columns in WIDENED:
        op.create_index(after, table, columns)
        op.drop_index(before, table)
    op.create_index("tables_id_changed", "tables", ["id", "changed", "status", "public"])
    unmade = sa.text("made IS NULL AND problem IS NULL")
    op.create_index("reviews_unmade", "reviews", ["asked", "table_id"], postgresql_where=unmade, sqlite_where=unmade)
    op.create_index("reports_at_id", "reports", ["at", "id"])
    for name in ("turns_told", "invitations"):  # of matches that are over; from now on they go when one ends
        op.execute(f"DELETE FROM {name} WHERE table_id IN (SELECT id FROM tables WHERE status = 'finished')")  # noqa: S608


def downgrade() -> None:
    """Go back: they are looked for among all."""
    op.drop_index("reports_at_id", "reports")
    op.drop_index("reviews_unmade", "reviews")
    op.drop_index("tables_id_changed", "tables")
    for table, before, columns, after, _ in WIDENED:
        op.create_index(before, table, columns)
        op.drop_index(after, table)
