"""BLAKE2b."""

from _device import blake2b_digest


class blake2b:
    def __init__(self, data=b"", digest_size=64):
        self._data, self._size = bytes(data), digest_size

    def update(self, data):
        self._data += bytes(data)

    def digest(self):
        return blake2b_digest(self._data, self._size)

    def hexdigest(self):
        return self.digest().hex()
