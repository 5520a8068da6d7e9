"""Fences `>>>` examples in docstrings and on pages. Markdown alone reads them as quotations."""

from __future__ import annotations

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor


class _Fence(Preprocessor):  # type: ignore[misc]
    def run(self, lines: list[str]) -> list[str]:
        result: list[str] = []
        inside = fenced = False
        for line in lines:
            if line.lstrip().startswith(("```", "~~~")) and not inside:
                fenced = not fenced
            begins = line.startswith(">>> ") and not fenced
            if begins and not inside:
                result.append("```pycon")
                inside = True
            elif inside and not line.strip():
                result.append("```")
                inside = False
            result.append(line)
        return [*result, "```"] if inside else result


class Doctests(Extension):  # type: ignore[misc]
    """Fences the examples of a text."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        md.preprocessors.register(_Fence(md), "doctests", 40)  # before fences are looked for


def makeExtension(**settings: object) -> Doctests:  # noqa: N802
    """The extension, under the name that Python-Markdown looks for."""
    return Doctests(**settings)
