"""Drawing code that all games share, for the terminal and as SVG."""
