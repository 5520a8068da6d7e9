"""reviews tell how well each seat decided in a column of its own: statistics need nothing else of them."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: the figures are in what was made."""
    op.add_column("reviews", sa.Column("quality", sa.JSON()))
    reviews = sa.table(
        "reviews", sa.column("table_id", sa.String), sa.column("made", sa.Text), sa.column("quality", sa.JSON)
    )
    connection = op.get_bind()
    made = sa.select(reviews.c.table_id, reviews.c.made).where(reviews.c.made.is_not(None))
    for row in connection.execute(made).all():
        quality = [seat["quality"] for seat in json.loads(row.made)["known"]["seats"]]
        connection.execute(reviews.update().where(reviews.c.table_id == row.table_id).values(quality=quality))


def downgrade() -> None:
    """Go back; nothing is lost."""
    with op.batch_alter_table("reviews") as batch:
        batch.drop_column("quality")
