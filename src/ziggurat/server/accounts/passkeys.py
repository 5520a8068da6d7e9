"""Passkeys (WebAuthn): logging in without a password.

A passkey signs a challenge, which works once, for five minutes, for whoever asked for it. Challenges are stored in the
database, so that another process can check the answer. A passkey belongs to one host name: the one in the request's
`Host` header, which `transport/host_check.py` has checked.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, delete, insert, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server import extras
from ziggurat.server.protocol import PasskeyListed
from ziggurat.server.refusals import NotAllowed, NotFound, Refused
from ziggurat.server.runtime import machine
from ziggurat.server.storage import schema
from ziggurat.server.transport.host_check import as_address, without_port

passkeys, challenges = schema.passkeys, schema.challenges
CHALLENGE_LASTS = 300_000  # milliseconds
MAX_PASSKEYS = 20  # of one player
NOT_YOURS = sentence("The passkey could not be verified. Try again.")
ADD, ENTER, CONFIRM = "add", "enter", "confirm"  # purposes of a challenge: new passkey, login, account deletion


class RelyingParty(NamedTuple):
    """The host name that passkeys belong to, and the origins that may use them."""

    name: str
    origins: list[str]


def read_site(host: str, *, secure: bool) -> RelyingParty:
    """The site of a request; refused where browsers do not allow passkeys, and where their library is missing."""
    if not extras.has("Passkeys"):
        raise NotFound("This server does not support passkeys.")
    name = without_port(host.strip().lower())
    if not name or as_address(name) is not None:
        raise Refused("Passkeys need a domain name. They do not work with an IP address.")
    schemes = ["https"] if secure else ["https", "http"]  # over http, browsers allow passkeys only on localhost
    return RelyingParty(name, [f"{scheme}://{host.strip().lower()}" for scheme in schemes])


# ---------------------------------------------------------------------------------------------------------- challenges


def new_challenge(connection: Connection, player: str, purpose: str, at: int) -> bytes:
    """Store and return a challenge for this player, who may still be a guest, to sign."""
    connection.execute(delete(challenges).where(challenges.c.expires < at))
    challenge = machine.token_bytes(32)
    row = {"hash": _hash(challenge), "player": player, "purpose": purpose, "expires": at + CHALLENGE_LASTS}
    connection.execute(insert(challenges).values(row))
    return challenge


def use_challenge(
    connection: Connection, credential: dict[str, Any], player: str, purpose: str, at: int
) -> bytes | None:
    """The challenge that was signed, which cannot be used again; None if it is unknown or has expired.

    The signature is verified afterwards, so that a failed attempt uses up the challenge too.
    """
    challenge = _signed_challenge(credential)
    valid = and_(
        challenges.c.hash == _hash(challenge),
        challenges.c.player == player,
        challenges.c.purpose == purpose,
        challenges.c.expires >= at,
    )
    return challenge if connection.execute(delete(challenges).where(valid)).rowcount else None


def _hash(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


def _signed_challenge(credential: dict[str, Any]) -> bytes:
    try:
        client = json.loads(_decode(credential["response"]["clientDataJSON"]))
        return _decode(client["challenge"])
    except (KeyError, TypeError, ValueError, binascii.Error, RecursionError):
        raise NotAllowed(NOT_YOURS) from None


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data: bytes) -> str:
    """Bytes as in WebAuthn's JSON: base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


# ----------------------------------------------------------------------------------------------------- adding and using


def registration_options(
    site: RelyingParty, title: str, player: Row[Any], holder: str, challenge: bytes, existing: list[Row[Any]]
) -> dict[str, Any]:
    """The options with which a browser makes a passkey for a server with this name."""
    import webauthn
    from webauthn.helpers import structs

    options: dict[str, Any] = json.loads(
        webauthn.options_to_json(
            webauthn.generate_registration_options(
                rp_id=site.name,
                rp_name=title,
                user_id=_decode(holder),
                user_name=player.login,
                user_display_name=player.name,
                challenge=challenge,
                timeout=CHALLENGE_LASTS,
                authenticator_selection=structs.AuthenticatorSelectionCriteria(
                    resident_key=structs.ResidentKeyRequirement.REQUIRED,
                    user_verification=structs.UserVerificationRequirement.REQUIRED,
                ),
                exclude_credentials=[
                    structs.PublicKeyCredentialDescriptor(id=_decode(row.credential))
                    for row in existing
                    if row.site == site.name
                ],
            )
        )
    )
    return options


