"""Iterators."""


def accumulate(items, function=None, *, initial=None):
    total = initial
    if initial is not None:
        yield total
    for item in items:
        total = item if total is None else total + item if function is None else function(total, item)
        yield total


def product(*lists, repeat=1):
    found = [()]
    for items in [list(items) for items in lists] * repeat:
        found = [(*front, item) for front in found for item in items]
    return iter(found)


def groupby(items, key=None):
    kept, have, last = [], False, None
    for item in items:
        name = item if key is None else key(item)
        if have and name == last:
            kept.append(item)
        else:
            if have:
                yield last, iter(kept)
            kept, last, have = [item], name, True
    if have:
        yield last, iter(kept)


class chain:
    def __init__(self, *lists):
        self.made = (item for items in lists for item in items)

    def __iter__(self):
        return self.made

    def __next__(self):
        return next(self.made)

    @staticmethod
    def from_iterable(lists):
        return (item for items in lists for item in items)


def islice(items, *range_):
    cut = slice(*range_)
    start, step = cut.start or 0, cut.step or 1
    if cut.stop is not None and cut.stop <= 0:
        return
    for at, item in enumerate(items):
        if at >= start and (at - start) % step == 0:
            yield item
        if cut.stop is not None and at + 1 >= cut.stop:
            return


def count(number=0, step=1):
    while True:
        yield number
        number += step


def repeat(item, times=None):
    while times is None or times > 0:
        yield item
        if times is not None:
            times -= 1


def combinations(items, size):
    items = list(items)
    if size == 0:
        yield ()
        return
    for at in range(len(items)):
        for rest in combinations(items[at + 1 :], size - 1):
            yield (items[at], *rest)


def permutations(items, size=None):
    items = list(items)
    size = len(items) if size is None else size
    if size == 0:
        yield ()
        return
    for at in range(len(items)):
        for rest in permutations(items[:at] + items[at + 1 :], size - 1):
            yield (items[at], *rest)


def pairwise(items):
    last, have = None, False
    for item in items:
        if have:
            yield last, item
        last, have = item, True


def starmap(function, items):
    return (function(*item) for item in items)


def zip_longest(*lists, fillvalue=None):
    lists = [list(items) for items in lists]
    for at in range(max(map(len, lists), default=0)):
        yield tuple(items[at] if at < len(items) else fillvalue for items in lists)


def takewhile(test, items):
    for item in items:
        if not test(item):
            return
        yield item


def dropwhile(test, items):
    found = False
    for item in items:
        found = found or not test(item)
        if found:
            yield item
