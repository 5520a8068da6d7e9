"""How long tests wait for what must happen: a safety net, no limit that a slow machine could meet."""

PATIENCE = 240.0  # seconds
