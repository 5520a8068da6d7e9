"""There are no files."""


class Path:
    def __init__(self, *parts):
        raise OSError("there are no files here")
