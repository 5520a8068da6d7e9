"""Ziggurat in the browser: tables without a server. How: `docs/browser.md`.

worker     what the page's worker runs: tables, as messages in and out
table      a table on a device
requests   answers of the HTTP interface that need no server
thinker    what the bots' worker runs
bundle     collects and compiles our Python: `python -m ziggurat.browser.bundle`
entries    the kernels a browser calls
build      builds the WebAssembly modules: `python -m ziggurat.browser.build`
modules/   the built modules, each with a description of its entries
stand_ins/ what our Python imports and a browser lacks
"""
