"""Random numbers that nobody can guess."""

from _device import random_words


def randbits(bits):
    value = 0
    for word in random_words((bits + 31) // 32):
        value = value << 32 | word
    return value >> (-bits % 32)


def randbelow(bound):
    bits = bound.bit_length()
    while True:
        value = randbits(bits)
        if value < bound:
            return value


def choice(items):
    return items[randbelow(len(items))]
