"""Tells players that it is their turn, and lets them choose how.

turn_notifier  finds turns that began and queues notifications; runs in the leader process
outbox         the queue of messages to send, and the job that sends them
mail, push     delivery by SMTP and by Web Push
delivery       the outcomes a delivery can have
texts          the texts of e-mails and notifications, per language
settings       what each player has chosen, and their devices
feeds          open turns as Atom feed and calendar
vacations      days on which a player's correspondence clocks stop
"""
