"""Token buckets, what each request costs, and the addresses by which clients are counted."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address

# What requests cost, in units of the cheapest; the first match counts.
COSTS = (
    ("POST", re.compile(r"/api/import"), 20),
    ("POST", re.compile(r"/api/(account|login|password|address|reset/password)"), 20),
    ("POST", re.compile(r"/api/(reset|push|vacation|address/confirm)"), 10),
    ("POST", re.compile(r"/api/(reports|peace/[a-z]*|passkeys/[a-z]*|me/delete)"), 10),
    ("GET", re.compile(r"/api/me/everything\.json"), 40),
    ("POST", re.compile(r"/api/tables/[^/]*/fork"), 10),
    ("POST", re.compile(r"/api/tables/[^/]*/review"), 4),
    ("POST", re.compile(r"/api/puzzles/.*"), 2),
    ("GET", re.compile(r"/api/tables/[^/]*/(replay.*|log.*)"), 4),
    ("GET", re.compile(r"/api/((me|bots/[^/]*)/statistics|people/[^/]*)"), 10),
    ("GET", re.compile(r"/api/feeds/[^/]*/turns\..*"), 10),  # it may read a hundred tables
    ("GET", re.compile(r"/api/(friends|leaderboard/[^/]*)"), 2),
    ("GET", re.compile(r"/api/(tables|games)/[^/]*/(picture|card|film)\..*"), 4),
    ("POST", re.compile(r"/api/tournaments"), 20),  # it is listed for everybody
    ("POST", re.compile(r"/api/tournaments/[^/]*/(start|next)"), 10),  # it pairs a whole round
    ("GET", re.compile(r"/api/tournaments/[^/]*"), 2),
    ("POST", re.compile(r"/api/tables(/[^/]*/(rematch|sit|leave))?"), 4),  # it may be broadcast to the lobby
    ("POST", re.compile(r"/api/(analysis|analysis/text|analysis/log|studies)"), 10),  # it parses strangers' texts
    ("POST", re.compile(r"/api/analysis/(position|setup|lines)"), 4),  # it plays a line to its end
    ("PUT", re.compile(r"/api/studies/[^/]*"), 10),
    ("GET", re.compile(r"/api/studies/[^/]*"), 10),
    ("PATCH", re.compile(r"/api/me"), 10),  # it is broadcast to every table of this player
    (None, re.compile(r"/api/tables/[^/]*/live"), 4),  # a socket is sent the whole table
)


def cost_of(method: object, path: str) -> int:
    """What a request takes from its sender's budget: about the number of cheap requests that take as long."""
    method = "GET" if method == "HEAD" else method  # HEAD costs the server as much
    return next((cost for verb, pattern, cost in COSTS if verb == method and pattern.fullmatch(path)), 1)


class TokenBucket:
    """Allows `rate` a second on average (0: no limit), and `burst` at once: five seconds' worth by default."""

    __slots__ = ("_at", "_burst", "_left", "rate")

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self.rate = rate
        self._burst = self._left = 5 * rate if burst is None else burst
        self._at = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Whether something of this cost is allowed now; it is counted if so."""
        if not self.rate:
            return True
        moment = time.monotonic()
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
