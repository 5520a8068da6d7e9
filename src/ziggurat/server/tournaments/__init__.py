"""Tournaments on the server.

storage   a tournament's rows, read and locked
actions   what organizers and players do: announce, join, leave, drop, correct, cancel
rounds    opens the tables of a round, takes results, removes players who do not show up
director  does what is due, in the leader process
summary   a tournament as one reader sees it

Each change is one transaction. It first locks the tournament's row and checks that nothing has changed since it was
read (`revision`): two processes cannot pair a round twice, and a process that is killed in between has changed nothing.
"""
