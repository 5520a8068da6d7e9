"""There is no operating system."""


class PathLike:
    pass


environ = {}


def fspath(path):
    return path


def cpu_count():
    return 1


def getpid():
    return 1
