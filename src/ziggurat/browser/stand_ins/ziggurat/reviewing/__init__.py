"""Parts of reviews are imported from their own modules."""
