"""The networks that older tasks of Ziggurat's ladder were made with; `ziggurat evaluate` finds them here."""
