"""Looking at matches afterwards, and learning.

replays          finished matches, decision by decision, and as logs
replay_worker    the process that reads logs and replays matches (`replay_pool`: several of them)
reviews          reviews of finished matches
analysis         the analysis board; runs in a replay worker
engine_lines     engine lines for the analysis board
live_guard       finds the running matches of a player
live_matches     refuses analysis of positions from running matches
studies          saved studies
puzzles          puzzles as the page shows them
puzzle_attempts  attempts, and the ratings of puzzles and solvers
puzzle_consent   which finished matches may become puzzles
lessons          worked examples and lessons
game_cards       the games as the page lists them
"""
