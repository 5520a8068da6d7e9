"""Annotations, which nobody checks here, and named tuples."""


class _Any:
    def __getitem__(self, key):
        return self

    def __call__(self, *args, **keywords):
        return self

    def __or__(self, other):
        return self

    __ror__ = __or__


class Annotated:
    def __class_getitem__(cls, key):
        return key[0]


Any = Literal = Callable = Union = Optional = ClassVar = Final = Generic = TypeAlias = Self = _Any()
Iterable = Mapping = Sequence = Iterator = NoReturn = Never = Required = NotRequired = Any
TYPE_CHECKING = False


def TypeVar(*args, **keywords):
    return Any


def cast(kind, value):
    return value


def overload(function):
    return function


def final(kind):
    return kind


def assert_never(value):
    raise AssertionError(value)


class Protocol:
    pass


class TypedDict(dict):
    pass


class _NamedTupleMeta(type):
    def __new__(meta, name, bases, scope):
        if not bases:
            return type.__new__(meta, name, bases, scope)
        from collections import make_named_tuple

        names = scope.get("_names", ())
        defaults = {field: scope[field] for field in names if field in scope}
        body = {key: scope[key] for key in scope if key not in names and key not in _OWN}
        return make_named_tuple(name, list(names), defaults, body)


_OWN = ("__dict__", "__weakref__", "__annotate__", "__annotate_func__", "__classdict__", "__static_attributes__")


class NamedTuple(metaclass=_NamedTupleMeta):
    pass
