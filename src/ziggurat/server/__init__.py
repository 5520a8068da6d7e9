"""The table server: people, API clients and bots at tables, over HTTP and WebSockets. Guide: `docs/server.md`.

run, app, settings   start uvicorn; build the application; read the configuration
process              everything one server process holds: tables in memory, worker pools, background jobs
refusals, metrics    errors with an HTTP status and one sentence; Prometheus metrics
transport/           connections, WebSocket frames, rate limits, static files, link previews
routes/, protocol/   HTTP handlers and message types, one module for each subject below
runtime/             leader election, messages between processes, periodic jobs, queues, caches
storage/             schema, migrations, the writer thread, backup, verification
accounts/            identity, passwords, passkeys, names, data export, deletion
tables/              live tables, seats, clocks, lobby, chat
bots/                the pool of bot workers, here and on other machines
notifications/       turn notifications by mail and push, feeds, vacations
social/              friends, matchmaking, mute and block, reports, moderation
study/               replays, reviews, analysis, studies, puzzles, lessons
ratings/             Glicko ratings, leaderboard, statistics, profiles
tournaments/         tournaments on the server
"""
