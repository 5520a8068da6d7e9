"""HTTP: passkeys, and account deletion."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ziggurat.server.protocol.kinds import Answer, Body

Label = Annotated[str, Meta(min_length=1, max_length=60)]


class PasskeyListed(Answer, frozen=True):
    """One of your passkeys, and the host name it belongs to."""

    id: str
    label: str
    site: str
    created: int
    used: int | None = None


class PasskeyAsked(Answer, frozen=True):
    """The options for `navigator.credentials`, as WebAuthn's JSON."""

    options: dict[str, Any]


class AddPasskey(Body, frozen=True):
    """Your password, to add a passkey."""

    password: Annotated[str, Meta(max_length=200)]


class NewPasskey(Body, frozen=True):
    """A new passkey, as WebAuthn's JSON, and its label."""

    label: Label
    credential: dict[str, Any]


class PasskeyLabel(Body, frozen=True):
    """A new label for a passkey."""

    label: Label


class SignedByPasskey(Body, frozen=True):
    """A passkey's signature, as WebAuthn's JSON."""

    credential: dict[str, Any]


class DeleteAccount(Body, frozen=True):
    """Confirms account deletion. Accounts need a password or a passkey's signature; guests need neither."""

    sure: bool
    password: Annotated[str, Meta(max_length=200)] | None = None
    credential: dict[str, Any] | None = None
