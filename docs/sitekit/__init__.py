"""What the documentation's site is made with, where MkDocs alone would not do (`docs/make_site.py`).

shown.py      which files of the repository, outside docs/, are pages of the site
links.py      links that are right on GitHub, made right on the site
lists.py      lists as GitHub reads them, indented as Python-Markdown needs it
code.py       a file or a folder of code as a page
notebooks.py  a notebook as a page
doctests.py   `>>>` without a fence is code
"""
