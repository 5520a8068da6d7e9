"""For programs that play by text, such as language models.

`observation` writes what a seat knows, `clauses` cuts the rules into their clauses, `grouping` shortens lists of moves,
`replies` reads what a model answered, `turns` plays several moves of one seat, `seat_log` writes a match without what a
seat may not know.
"""
