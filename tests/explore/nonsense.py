"""Messages generated from a JSON Schema: valid, nearly valid, and invalid."""

from __future__ import annotations

import json
import random
from typing import Any

WRONG: list[Any] = [
    None, True, -1, 0, 1, 2**31, 2**63, 2**64, -(2**70), 10**400, 0.5, 1e308, "", "0", "\x00", "é" * 50, "🌊" * 30,
    "../../etc/passwd", "a" * 5000, "\ud800", [], {}, [[[[[]]]]], {"type": {"type": "play"}},
]  # fmt: skip
TEXTS = ["end", "m d7", "f a1", "pass", "x", "hello", "1", "a b c"]


class Maker:
    """Generates messages from a schema."""

    def __init__(self, schema: dict[str, Any], stream: random.Random) -> None:
        self._schema = schema
        self._stream = stream

    def message(self, **values: Any) -> str | bytes:
        """A client message, filled with known values, and often corrupted."""
        made = self._make(self._schema["client"], values)
        draw = self._stream.random()
        if draw < 0.5:
            return json.dumps(made)
        if draw < 0.75:
            made[self._stream.choice(list(made))] = self._stream.choice(WRONG)
            return json.dumps(made)
        if draw < 0.85:
            made.pop(self._stream.choice(list(made)))
            return json.dumps(made)
        if draw < 0.95:
            text = json.dumps(made)
            return text[: self._stream.randrange(len(text) + 1)]
        return self._stream.randbytes(self._stream.randrange(300))

    def _make(self, schema: dict[str, Any], values: dict[str, Any]) -> Any:
        if "$ref" in schema:
            return self._make(self._schema["$defs"][schema["$ref"].rpartition("/")[2]], values)
        if "anyOf" in schema:
            return self._make(self._stream.choice(schema["anyOf"]), values)
        if "enum" in schema:
            return self._stream.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return {
                    name: values[name] if name in values and self._stream.random() < 0.8 else self._make(part, values)
                    for name, part in schema.get("properties", {}).items()
                }
            case "array":
                return [self._make(schema.get("items", {}), values) for _ in range(self._stream.randrange(3))]
            case "integer":
                return self._stream.choice([0, 1, 2, self._stream.randrange(500), schema.get("maximum", 10)])
            case "boolean":
                return self._stream.random() < 0.5
            case "string":
                if "pattern" in schema:
                    return f"z{self._stream.randrange(10**9)}"
                return self._stream.choice(TEXTS)
            case _:
                return self._stream.choice(WRONG)
