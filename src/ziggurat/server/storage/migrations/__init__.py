"""Alembic migrations, which create the tables of `schema.py`. They import nothing else of Ziggurat."""
