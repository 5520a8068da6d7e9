"""Ziggurat in the browser: the games' kernels as WebAssembly modules.

entries   the kernels a browser calls
build     builds the modules: `python -m ziggurat.browser.build`
modules/  the built modules, each with a description of its entries
"""
