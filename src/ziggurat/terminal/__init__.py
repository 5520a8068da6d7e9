"""Playing and replaying in a terminal. Knows no particular game: everything comes from `Game` and `Match`."""
