"""Bots that play at tables.

pool           asks workers, replaces the ones that crash or take too long
worker         the process in which a bot thinks
readiness      compiles the games' kernels at start, in child processes
remote_bots    asks workers on other machines (server side)
remote_worker  `ziggurat think`: a worker on another machine
remote_queue   the PostgreSQL queue between the two
"""
