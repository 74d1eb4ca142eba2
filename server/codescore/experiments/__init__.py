"""Which suggestions people keep, and whether what is left still does what was suggested.

`events` says what an event is, `store` keeps events, the rest reads or makes them.  EXPERIMENTS.md is for a researcher.
"""
