"""Containers."""

from operator import itemgetter


class Counter(dict):
    def __init__(self, items=()):
        for item in items:
            self[item] = self.get(item, 0) + 1

    def __missing__(self, key):
        return 0

    def total(self):
        return sum(self.values())

    def update(self, items):
        for item in items:
            self[item] = self.get(item, 0) + 1

    def most_common(self, many=None):
        return sorted(self.items(), key=lambda item: -item[1])[:many]

    def elements(self):
        return (item for item, count in self.items() for _ in range(count))

    def __sub__(self, other):
        made = Counter()
        for item, count in self.items():
            if count - other.get(item, 0) > 0:
                made[item] = count - other.get(item, 0)
        return made


class defaultdict(dict):
    def __init__(self, make=None, *rest):
        dict.__init__(self, *rest)
        self.make = make

    def __missing__(self, key):
        self[key] = made = self.make()
        return made


OrderedDict = dict


class deque(list):
    def popleft(self):
        return self.pop(0)

    def appendleft(self, item):
        self.insert(0, item)


def make_named_tuple(name, fields, defaults, scope):
    count = len(fields)

    def __new__(cls, *args, **words):
        if len(args) < count:
            args = list(args)
            for field in fields[len(args) :]:
                if field in words:
                    args.append(words[field])
                elif field in defaults:
                    args.append(defaults[field])
                else:
                    raise TypeError(f"{name}() misses {field}")
        return tuple.__new__(cls, args)

    body = dict(scope)
    body.update(
        {
            "__new__": __new__,
            "_fields": tuple(fields),
            "_field_defaults": defaults,
            "_asdict": lambda self: dict(zip(self._fields, self)),
            "_make": classmethod(lambda cls, items: tuple.__new__(cls, items)),
            "_replace": lambda self, **words: type(self)(*[words.get(f, v) for f, v in zip(self._fields, self)]),
        }
    )
    if "__repr__" not in scope:
        body["__repr__"] = lambda self: name + "(" + ", ".join(f"{f}={v!r}" for f, v in zip(self._fields, self)) + ")"
    for at, field in enumerate(fields):
        body[field] = property(itemgetter(at))
    return type(name, (tuple,), body)


def namedtuple(name, fields):
    names = fields.replace(",", " ").split() if isinstance(fields, str) else list(fields)
    return make_named_tuple(name, names, {}, {})
