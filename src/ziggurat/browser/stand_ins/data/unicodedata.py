"""What kind of character something is."""

from _device import category
