"""What every game shares. Nothing in here knows any game.

- kernels: `kernel`, `contract`, `engine`, `record`, and what rules are written with: `bits`, `chance`, `seating`
- a game and a match: `game`, `registry`, `match`, `log`, `study`, `events`, `spelling`, `view`, `position`, `setup`,
  `places`
- packages: `choices` (what a seat may choose), `lessons` (lessons and worked examples), `compile` (backends and the
  cache of compiled kernels), `drawing` (boards as SVG)
- for all layers above: `errors`, `sentence`, `outputs`, `copies`, `threads`, `lazy`
"""
