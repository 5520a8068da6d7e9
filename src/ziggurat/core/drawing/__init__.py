"""What all pictures share, in a terminal and as SVG."""
