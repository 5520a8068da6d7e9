"""Libraries of which each needs an environment of its own."""

from __future__ import annotations

from ziggurat.core.errors import MissingDependency

try:
    import verifiers.v1 as verifiers
except ModuleNotFoundError as missing:
    if missing.name not in ("verifiers", "verifiers.v1"):
        raise
    raise MissingDependency(
        "Environments of `verifiers` need it: install it with `pip install 'ziggurat[verifiers]'`."
    ) from None

__all__ = ["verifiers"]
