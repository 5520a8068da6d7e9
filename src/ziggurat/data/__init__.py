"""Games and decisions as tables, for those who study them: `ziggurat simulate --out` and `ziggurat arena --out`."""
