"""There is one thread."""


class local:
    pass


class RLock:
    def __enter__(self):
        return self

    def __exit__(self, *problem):
        return None


Lock = RLock
