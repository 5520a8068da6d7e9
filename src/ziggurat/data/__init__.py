"""Games and decisions as CSV or Parquet tables: `ziggurat simulate --out` and `ziggurat arena --out`."""
