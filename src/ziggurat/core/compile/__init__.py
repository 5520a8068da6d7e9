"""What it takes to compile kernels and to keep them."""
