"""Tables: matches that people and bots play.

live          a table in memory: commits moves, broadcasts what happened
driver        runs a table's bots and clocks
loading       loads tables from the database, and reloads them after errors
queries       read-only questions: previews, plans, past positions, prospects, reasons
hints         what the strongest bot would do
sitting       a table's state, computed from its journal
clocks        clocks, computed from the journal
frames        the messages each seat receives
presence      who has the table open, and who is looking at it
results       how matches end
creation      creates tables, rematches, forks and imports
table_store   tables, seats and journals in the database
seat_store    sitting down, leaving before the start, starting
chat_store    chat and private notes
lobby_query   lists of tables
departure     leaving a seat, or all seats of a player
correspondence  what counts as correspondence
turns         whose turn it is, in the database
quotas        what one player and one address may use
pictures      pictures of tables for links and sharing
log_names     player names in match logs
"""
