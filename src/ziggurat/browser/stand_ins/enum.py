"""Enumerations whose members are plain numbers and texts when named (`Phase.ACT`): Brython indexes with these correctly.

Iterating gives members that know their names.
"""


class _Int(int):
    pass


class _Str(str):
    pass


class _Meta(type):
    def __new__(meta, name, bases, scope, **keywords):
        made = type.__new__(meta, name, bases, scope)
        found = {}
        for key in scope:
            value = scope[key]
            if key[0] != "_" and isinstance(value, (int, str)):
                found[key] = value
        made._found = found
        return made

    def __iter__(cls):
        for name, value in cls._found.items():
            member = (_Int if isinstance(value, int) else _Str)(value)
            member.name, member.value = name, value
            yield member

    def __len__(cls):
        return len(cls._found)

    def __contains__(cls, value):
        return value in list(cls._found.values())

    def __call__(cls, value):
        if value not in list(cls._found.values()):
            raise ValueError(f"{value!r} is not a valid {cls.__name__}")
        return value


class Enum(metaclass=_Meta):
    def __class_getitem__(cls, name):
        return cls._found[name]


class IntEnum(metaclass=_Meta):
    def __class_getitem__(cls, name):
        return cls._found[name]


class StrEnum(metaclass=_Meta):
    def __class_getitem__(cls, name):
        return cls._found[name]
