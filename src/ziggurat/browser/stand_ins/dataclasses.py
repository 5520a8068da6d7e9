"""Dataclasses without generated source. A class's `_names` are its fields (`ziggurat.browser.bundle`)."""


class _Missing:
    pass


MISSING = _Missing()


class FrozenInstanceError(AttributeError):
    pass


class Field:
    def __init__(self, default=MISSING, default_factory=MISSING, init=True, repr=True, compare=True, hash=None):
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare, self.hash = init, repr, compare, hash


def field(**options):
    return Field(**options)


def dataclass(cls=None, **options):
    return _made(cls, **options) if cls is not None else lambda kind: _made(kind, **options)


def _made(cls, frozen=False, eq=True, order=False, slots=False, repr=True, kw_only=False, init=True):
    found = dict(getattr(cls, "__dataclass_fields__", {}))
    for name in cls.__dict__.get("_names", ()):
        one = cls.__dict__.get(name, MISSING)
        one = one if isinstance(one, Field) else Field(default=one)
        one.name = name
        found[name] = one
        if one.default is not MISSING:
            setattr(cls, name, one.default)
        elif name in cls.__dict__:
            delattr(cls, name)
    cls.__dataclass_fields__ = found
    given = [one for one in found.values() if one.init]
    rest = [one for one in found.values() if not one.init]
    finish = getattr(cls, "__post_init__", None)

    def __init__(self, *args, **words):
        put, at = self.__dict__, 0
        for one in given:
            if at < len(args):
                put[one.name] = args[at]
                at += 1
            elif one.name in words:
                put[one.name] = words[one.name]
            elif one.default is not MISSING:
                put[one.name] = one.default
            elif one.default_factory is not MISSING:
                put[one.name] = one.default_factory()
            else:
                raise TypeError(f"{cls.__name__}() misses {one.name}")
        for one in rest:
            put[one.name] = one.default_factory() if one.default_factory is not MISSING else one.default
        if finish is not None:
            finish(self)

    cls.__init__ = __init__
    compared = [one.name for one in found.values() if one.compare]
    if "__repr__" not in cls.__dict__:
        shown = [one.name for one in found.values() if one.repr]
        cls.__repr__ = lambda self: f"{cls.__qualname__}({', '.join(f'{n}={getattr(self, n)!r}' for n in shown)})"
    if eq:

        def __eq__(self, other):
            if type(self) is not type(other):
                return NotImplemented
            return all(getattr(self, name) == getattr(other, name) for name in compared)

        cls.__eq__ = __eq__
        if frozen and "__hash__" not in cls.__dict__:
            hashed = [one.name for one in found.values() if (one.compare if one.hash is None else one.hash)]
            cls.__hash__ = lambda self: hash(tuple(getattr(self, name) for name in hashed))
    if frozen:

        def __setattr__(self, name, value):
            raise FrozenInstanceError(f"cannot assign to field '{name}'")

        cls.__setattr__ = __setattr__
    return cls


def fields(cls):
    return tuple(cls.__dataclass_fields__.values())


def replace(one, **words):
    kept = {n: words.get(n, getattr(one, n)) for n, field in one.__dataclass_fields__.items() if field.init}
    return type(one)(**kept)
