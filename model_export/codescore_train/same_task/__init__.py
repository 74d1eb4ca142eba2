"""Another algorithm for the same task, recognised: a bag of features with weights, trained on right programs.

In reading order: `layouts` (collections on disk), `gather` (one file of programs, split by task, decontaminated; by
`erasure` TypeScript becomes JavaScript), `rows` (programs as rows of feature numbers; `kept` keeps them in a file),
`model` (the bag and its layers), `train`, `measure`, `export`.
"""
