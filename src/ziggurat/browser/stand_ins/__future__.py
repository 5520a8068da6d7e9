"""Nothing is in the future here."""

annotations = None
