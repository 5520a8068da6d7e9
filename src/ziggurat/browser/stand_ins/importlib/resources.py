"""Files of packages, as far as they have been loaded."""

from _device import read_data


class File:
    def __init__(self, path):
        self.path, self.name = path, path.split("/")[-1]

    def joinpath(self, *parts):
        return File("/".join((self.path, *parts)))

    __truediv__ = joinpath

    def read_text(self, encoding=None):
        text = read_data(self.path)
        if text is None:
            raise FileNotFoundError(self.path)
        return text

    def read_bytes(self):
        return self.read_text().encode()

    def is_file(self):
        return read_data(self.path) is not None

    def is_dir(self):
        return read_data(self.path + "/") is not None

    def iterdir(self):
        return [File(f"{self.path}/{name}") for name in (read_data(self.path + "/") or "").split()]


def files(package):
    return File(package)
