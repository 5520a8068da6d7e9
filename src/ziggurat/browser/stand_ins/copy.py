"""Copies."""


def deepcopy(value):
    if isinstance(value, dict):
        return {key: deepcopy(value[key]) for key in value}
    if isinstance(value, list):
        return [deepcopy(item) for item in value]
    if isinstance(value, tuple):
        return tuple(deepcopy(item) for item in value)
    return value


def copy(value):
    return value.copy() if hasattr(value, "copy") else value
