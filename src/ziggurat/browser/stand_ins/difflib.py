"""Words that look alike, as Python's own `difflib` finds them: by the longest stretches they share."""

from heapq import nlargest


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    scored = [(_ratio(other, word), other) for other in possibilities]
    return [other for score, other in nlargest(n, [pair for pair in scored if pair[0] >= cutoff])]


def _ratio(one, other):
    length = len(one) + len(other)
    return 2.0 * _matches(one, other) / length if length else 1.0


def _matches(one, other):
    """How many letters lie in the longest shared stretch, and in those on both sides of it."""
    size, at, there = _longest(one, other)
    if not size:
        return 0
    return size + _matches(one[:at], other[:there]) + _matches(one[at + size :], other[there + size :])


def _longest(one, other):
    """The longest shared stretch and where it begins; of several, the one that ends first."""
    best, at, there, before = 0, 0, 0, {}
    for i, letter in enumerate(one):
        ends = {}
        for j, match in enumerate(other):
            if match == letter:
                ends[j] = size = before.get(j - 1, 0) + 1
                if size > best:
                    best, at, there = size, i - size + 1, j - size + 1
        before = ends
    return best, at, there
