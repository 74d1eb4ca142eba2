"""The probability of passing: rows of features (`data`), curves fitted to them (`fit`), a rule that chooses among
sets of features before the result is seen (`choose`), measures with intervals (`measure`), what is written (`report`).

Evaluated by `codescore.score.probability`, which needs none of this.
"""
