"""People grade snippets from 0 to 4, blind: what is shown to whom, the file of their grades, and what comes of them.

`items` says what is graded and in which order, `sheet` keeps the grades, `desk` answers the page, `collected` makes a
data set with grades of it, ready for `codescore study human`.
"""
