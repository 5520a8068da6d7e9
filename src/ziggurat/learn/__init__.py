"""Bots that learn: a network for each game, trained by playing itself (`ziggurat train`, extra `learn`).

boards.py      what a network knows of a game's board beforehand
network.py     the network, in PyTorch
selfplay.py    the network plays all seats of thousands of games
ppo.py         what it learns from them
league.py      earlier selves, the gate a champion has to pass, and strength so far
checkpoint.py  a run on disk, that survives being killed
export.py      the champion in whole numbers, for `ziggurat.bots`
training.py    all of it together
command.py     `ziggurat train`: what is refused before anything is spent

At play time nothing of this is needed: `ziggurat.bots.forward` is the same network as a kernel.
"""
