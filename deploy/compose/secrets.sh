#!/bin/sh
# The service's secrets, made once: passwords of the database's two roles, as PostgreSQL and as its clients read them, and
# the key that signs cookies. Each is a file for the user that runs in the containers (10001) alone. What is there already
# is kept. It also makes the folder for backups. As root: sudo sh compose/secrets.sh
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets

make() { # NAME: a new secret, unless there is one
	if [ ! -s "secrets/$1" ]; then head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"secrets/$1"; fi
}

make cookie-key
make database-password
make thinker-password
printf 'database:5432:ziggurat:ziggurat:%s\n' "$(cat secrets/database-password)" >secrets/server-pgpass
printf 'database:5432:ziggurat:thinker:%s\n' "$(cat secrets/thinker-password)" >secrets/thinker-pgpass
mkdir -p ../backups
chmod 0600 secrets/*
chown 10001:10001 secrets secrets/* ../backups
