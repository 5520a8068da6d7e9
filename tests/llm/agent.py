"""A scripted agent for `cmd:`: it plays the first legal move it reads, and answers questions about rules with zeros.

`python -m tests.llm.agent MODE`: `good`; or once in every seven questions `hang`, `half` (a JSON object cut off),
`prose`, `megabyte` or `die`.
"""

from __future__ import annotations

import json
import sys
import time

from ziggurat.core.text import grouping


def first_move(prompt: str) -> str:
    """The first of the legal moves in a prompt."""
    lines = prompt.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("Legal moves"))
    return grouping.ungrouped(lines[start + 1 : start + 2])[0]


def answer(prompt: str) -> str:
    """What it says to a prompt."""
    if "Legal moves" in prompt:
        return json.dumps({"move": first_move(prompt)})
    return '{"points": 0}' if "How many points" in prompt else '{"legal": [], "clause": 0}'


def main(mode: str) -> None:
    asked = 0
    for line in sys.stdin:
        question = json.loads(line)
        asked += 1
        told = {"text": answer(question["prompt"]), "tokens_read": 100, "tokens_written": 10}
        if asked % 7 == 0 and mode != "good":
            if mode == "hang":
                time.sleep(3_600)
            if mode == "die":
                return
            if mode == "half":
                print(json.dumps(told)[:20], flush=True)
                continue
            told["text"] = "x" * 1_000_000 if mode == "megabyte" else "I would rather \x1b[2J play \u0000 chess."
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
