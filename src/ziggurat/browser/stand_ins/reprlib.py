"""Short texts of long values."""


class Repr:
    def __init__(self):
        self.maxlevel, self.maxtuple, self.maxlist, self.maxarray, self.maxdict, self.maxset = 6, 6, 6, 5, 4, 6
        self.maxstring, self.maxlong, self.maxother = 30, 40, 30

    def repr(self, value):
        return self._part(value, self.maxlevel)

    def _part(self, value, level):
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, bool) or value is None:
            return repr(value)
        if isinstance(value, int):
            return self._cut(repr(value), self.maxlong)
        if isinstance(value, list):
            return self._many("[", value, "]", self.maxlist, level)
        if isinstance(value, tuple):
            return self._many("(", value, ",)" if len(value) == 1 else ")", self.maxtuple, level)
        if isinstance(value, dict):
            return self._dict(value, level)
        return self._cut(repr(value), self.maxother)

    def _text(self, value):
        text, most = repr(value[: self.maxstring]), self.maxstring
        if len(text) <= most:
            return text
        front = max(0, (most - 3) // 2)
        back = max(0, most - 3 - front)
        text = repr(value[:front] + value[len(value) - back :])
        return text[:front] + "..." + text[len(text) - back :]

    def _cut(self, text, most):
        if len(text) <= most:
            return text
        front = max(0, (most - 3) // 2)
        back = max(0, most - 3 - front)
        return text[:front] + "..." + text[len(text) - back :]

    def _many(self, left, items, right, most, level):
        if level <= 0 and items:
            return f"{left}...{right}"
        parts = [self._part(item, level - 1) for item in items[:most]]
        return left + ", ".join(parts + (["..."] if len(items) > most else [])) + right

    def _dict(self, value, level):
        if not value:
            return "{}"
        if level <= 0:
            return "{...}"
        parts = [
            f"{self._part(key, level - 1)}: {self._part(value[key], level - 1)}"
            for key in sorted(value)[: self.maxdict]
        ]
        return "{" + ", ".join(parts + (["..."] if len(value) > self.maxdict else [])) + "}"
