"""What whoever runs the server does, on the admin page and by command; the audit log has all of it.

roles        who is an admin; admins and moderators are appointed here
players      find, rename, add, close, reopen and delete accounts; links for a new password
invitations  invitations to register
tables       find tables, and end a match that nobody can or should play on
tournaments  find tournaments, and end one in its organizer's place
follow_up    what is left to do for actions by command, or of a process that died
status       version, database, disk, backups, queues and the latest problems
"""
