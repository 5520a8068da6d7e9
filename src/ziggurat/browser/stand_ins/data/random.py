"""Python's generator, a Mersenne Twister, so that the same seed draws the same."""

import secrets

from _device import twister


class Random:
    def __init__(self, seed=None):
        value = secrets.randbits(64) if seed is None else abs(seed)
        words = []
        while value or not words:
            words.append(value & 0xFFFFFFFF)
            value >>= 32
        self._next = twister(words)

    def getrandbits(self, bits):
        if bits <= 32:
            return self._next() >> (32 - bits)
        value, at = 0, 0
        while bits > 0:
            word = self._next()
            if bits < 32:
                word >>= 32 - bits
            value |= word << at
            at += 32
            bits -= 32
        return value

    def _below(self, bound):
        bits = bound.bit_length()
        value = self.getrandbits(bits)
        while value >= bound:
            value = self.getrandbits(bits)
        return value

    def random(self):
        return ((self._next() >> 5) * 67108864.0 + (self._next() >> 6)) / 9007199254740992.0

    def randrange(self, start, stop=None):
        return self._below(start) if stop is None else start + self._below(stop - start)

    def randint(self, low, high):
        return low + self._below(high - low + 1)

    def choice(self, items):
        return items[self._below(len(items))]

    def choices(self, items, k=1):
        return [items[int(self.random() * len(items))] for _ in range(k)]

    def shuffle(self, items):
        for at in range(len(items) - 1, 0, -1):
            other = self._below(at + 1)
            items[at], items[other] = items[other], items[at]


class SystemRandom(Random):
    def __init__(self):
        self._next = lambda: secrets.randbits(32)
