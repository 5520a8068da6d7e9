"""Old paths of routes, for programs that still use them. docs/server/protocol.md lists them as deprecated."""

from __future__ import annotations

from typing import Any

# By old path, the current one; what follows in a path stays. Longer paths come before their beginnings.
RENAMED = {
    "/api/peace/mute": "/api/mutes",
    "/api/peace/block": "/api/blocks",
    "/api/peace": "/api/mutes-and-blocks",
    "/api/reaching/wishes": "/api/notifications/turns",
    "/api/reaching": "/api/notifications",
    "/api/address": "/api/email",
    "/api/mail/stop": "/api/email/unsubscribe",
    "/api/push/stop": "/api/push/unsubscribe",
    "/api/people": "/api/players",
    "/api/me/standing": "/api/me/moderation",
    "/api/me/everything.json": "/api/me/export.json",
    "/api/passkeys/ask": "/api/passkeys/options",
}
OLD = tuple(RENAMED)


def with_current_path(scope: Any) -> Any:
    """An ASGI scope under the current path of its route."""
    path: str = scope["path"]
    if not path.startswith(OLD):
        return scope
    for old, current in RENAMED.items():
        if path == old or path.startswith(f"{old}/"):
            return {**scope, "path": current + path.removeprefix(old)}
    return scope
