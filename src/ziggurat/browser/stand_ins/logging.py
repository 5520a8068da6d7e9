"""Nobody reads a log here."""


class _Logger:
    def debug(self, *args):
        pass

    info = warning = error = exception = debug


def getLogger(name=None):
    return _Logger()
