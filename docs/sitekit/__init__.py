"""Builds the documentation site where MkDocs alone is not enough (`docs/hooks.py`).

sources.py    which files outside docs/ are pages of the site
links.py      rewrites links that work on GitHub for the site
lists.py      indents lists for Python-Markdown
code.py       a file or folder of code as a page
notebooks.py  a notebook as a page
doctests.py   fences `>>>` examples
"""
