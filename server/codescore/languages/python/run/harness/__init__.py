"""The harness: the only code here that runs programs, and it only ever does so behind the wall of `evidence.sandbox`.

It runs inside as a package of its own (the folder is shown to the sandbox, read-only), needs nothing but the standard
library, and knows nothing of the rest of the product.  `serve` waits for jobs and starts a process for each, `program`
loads and calls in that process, `plain` turns plain data into objects and back, `branches` marks which branches are
reached, `identity` keeps addresses out of what is said, `awaiting` runs what is `async`, `missing` stands in for what
must not run, `given` are functions that programs are given, `again` asks whether one remembers, `manners` and
`rounding` note what may not be meant.  Outside, nothing imports it.
"""
