"""Structs, and JSON of them. A class's `_names` are its fields (`ziggurat.browser.bundle`)."""

from _device import encode as _encode
from _device import from_base64
from _device import parse_json as _parse


class UNSET:
    pass


NODEFAULT = UNSET


class UnsetType:
    pass


class Meta:
    def __init__(self, **limits):
        pass


class MsgspecError(Exception):
    pass


class DecodeError(MsgspecError):
    pass


class ValidationError(DecodeError):
    pass


class Raw:
    """Encoded JSON."""

    def __init__(self, content):
        self.text = content if isinstance(content, str) else content.decode()


class _Field:
    def __init__(self, default, factory):
        self.default, self.factory = default, factory


def field(*, default=UNSET, default_factory=UNSET, name=None):
    return _Field(default, default_factory)


class Struct:
    __struct_fields__ = ()
    _defaults = {}
    _options = {}

    def __init_subclass__(cls, **options):
        cls._options = {**cls._options, **options}
        names, defaults = list(cls.__struct_fields__), dict(cls._defaults)
        for name in cls.__dict__.get("_names", ()):
            if name not in names:
                names.append(name)
            if name in cls.__dict__:
                defaults[name] = cls.__dict__[name]
        cls.__struct_fields__, cls._defaults = tuple(names), defaults
        cls._encoded_as = None

    def __init__(self, *args, **given):
        put, names, at = self.__dict__, self.__struct_fields__, 0
        for value in args:
            put[names[at]] = value
            at += 1
        for name in given:
            put[name] = given[name]
        if len(args) + len(given) < len(names):
            for name in names:
                if name not in put:
                    if name not in self._defaults:
                        raise TypeError(f"Missing required argument '{name}'")
                    put[name] = _fresh(self._defaults[name])

    def __eq__(self, other):
        return type(self) is type(other) and all(
            getattr(self, name) == getattr(other, name) for name in self.__struct_fields__
        )

    def __hash__(self):
        return hash(tuple(getattr(self, name) for name in self.__struct_fields__))

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n in self.__struct_fields__)})"


def _fresh(default):
    if isinstance(default, _Field):
        return default.factory() if default.default is UNSET else default.default
    return type(default)() if isinstance(default, (list, dict)) else default


def _plan(cls):
    """How structs of a class are encoded: names, defaults to leave out, tag. Asked once for each class."""
    options = cls._options
    tag = options.get("tag_field", "type" if "tag" in options else "")
    names = list(cls.__struct_fields__)
    omitted = {}
    if options.get("omit_defaults"):
        omitted = {name: _fresh(default) for name, default in cls._defaults.items()}
    return [names, omitted, tag, options.get("tag", ""), bool(options.get("array_like")), UNSET]


class structs:
    @staticmethod
    def replace(one, **words):
        return type(one)(**{name: words.get(name, getattr(one, name)) for name in one.__struct_fields__})

    @staticmethod
    def asdict(one):
        return {name: getattr(one, name) for name in one.__struct_fields__}


def to_builtins(value):
    return json.decode(json.encode(value))


def convert(value, type):
    """Plain values as structs, by annotations: structs, tagged unions of them, lists, tuples and dicts of them."""
    kind = type
    if isinstance(kind, _TYPE) and issubclass(kind, Struct):
        return _struct(value, kind)
    origin, parts = getattr(kind, "__origin__", None), getattr(kind, "__args__", None) or ()
    if origin is list or origin is tuple:
        if not isinstance(value, (list, tuple)):
            raise ValidationError("Expected `array`")
        return origin([convert(item, parts[0]) for item in value])
    if origin is dict:
        if not isinstance(value, dict):
            raise ValidationError("Expected `object`")
        return {key: convert(value[key], parts[1]) for key in value}
    if origin is None and not parts:
        return _plain(value, kind)
    candidates = [part for part in parts if isinstance(part, _TYPE) and issubclass(part, Struct)]
    if len(candidates) == 1 and candidates[0]._options.get("array_like") and isinstance(value, list):
        return _struct(value, candidates[0])
    if candidates and isinstance(value, dict):
        if len(candidates) == 1:
            return convert(value, candidates[0])
        for part in candidates:
            if value.get(part._options.get("tag_field", "type")) == part._options.get("tag"):
                return convert(value, part)
        raise ValidationError("Invalid value")
    containers = [part for part in parts if getattr(part, "__origin__", None) is not None]
    if containers and isinstance(value, (list, dict)):
        return convert(value, containers[0])
    return value


_TYPE = type


def _plain(value, kind):
    wrong = (
        (kind is int and (isinstance(value, bool) or not isinstance(value, int)))
        or (kind is str and not isinstance(value, str))
        or (kind is bool and not isinstance(value, bool))
    )
    if kind is bytes:
        return from_base64(value)
    if wrong:
        raise ValidationError(f"Expected `{kind.__name__}`")
    return value


def _struct(value, kind):
    options = kind._options
    notes = _notes(kind)
    if options.get("array_like"):
        names = kind.__struct_fields__
        return kind(*[convert(item, notes[name]) for name, item in zip(names, value)])
    if not isinstance(value, dict):
        raise ValidationError("Expected `object`")
    tag = options.get("tag_field")
    given = {}
    for name in value:
        if name == tag:
            continue
        if name not in notes:
            if options.get("forbid_unknown_fields"):
                raise ValidationError(f"Object contains unknown field `{name}`")
            continue
        given[name] = convert(value[name], notes[name])
    for name in kind.__struct_fields__:
        if name not in given and name not in kind._defaults:
            raise ValidationError(f"Object missing required field `{name}`")
    return kind(**given)


_NOTES = {}


def _notes(kind):
    """The annotations of a struct and those it extends."""
    if kind not in _NOTES:
        notes = {}
        for one in reversed(kind.__mro__):
            if one is not Struct and issubclass(one, Struct):
                notes.update(one.__annotations__)
        _NOTES[kind] = notes
    return _NOTES[kind]


class Encoder:
    def encode(self, value):
        return json.encode(value)


class Decoder:
    def __init__(self, type):
        self._type = type

    def decode(self, content):
        return json.decode(content, type=self._type)


class json:
    Encoder = Encoder
    Decoder = Decoder

    @staticmethod
    def decode(content, type=None):
        answer = _parse(content if isinstance(content, str) else content.decode())
        if answer[0]:
            raise DecodeError(answer[1])
        return answer[1] if type is None else convert(answer[1], type)

    @staticmethod
    def encode(value):
        return _Encoded(_encode(value, _plan))


class _Encoded:
    """Encoded JSON: bytes that are decoded sooner or later."""

    def __init__(self, text):
        self.text = text

    def decode(self, encoding="utf-8"):
        return self.text
