"""Does a translation keep its source's vulnerability?  Samples, prompts, builds, findings, and what they show.

`data` reads the samples, `prompts` asks, `evaluate` takes a project from an answer and builds it behind the wall,
`analysers` find weaknesses before and after, `outcome` joins them, `measures` counts, `tables` shows.
"""
