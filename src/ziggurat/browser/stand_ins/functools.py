"""Functions of functions."""


def update_wrapper(wrapper, wrapped, *rest):
    for name in ("__module__", "__name__", "__qualname__", "__doc__"):
        try:
            setattr(wrapper, name, getattr(wrapped, name))
        except AttributeError:
            pass
    return wrapper


def wraps(wrapped):
    return lambda wrapper: update_wrapper(wrapper, wrapped)


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _kept(maxsize, 128)
    return lambda function: _kept(function, maxsize)


def cache(function):
    return _kept(function, None)


def _kept(function, size):
    kept = {}

    def call(*args, **words):
        key = (args, tuple(words.items())) if words else args
        if key in kept:
            return kept[key]
        made = function(*args, **words)
        if size is not None and len(kept) >= size:
            kept.clear()
        kept[key] = made
        return made

    call.cache_clear = kept.clear
    call.__wrapped__ = function
    return update_wrapper(call, function)


class cached_property:
    def __init__(self, function):
        self.function, self.name = function, function.__name__

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, one, owner=None):
        if one is None:
            return self
        if self.name not in one.__dict__:
            one.__dict__[self.name] = self.function(one)
        return one.__dict__[self.name]


def partial(function, *args, **words):
    return lambda *more, **others: function(*args, *more, **{**words, **others})


def reduce(function, items, *first):
    items = iter(items)
    total = first[0] if first else next(items)
    for item in items:
        total = function(total, item)
    return total
