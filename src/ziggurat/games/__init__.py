"""The games, one folder each, all shaped alike. A game knows no other game."""
