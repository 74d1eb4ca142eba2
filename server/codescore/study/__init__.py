"""Data sets and metrics in, the papers' tables out.

`dataset` reads pairs with outcomes, `conditions` perturbs them, `run` scores them (resumably) and `measures` says how
well scores agree with outcomes, with intervals.  Knows no metric by name and prints nothing; what is recorded here
`codescore.reports` shows.
"""
