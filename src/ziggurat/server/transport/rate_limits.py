"""Token buckets, what a request costs, and the addresses by which clients are counted."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address

from litestar import Litestar
from litestar.exceptions import HTTPException
from litestar.utils import normalize_path

from ziggurat.server.runtime import clock


def cost_of(app: Litestar, method: object, path: str) -> float:
    """What a request takes from its sender's budget: about the number of cheap requests that take as long.

    Handlers declare it as `opt={"cost": ...}`. The handler is found as Litestar finds it, so that every spelling of a
    path costs the same.
    """
    try:
        _, handler, *_ = app.asgi_router.handle_routing(path=normalize_path(path), method=method)
    except HTTPException:
        return 1  # it will be refused
    return float(handler.opt.get("cost", 1))


class TokenBucket:
    """Allows `rate` a second on average (0: no limit), and `burst` at once: five seconds' worth by default."""

    __slots__ = ("_at", "_burst", "_left", "rate")

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self.rate = rate
        self._burst = self._left = 5 * rate if burst is None else burst
        self._at = clock.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Whether something of this cost is allowed now; it is counted if so."""
        if not self.rate:
            return True
        moment = clock.monotonic()
        self._left = min(self._burst, self._left + (moment - self._at) * self.rate)
        self._at = moment
        if self._left < min(cost, self._burst):
            return False
        self._left -= cost
        return True


class RateLimiter:
    """A token bucket for each key, such as an address or a player; the least recently used are dropped."""

    def __init__(self, rate: float, burst: float | None = None, max_keys: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._max_keys = max_keys
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, cost: float = 1) -> bool:
        """Whether something of this cost is allowed now for a key; it is counted if so."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst)
            if len(self._buckets) > self._max_keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(cost)

    def forget(self, key: str) -> None:
        """Start a key with a full bucket."""
        self._buckets.pop(key, None)


def network(host: str) -> str:
    """An address; of an IPv6 address its /64 network, because one household has that many."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address) or address.is_loopback:
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"
