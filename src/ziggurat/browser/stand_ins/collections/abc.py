"""Kinds of containers, for `isinstance`."""


class _Kind(type):
    def __instancecheck__(cls, value):
        return isinstance(value, cls._kinds) if cls._kinds else hasattr(value, "__iter__")

    def __or__(cls, other):
        return cls

    __ror__ = __or__


def _kind(name, *kinds):
    return _Kind(name, (), {"_kinds": kinds, "__class_getitem__": classmethod(lambda cls, key: cls)})


Mapping = _kind("Mapping", dict)
MutableMapping = _kind("MutableMapping", dict)
Sequence = _kind("Sequence", list, tuple, str, range)
MutableSequence = _kind("MutableSequence", list)
Set = _kind("Set", set, frozenset)
Iterable = _kind("Iterable")
Iterator = _kind("Iterator")
Collection = _kind("Collection")
Hashable = _kind("Hashable")
Callable = _kind("Callable")
Generator = _kind("Generator")
Awaitable = _kind("Awaitable")
Coroutine = _kind("Coroutine")
