"""The database.

schema           the tables, one description for SQLite and PostgreSQL
database         opens the database and brings its schema up to date
upgrade          runs migrations completely or not at all, with a backup
migrations/      the Alembic migrations
writer           the one thread that writes: many requests, one commit
sqlite_appender  the fast path for journal entries on SQLite
backup, verify   backups; replaying everything that is stored
"""
