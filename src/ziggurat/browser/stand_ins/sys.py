"""What is known of the interpreter."""

from _device import modules

version_info = (3, 14, 0, "final", 0)
platform = "browser"
maxsize = 2**53 - 1
