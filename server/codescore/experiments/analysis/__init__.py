"""What a study found: pure statistics over the typed rows of `tables`, a result, and a page made from that alone.

`data` turns rows into columns; `intervals`, `ranking`, `survival`, `comparison`, `regression` and `preference` are one
question each and know no store; `looks` says whether the registered plan allows it; `result` asks them all; `page`
prints the result and computes nothing.
"""
