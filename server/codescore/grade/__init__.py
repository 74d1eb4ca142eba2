"""A folder of submissions and the assignment's references in, a recorded class out.

`collect` finds the submissions, `run` grades them (resumably, N + R runs of the model for N submissions against R
references), `groups`, `clusters` and `class_record` look at the class as a whole, `record` is what is kept of it.
Prints nothing and draws nothing: `codescore.reports.class_page` shows what is recorded here.
"""
