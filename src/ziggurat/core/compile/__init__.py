"""Compiling kernels and caching the machine code."""
