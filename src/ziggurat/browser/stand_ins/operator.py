"""Operators as functions."""

from _device import getter


def itemgetter(first, *rest):
    if not rest:
        return lambda value: value[first]
    return getter([first, *rest])


def attrgetter(name):
    return lambda value: getattr(value, name)


def index(value):
    if isinstance(value, int):
        return int(value)
    try:
        return value.__index__()
    except AttributeError:
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer") from None


def add(one, other):
    return one + other


def mul(one, other):
    return one * other
