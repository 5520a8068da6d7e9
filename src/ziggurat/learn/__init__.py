"""Bots that learn: a network for each game, trained by playing itself (`ziggurat train`, extra `learn`).

settings.py    what is trained and how: options of a run, without PyTorch
boards.py      which inputs and actions lie where on a game's board
network.py     the network, in PyTorch
selfplay.py    plays all seats of thousands of games with the network
returns.py     targets and advantages from what was played
ppo.py         proximal policy optimisation
league.py      earlier champions as opponents, and the gate for a new champion
checkpoint.py  saves and loads a run; survives being killed
export.py      quantises the champion for `ziggurat.bots`
training.py    the training loop
command.py     checks a run and starts it (`ziggurat train`)

Bots need nothing of this: `ziggurat.bots.forward` is the same network as a kernel.
"""
