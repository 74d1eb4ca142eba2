"""Sketch → vector: bundles, the warm session, and the cache."""
