"""Regular expressions, by the browser's own engine."""

from _device import regex, regex_run


class Match:
    def __init__(self, found):
        self._at, self._groups = found[0], found[1:]

    def __getitem__(self, group):
        return self._groups[group]

    def group(self, *groups):
        if len(groups) < 2:
            return self._groups[groups[0] if groups else 0]
        return tuple(self._groups[group] for group in groups)

    def groups(self, default=None):
        return tuple(default if group is None else group for group in self._groups[1:])

    def start(self):
        return self._at

    def end(self):
        return self._at + len(self._groups[0])


class Pattern:
    def __init__(self, source):
        self.pattern = source
        self._anywhere, self._whole, self._front = (
            regex(source, "gu"),
            regex(f"^(?:{source})$", "gu"),
            regex(source, "yu"),
        )

    def _run(self, expression, text, at=0):
        found = regex_run(expression, str(text), at)
        return None if found is None else Match(found)

    def search(self, text):
        return self._run(self._anywhere, text)

    def fullmatch(self, text):
        return self._run(self._whole, text)

    def match(self, text):
        return self._run(self._front, text)

    def finditer(self, text):
        at = 0
        while at <= len(text):
            found = self._run(self._anywhere, text, at)
            if found is None:
                return
            yield found
            at = max(found.end(), found.start() + 1)

    def findall(self, text):
        return [
            found[0] if len(found._groups) == 1 else found[1] if len(found._groups) == 2 else found.groups()
            for found in self.finditer(text)
        ]

    def sub(self, replacement, text):
        parts, at = [], 0
        for found in self.finditer(text):
            parts += [text[at : found.start()], replacement(found) if callable(replacement) else replacement]
            at = found.end()
        return "".join([*parts, text[at:]])

    def split(self, text):
        parts, at = [], 0
        for found in self.finditer(text):
            parts.append(text[at : found.start()])
            at = found.end()
        return [*parts, text[at:]]


_kept = {}


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        return pattern
    if pattern not in _kept:
        _kept[pattern] = Pattern(pattern)
    return _kept[pattern]


def search(pattern, text):
    return compile(pattern).search(text)


def fullmatch(pattern, text):
    return compile(pattern).fullmatch(text)


def match(pattern, text):
    return compile(pattern).match(text)


def findall(pattern, text):
    return compile(pattern).findall(text)


def finditer(pattern, text):
    return compile(pattern).finditer(text)


def sub(pattern, replacement, text):
    return compile(pattern).sub(replacement, text)


def split(pattern, text):
    return compile(pattern).split(text)


def escape(text):
    return "".join("\\" + letter if letter in ".^$*+?{}[]\\|()-/" else letter for letter in text)
