"""JSON."""

from _device import parse_json, write_json


class JSONDecodeError(ValueError):
    pass


def loads(text):
    if isinstance(text, (bytes, bytearray)):
        text = text.decode()
    answer = parse_json(text)
    if answer[0]:
        raise JSONDecodeError(answer[1])
    return answer[1]


def dumps(value, ensure_ascii=True, separators=None, indent=None, sort_keys=False):
    return write_json(value, *(separators or (", ", ": ")))
