"""All messages: from clients and from the server over WebSockets, and the bodies of HTTP requests and answers.

A WebSocket message is a JSON object with a `type`. Times are in milliseconds since 1970, durations in milliseconds.
Each position has a version, and a message that changes the position carries the version it was made for. The client
chooses the `id` of a message; sending the same id again returns the first answer and does nothing twice.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ziggurat.server.protocol.accounts import *
from ziggurat.server.protocol.administration import *
from ziggurat.server.protocol.friends import *
from ziggurat.server.protocol.from_client import *
from ziggurat.server.protocol.from_client import FromClient
from ziggurat.server.protocol.from_server import *
from ziggurat.server.protocol.from_server import FromServer
from ziggurat.server.protocol.kinds import *
from ziggurat.server.protocol.lessons import *
from ziggurat.server.protocol.matchmaking import *
from ziggurat.server.protocol.moderation import *
from ziggurat.server.protocol.notifications import *
from ziggurat.server.protocol.passkeys import *
from ziggurat.server.protocol.puzzles import *
from ziggurat.server.protocol.ratings import *
from ziggurat.server.protocol.replays import *
from ziggurat.server.protocol.shared import *
from ziggurat.server.protocol.statistics import *
from ziggurat.server.protocol.studies import *
from ziggurat.server.protocol.tables import *
from ziggurat.server.protocol.tournaments import *


def schema() -> dict[str, Any]:
    """The WebSocket messages as JSON Schema, for clients that generate their types."""
    (client, server), components = msgspec.json.schema_components(
        (FromClient, FromServer), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "client": client,
        "server": server,
        "$defs": components,
    }
