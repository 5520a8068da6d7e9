"""Tests of `ziggurat.sim`, and the deterministic simulation of the server.

One Python process runs the real application, tables, writer and SQLite on a simulated machine. A seed decides time,
scheduling, network, disk, bots and people, so that days pass in seconds and every failure can be repeated.

loop       an event loop with virtual time, on which a process can be killed
disk       a disk under the real SQLite, which can fail, be slow, and lose what was not synced
machine    starts, stops and crashes the server; its clock, its bots
network    WebSockets and HTTP requests at the ASGI level, with delays and cuts
people     clients that play, take back, chat, leave, come back, and let their clocks run out
promises   what must be true, checked after every crash and at the end
secrecy    nobody is sent what they may not know: possible other truths must give the same bytes
world      one simulated world, made from a seed and a profile
mutations  safeguards to remove one at a time: each must be noticed

    python -m tests.sim --seed 7 --profile crashes     one world
    python -m tests.sim --minutes 10                   new worlds until the processor time is used up
"""
