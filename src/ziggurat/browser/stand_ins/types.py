"""Types without a name of their own."""


class SimpleNamespace:
    def __init__(self, **values):
        self.__dict__.update(values)


FunctionType = type(lambda: None)
ModuleType = MappingProxyType = object
