"""Tests of the repository itself: dependencies, types, generated files, and the test suite's own rules."""
