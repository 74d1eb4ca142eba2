"""Metrics of code against a reference: one file per metric, one registry, one call, a signature on every value."""
