"""What the extra `host` adds to the extra `page`: PostgreSQL, passkeys, push, e-mail and metrics.

`pip install 'ziggurat[page]'` is enough to play in a browser on one machine. What it lacks is switched off, or refused
with a sentence that names the extra.
"""

from __future__ import annotations

from importlib.util import find_spec

from ziggurat.core.errors import MissingDependency

__all__ = ["LIBRARIES", "PostgresError", "has", "require"]

LIBRARIES = {
    "PostgreSQL": ("psycopg",),
    "Passkeys": ("webauthn",),
    "Push notifications": ("aiohttp", "cryptography", "py_vapid", "pywebpush"),
    "E-mail": ("aiosmtplib",),
    "Metrics": ("prometheus_client",),
}


def has(feature: str) -> bool:
    """Whether a feature's libraries are installed."""
    return all(find_spec(name) is not None for name in LIBRARIES[feature])


def require(feature: str) -> None:
    """Refuse a feature that somebody has configured, if its libraries are not installed."""
    if not has(feature):
        verb = "need" if feature.endswith("s") else "needs"
        raise MissingDependency(f"{feature} {verb} more libraries: install them with `pip install 'ziggurat[host]'`.")


if has("PostgreSQL"):
    from psycopg import Error as PostgresError
else:

    class PostgresError(Exception):  # type: ignore[no-redef]
        """Never raised: there is no PostgreSQL here."""
