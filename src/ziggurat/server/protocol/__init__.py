"""Every message there is: what a client may send, what the server sends, and the bodies of HTTP requests and answers.

On a socket each message is one JSON object whose `type` names it. All moments are milliseconds since 1970, all
durations milliseconds. A version names a position: every message that would change it carries the version it was made
against. An `id` is chosen by the client; sending the same one again gives the first answer and does nothing twice.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ziggurat.server.protocol.accounts import *
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
    """The messages of the sockets as JSON Schema, for clients that generate their types."""
    (sent, told), components = msgspec.json.schema_components((FromClient, FromServer), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "client": sent,
        "server": told,
        "$defs": components,
    }
