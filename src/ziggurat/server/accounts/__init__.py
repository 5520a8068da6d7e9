"""Who people are.

identity         guests by signed cookie, accounts by password, API clients by token
player_store     players, logins and sessions in the database
guest_merge      moves what a guest did into the account they log in to
passwords        password hashing, in a thread of its own
passkeys         WebAuthn
email_addresses  confirming, changing and removing addresses; password reset links
names            who may use which name
look_alikes      names that look the same count as the same name (`confusables`: the letters)
user_text        checks names, chat and notes
export           data export: what is stored about a player, and where
deletion         account deletion
privacy/         the privacy policy
"""
