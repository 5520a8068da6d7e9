"""Arrays of numbers: here they are NumPy's."""

from numpy import frombuffer


class array:  # a class, because Brython's `bytes` asks whether something is one
    def __new__(cls, letter, content):
        return frombuffer(content, letter)
