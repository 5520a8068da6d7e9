"""Runs the migrations on the connection that `database.alembic_config` passes."""

from __future__ import annotations

from alembic import context

given = context.config.attributes
context.configure(connection=given["connection"], target_metadata=given["target_metadata"], render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
