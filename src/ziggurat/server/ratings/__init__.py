"""Ratings and statistics.

glicko        the rating formula
rated_match   rating changes of one match; no database
records       ratings in the database
leaderboard   the strongest players of each game, and rating curves
profiles      public profiles
statistics    results by game, seats and opponent
"""
