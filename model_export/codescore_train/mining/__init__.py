"""Mining by behaviour: which functions of a corpus do the same, and which only look as if they did.

`functions` reads a corpus, `kinds` says who can share inputs, `running` runs functions and mutants in the sandbox,
`digests` finds equal outcomes, `pairing` makes pairs of them, `journal` remembers what was run, `mine` does all of it.
"""
