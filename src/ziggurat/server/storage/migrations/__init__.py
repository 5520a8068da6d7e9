"""Alembic's migrations: how the database came to be as `schema.py` describes it."""
