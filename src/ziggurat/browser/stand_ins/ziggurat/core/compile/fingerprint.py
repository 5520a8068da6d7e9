"""Kernels were compiled elsewhere."""


def short(text):
    return ""
