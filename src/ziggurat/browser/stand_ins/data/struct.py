"""Numbers out of bytes."""

from _device import unpack


class Struct:
    def __init__(self, layout):
        self._plan, count = [], ""
        for letter in layout[1:]:
            if letter.isdigit():
                count += letter
            else:
                self._plan.append([int(count or 1), letter])
                count = ""

    def unpack_from(self, content):
        return unpack(self._plan, content)
