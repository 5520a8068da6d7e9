"""How people meet, and what protects them.

friends           following people and inviting them
matchmaking       seats people who look for the same kind of match
last_seen         records who is online
mute_block        mute and block
reports           reports to moderators
moderation        what moderators see and do, with an audit log
player_reference  finds the player a request means: by name, seat or chat line
"""
