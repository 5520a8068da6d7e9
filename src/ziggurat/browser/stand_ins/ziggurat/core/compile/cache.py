"""There is no cache of compiled kernels here."""


def cache_directory():
    return None
