"""Whether there is a module."""


def find_spec(name, package=None):
    try:
        __import__(name)
    except ImportError:
        return None
    return True
