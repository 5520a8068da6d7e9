"""Passkeys (WebAuthn): signing in by something one has, without typing a login.

What a passkey signs is a challenge of ours, good once and for five minutes, for whoever asked for it. It is kept in the
database, so that the answer may come to another process. A passkey is for one name of this server: the name in the
request's `Host` header, which `hosts.py` has checked, is what the browser has to have signed for.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import secrets
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, delete, insert, select, update

from ziggurat.core.sentence import sentence
from ziggurat.server.protocol import PasskeyListed
from ziggurat.server.refusals import NotAllowed, NotFound, Refused
from ziggurat.server.storage import schema
from ziggurat.server.transport.host_check import as_address, without_port

passkeys, challenges = schema.passkeys, schema.challenges
LASTS = 300_000  # milliseconds that a challenge is good for
MOST = 20  # passkeys of one player
NOT_YOURS = sentence("That passkey could not be checked; try it again.")
ADD, ENTER, CONFIRM = "add", "enter", "confirm"  # what a challenge is good for


class Site(NamedTuple):
    """What this server is called, for passkeys."""

    name: str
    origins: list[str]


def read_site(host: str, *, secure: bool) -> Site:
    """The site of a request; refused where browsers allow no passkeys."""
    name = without_port(host.strip().lower())
    if not name or as_address(name) is not None:
        raise Refused("Passkeys need a server with a name, not with an address in numbers.")
    schemes = ["https"] if secure else ["https", "http"]  # over http browsers allow them on localhost alone
    return Site(name, [f"{scheme}://{host.strip().lower()}" for scheme in schemes])


# ---------------------------------------------------------------------------------------------------------- challenges


def new_challenge(connection: Connection, player: str, purpose: str, at: int) -> bytes:
    """Something for a passkey of this player, or of whoever they turn out to be, to sign."""
    connection.execute(delete(challenges).where(challenges.c.expires < at))
    challenge = secrets.token_bytes(32)
    row = {"hash": _hash(challenge), "player": player, "purpose": purpose, "expires": at + LASTS}
    connection.execute(insert(challenges).values(row))
    return challenge


def spend(connection: Connection, credential: dict[str, Any], player: str, purpose: str, at: int) -> bytes | None:
    """The challenge that was signed, which is good for nothing from now on; none if it was not ours, or not any more.

    It is not verified here: that comes after this has been stored, so that one that fails cannot be tried again.
    """
    challenge = _signed_challenge(credential)
    mine = and_(
        challenges.c.hash == _hash(challenge),
        challenges.c.player == player,
        challenges.c.purpose == purpose,
        challenges.c.expires >= at,
    )
    return challenge if connection.execute(delete(challenges).where(mine)).rowcount else None


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
    """Bytes as WebAuthn writes them: base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


# ----------------------------------------------------------------------------------------------------- adding and using


def ask_to_add(site: Site, player: Row[Any], holder: str, challenge: bytes, have: list[Row[Any]]) -> dict[str, Any]:
    """What a browser needs to make a passkey."""
    import webauthn
    from webauthn.helpers import structs

    found: dict[str, Any] = json.loads(
        webauthn.options_to_json(
            webauthn.generate_registration_options(
                rp_id=site.name,
                rp_name="Ziggurat",
                user_id=_decode(holder),
                user_name=player.login,
                user_display_name=player.name,
                challenge=challenge,
                timeout=LASTS,
                authenticator_selection=structs.AuthenticatorSelectionCriteria(
                    resident_key=structs.ResidentKeyRequirement.REQUIRED,
                    user_verification=structs.UserVerificationRequirement.REQUIRED,
                ),
                exclude_credentials=[
                    structs.PublicKeyCredentialDescriptor(id=_decode(row.credential))
                    for row in have
                    if row.site == site.name
                ],
            )
        )
    )
    return found


def verify_new(site: Site, credential: dict[str, Any], challenge: bytes) -> dict[str, Any]:
    """A passkey's columns, if it is one and was made here."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origins,
            require_user_verification=True,
        )
    except (WebAuthnException, KeyError, TypeError, ValueError):
        raise NotAllowed(NOT_YOURS) from None
    return {
        "credential": encode(made.credential_id),
        "key": encode(made.credential_public_key),
        "signs": made.sign_count,
        "site": site.name,
    }


def ask_to_sign(site: Site, challenge: bytes, have: list[Row[Any]] | None = None) -> dict[str, Any]:
    """What a browser needs to sign with a passkey: any of the site's, or one of these."""
    import webauthn
    from webauthn.helpers import structs

    found: dict[str, Any] = json.loads(
        webauthn.options_to_json(
            webauthn.generate_authentication_options(
                rp_id=site.name,
                challenge=challenge,
                timeout=LASTS,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
                allow_credentials=[
                    structs.PublicKeyCredentialDescriptor(id=_decode(row.credential)) for row in have or []
                ],
            )
        )
    )
    return found


def verify_signed(site: Site, credential: dict[str, Any], challenge: bytes, row: Row[Any] | None) -> int:
    """How often the passkey says it has signed, if it has signed this, here."""
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
    """The passkey that a credential says it is."""
    found = credential.get("id")
    if not isinstance(found, str) or not found.isascii() or "\0" in found:
        return None
    return connection.execute(select(passkeys).where(passkeys.c.credential == found)).first()


def load(connection: Connection, player: str) -> list[Row[Any]]:
    """The passkeys of a player, the first first."""
    query = select(passkeys).where(passkeys.c.player == player).order_by(passkeys.c.created, passkeys.c.id)
    return list(connection.execute(query))


def listed(connection: Connection, player: str) -> list[PasskeyListed]:
    """The same as they are told to their owner."""
    return [PasskeyListed(row.id, row.label, row.site, row.created, row.used) for row in load(connection, player)]


def check_room(have: list[Row[Any]]) -> None:
    """Refuse one too many."""
    if len(have) >= MOST:
        raise Refused(sentence("You have {passkeys} passkeys already; delete one first.", passkeys=MOST))


def add(
    connection: Connection, player: str, made: dict[str, Any], holder: str, label: str, new_id: str, at: int
) -> None:
    """Keep a passkey."""
    check_room(load(connection, player))
    if connection.execute(select(passkeys.c.id).where(passkeys.c.credential == made["credential"])).first():
        raise Refused("That passkey is known already.")
    row = {**made, "id": new_id, "player": player, "holder": holder, "label": label, "created": at}
    connection.execute(insert(passkeys).values(row))


def note_use(connection: Connection, row: Any, signs: int, at: int) -> str:
    """Remember what a passkey has counted, and say whose it is; whoever comes with an older count has a copy of it."""
    same = and_(passkeys.c.id == row.id, passkeys.c.signs == row.signs)
    if not connection.execute(update(passkeys).where(same).values(signs=signs, used=at)).rowcount:
        raise NotAllowed(NOT_YOURS)
    return str(row.player)


def rename(connection: Connection, player: str, passkey_id: str, label: str) -> None:
    """Call a passkey something else."""
    mine = and_(passkeys.c.id == passkey_id, passkeys.c.player == player)
    if not connection.execute(update(passkeys).where(mine).values(label=label)).rowcount:
        raise NotFound("You have no such passkey.")


def remove(connection: Connection, player: str, passkey_id: str) -> None:
    """Forget a passkey."""
    mine = and_(passkeys.c.id == passkey_id, passkeys.c.player == player)
    if not connection.execute(delete(passkeys).where(mine)).rowcount:
        raise NotFound("You have no such passkey.")
