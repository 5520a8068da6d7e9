"""Libraries that cannot be installed beside the others: each has an environment of its own (`test_apart.py`)."""
