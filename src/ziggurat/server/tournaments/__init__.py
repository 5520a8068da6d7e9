"""Tournaments on the server: what is stored of them, what people may do, and the process that drives them.

rows        what is stored of a tournament, read and locked
announcing  what organizers and players do: announce, join, leave, drop, correct, cancel
rounds      opening the tables of a round, taking results, settling who did not come
directing   in the process that leads: does the above when it is due
telling     a tournament as a reader is told it

Each change is one transaction that first locks the tournament's row and looks whether it is still as it was seen
(`revision`): two processes cannot pair a round twice, and who is killed in between has changed nothing.
"""
