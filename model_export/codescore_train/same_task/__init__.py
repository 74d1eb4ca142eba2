"""Another algorithm for the same task, recognised: a bag of features with weights, trained on right programs.

In reading order: `layouts` (collections on disk), `gather` (one file of programs, split by task, decontaminated),
`features` (programs as rows of feature numbers), `model` (the bag and its layers), `train`, `measure`, `export`.
"""
