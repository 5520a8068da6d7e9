"""Mathematics."""

from _device import math_call

inf = float("inf")
nan = float("nan")
pi = 3.141592653589793
e = 2.718281828459045


def prod(items, start=1):
    for item in items:
        start *= item
    return start


def sqrt(x):
    return math_call("sqrt", float(x))


def log(x, base=None):
    return math_call("log", float(x)) if base is None else math_call("log", float(x)) / math_call("log", float(base))


def log2(x):
    return math_call("log2", float(x))


def exp(x):
    return math_call("exp", float(x))


def floor(x):
    return int(x // 1)


def ceil(x):
    return -int(-x // 1)


def isfinite(x):
    return x - x == 0


def isclose(a, b, rel_tol=1e-9, abs_tol=0.0):
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)