def verify_registration(site: RelyingParty, credential: dict[str, Any], challenge: bytes) -> dict[str, Any]:
    """The columns of a new passkey; refused if it was not made for this site and challenge."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origins,
            require_user_verification=True,
        )
    except (WebAuthnException, KeyError, TypeError, ValueError):
        raise NotAllowed(NOT_YOURS) from None
    return {
        "credential": encode(verified.credential_id),
        "key": encode(verified.credential_public_key),
        "signs": verified.sign_count,
        "site": site.name,
    }


def login_options(site: RelyingParty, challenge: bytes, allowed: list[Row[Any]] | None = None) -> dict[str, Any]:
    """The options with which a browser signs with a passkey: any of the site's, or one of those allowed."""
    import webauthn
    from webauthn.helpers import structs

    options: dict[str, Any] = json.loads(
        webauthn.options_to_json(
            webauthn.generate_authentication_options(
                rp_id=site.name,
                challenge=challenge,
                timeout=CHALLENGE_LASTS,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
                allow_credentials=[
                    structs.PublicKeyCredentialDescriptor(id=_decode(row.credential)) for row in allowed or []
                ],
            )
        )
    )
    return options


def verify_login(site: RelyingParty, credential: dict[str, Any], challenge: bytes, row: Row[Any] | None) -> int:
    """The passkey's new signature counter; refused if it has not signed this challenge for this site."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    if row is None or row.site != site.name:
        raise NotAllowed(NOT_YOURS)
    holder = credential.get("response", {}).get("userHandle")
    if holder is not None and holder != row.holder:
        raise NotAllowed(NOT_YOURS)
    try:
        return webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origins,
            credential_public_key=_decode(row.key),
            credential_current_sign_count=row.signs,
            require_user_verification=True,
        ).new_sign_count
    except (WebAuthnException, KeyError, TypeError, ValueError):
        raise NotAllowed(NOT_YOURS) from None


# -------------------------------------------------------------------------------------------------------- the database


def find(connection: Connection, credential: dict[str, Any]) -> Row[Any] | None:
    """The stored passkey with a credential's id. The credential is not verified."""
    credential_id = credential.get("id")
    if not isinstance(credential_id, str) or not credential_id.isascii() or "\0" in credential_id:
        return None
    return connection.execute(select(passkeys).where(passkeys.c.credential == credential_id)).first()


def load(connection: Connection, player: str) -> list[Row[Any]]:
    """A player's passkeys, the oldest first."""
    query = select(passkeys).where(passkeys.c.player == player).order_by(passkeys.c.created, passkeys.c.id)
    return list(connection.execute(query))


def listed(connection: Connection, player: str) -> list[PasskeyListed]:
    """A player's passkeys as the page shows them."""
    return [PasskeyListed(row.id, row.label, row.site, row.created, row.used) for row in load(connection, player)]


def check_count(existing: list[Row[Any]]) -> None:
    """Refuse another passkey beyond the maximum."""
    if len(existing) >= MAX_PASSKEYS:
        raise Refused(sentence("You already have {passkeys} passkeys. Delete one first.", passkeys=MAX_PASSKEYS))


def add(
    connection: Connection, player: str, verified: dict[str, Any], holder: str, label: str, new_id: str, at: int
) -> None:
    """Store a passkey."""
    check_count(load(connection, player))
    if connection.execute(select(passkeys.c.id).where(passkeys.c.credential == verified["credential"])).first():
        raise Refused("This passkey is already registered.")
    row = {**verified, "id": new_id, "player": player, "holder": holder, "label": label, "created": at}
    connection.execute(insert(passkeys).values(row))


def note_use(connection: Connection, row: Any, signs: int, at: int) -> str:
    """Store a passkey's signature counter. Returns its owner; refused if another login has changed it meanwhile."""
    unchanged = and_(passkeys.c.id == row.id, passkeys.c.signs == row.signs)
    if not connection.execute(update(passkeys).where(unchanged).values(signs=signs, used=at)).rowcount:
        raise NotAllowed(NOT_YOURS)
    return str(row.player)


def rename(connection: Connection, player: str, passkey_id: str, label: str) -> None:
    """Change a passkey's label."""
    own = and_(passkeys.c.id == passkey_id, passkeys.c.player == player)
    if not connection.execute(update(passkeys).where(own).values(label=label)).rowcount:
        raise NotFound("You have no such passkey.")


def remove(connection: Connection, player: str, passkey_id: str) -> None:
    """Delete a passkey."""
    own = and_(passkeys.c.id == passkey_id, passkeys.c.player == player)
    if not connection.execute(delete(passkeys).where(own)).rowcount:
        raise NotFound("You have no such passkey.")
