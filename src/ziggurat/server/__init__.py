"""The table server: people, programs and bots at tables, over HTTP and WebSockets. `docs/server.md` tells the whole."""
