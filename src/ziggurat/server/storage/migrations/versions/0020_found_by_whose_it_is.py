"""what somebody said and noted, and the guests somebody was, are found without reading through everybody's."""

from __future__ import annotations

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward: logging in, deleting an account and reading a report ask for them."""
    op.create_index("chat_player", "chat", ["player"])
    op.create_index("notes_player", "notes", ["player"])
    op.create_index("players_became", "players", ["became"])


def downgrade() -> None:
    """Go back: everybody's are read through."""
    op.drop_index("players_became", "players")
    op.drop_index("notes_player", "notes")
    op.drop_index("chat_player", "chat")
