"""Exploratory tests: random episodes for as long as one likes.

`make test` checks, and does the same every time. `make explore MINUTES=30` draws: browsers that click and press keys,
fuzzers, random matches beside second implementations, servers and clusters that fail. It says its seed, and stops at
the first thing it finds.
"""
