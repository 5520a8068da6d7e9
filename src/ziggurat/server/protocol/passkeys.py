"""HTTP: passkeys, and the end of an account."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body

Label = Annotated[str, Meta(min_length=1, max_length=60)]


class PasskeyListed(Answer, frozen=True):
    """A passkey you have, and the name of this server that it is for."""

    id: str
    label: str
    site: str
    created: int
    used: int | None = None


class PasskeyAsked(Answer, frozen=True):
    """What `navigator.credentials` needs, as WebAuthn's JSON has it."""

    options: dict[str, Any]


class AddPasskey(Body, frozen=True):
    """Your password shows that it is you who wants another way in."""

    password: Annotated[str, Meta(max_length=200)]


class NewPasskey(Body, frozen=True):
    """A passkey that was made, as WebAuthn's JSON has it, and what to call it."""

    label: Label
    credential: dict[str, Any]


class PasskeyLabel(Body, frozen=True):
    """What to call a passkey."""

    label: Label


class SignedByPasskey(Body, frozen=True):
    """What a passkey has signed, as WebAuthn's JSON has it."""

    credential: dict[str, Any]


class Goodbye(Body, frozen=True):
    """Delete what is yours. Accounts need the password, or what a passkey has signed; guests have neither."""

    sure: bool
    password: Annotated[str, Meta(max_length=200)] | None = None
    credential: dict[str, Any] | None = None
