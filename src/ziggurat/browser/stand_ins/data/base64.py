"""Nothing here writes bytes as text: the names are only imported."""
