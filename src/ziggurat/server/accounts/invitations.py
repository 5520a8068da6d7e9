"""Invitations to register: a code for so many people, until a date. Only the code's hash is stored.

Another kind of invitation, to a table, is in `social/friends`.
"""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, update

from ziggurat.core.sentence import sentence
from ziggurat.server.refusals import NotAllowed
from ziggurat.server.settings import REGISTRATION
from ziggurat.server.storage import schema

codes = schema.registration_codes
OPEN, INVITATION, CLOSED = REGISTRATION
CLOSED_TEXT = sentence("Nobody can register here at the moment. The administrator of this server can add you.")
CODE_NEEDED = sentence("You need an invitation to register here. Enter its code, or open its link.")
CODE_WRONG = sentence("This invitation does not exist, is used up, or has expired. Ask for a new one.")


def check_registration(connection: Connection, registration: str, code: str | None, at: int) -> None:
    """Refuse to register where that is closed, or where no valid invitation is given; count its use."""
    if registration == OPEN:
        return
    if registration == CLOSED:
        raise NotAllowed(CLOSED_TEXT)
    if not code or not code.strip():
        raise NotAllowed(CODE_NEEDED)
    valid = (codes.c.hash == hash_code(code)) & (codes.c.expires > at) & (codes.c.used < codes.c.uses)
    if not connection.execute(update(codes).where(valid).values(used=codes.c.used + 1)).rowcount:
        raise NotAllowed(CODE_WRONG)


def hash_code(code: str) -> str:
    """The same for a code with other hyphens, spaces and capitals."""
    return hashlib.sha256("".join(filter(str.isalnum, code.lower())).encode()).hexdigest()
